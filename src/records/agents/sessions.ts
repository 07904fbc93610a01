/** How often the nonce of a session was presented, where a profile lets several requests share one. */
import type { Writer } from "../../db/commit/writer.ts";
import { KEYS } from "../keys.ts";

export class AgentSessions {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /**
   * Counts one presentation, in one step for all processes of the store. Returns how many there were before.
   * @param scope the account, and a part that keeps test requests separate
   * @param hash identifies the session
   * @param until when it may be forgotten (milliseconds since the epoch); a later request prolongs it
   */
  async count(scope: readonly [string, string], hash: string, until: number, now: number): Promise<number> {
    const { agentSession } = KEYS;
    const key = agentSession.key(...scope, hash);
    let seen = 0;
    try {
      await this.#writer.write({
        cells: [agentSession.update(key, {
          exact: true,
          expiresAt: now + agentSession.lifetimeMs,
          change: (current) => {
            const [before, end] = current !== null && current[1] >= now ? current : [0, 0];
            seen = before;
            return [before + 1, Math.max(end, until)];
          },
        })],
      });
      return seen;
    } finally {
      this.#writer.forget(key);
    }
  }
}
