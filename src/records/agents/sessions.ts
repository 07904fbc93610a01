/** How often the nonce of a session was presented, where a profile lets several requests share one. */
import type { Writer } from "../../db/commit/writer.ts";
import { State } from "../state.ts";
import { count, number, record, tuple } from "../define.ts";
import { HOUR_MS } from "../../model/duration.ts";

/** How often the nonce of a session was presented, and until when that counts (milliseconds since the epoch). */
type AgentSessionCount = readonly [seen: number, until: number];
export const AGENT_SESSION = record({
  prefix: "agent-session",
  key: ["account", "mode", "hash"],
  value: tuple<AgentSessionCount>([count, number]),
  lifetimeMs: HOUR_MS,
});

export class AgentSessions {
  readonly #counts: State<AgentSessionCount, [account: string, mode: string, hash: string]>;

  constructor(writer: Writer) {
    this.#counts = new State(writer, AGENT_SESSION);
  }

  /**
   * Counts one presentation, in one step for all processes of the store. Returns how many there were before.
   * @param scope the account, and a part that keeps test requests separate
   * @param hash identifies the session
   * @param until when it may be forgotten (milliseconds since the epoch); a later request extends it
   */
  async count(scope: readonly [string, string], hash: string, until: number, now: number): Promise<number> {
    const counted = (current: AgentSessionCount | null): AgentSessionCount => {
      const [before, end] = current !== null && current[1] >= now ? current : [0, 0];
      return [before + 1, Math.max(end, until)];
    };
    const end = now + AGENT_SESSION.lifetimeMs;
    try {
      return (await this.#counts.change([...scope, hash], counted, { end }))[0] - 1;
    } finally {
      this.#counts.forget(...scope, hash);
    }
  }
}
