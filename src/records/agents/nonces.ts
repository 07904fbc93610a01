/** What an account accepts only once: signatures of agents, where it wants that, and e-mail verification tokens. */
import type { Writer } from "../../db/commit/writer.ts";
import { together } from "../change.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";
import { number, record } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";

/** When the signature may be forgotten; it is valid for a day at most and may begin a little in the future. */
export const AGENT_NONCE = record({
  prefix: "agent-nonce",
  key: ["account", "mode", "hash"],
  value: number,
  lifetimeMs: 2 * DAY_MS,
});

/** Why a commit is abandoned. */
const USED_BEFORE = "the signature was used before";

export class AgentNonces {
  readonly #writer: Writer;
  /** Until when each is remembered. */
  readonly #used: State<number, readonly string[]>;
  readonly #earlier: EarlierHashes | null;

  /** @param earlier hashes under earlier secrets; null: there are none */
  constructor(writer: Writer, earlier: EarlierHashes | null = null) {
    this.#writer = writer;
    this.#used = new State(writer, AGENT_NONCE);
    this.#earlier = earlier;
  }

  /**
   * Records a signature and checks that it is new, in one step: of two concurrent calls one gets true.
   * @param scope the account, and a part that keeps test requests, and tokens, separate
   * @param hash identifies the use of a key, however the signature is spelled
   * @param end milliseconds since the epoch; later the signature is invalid anyway
   */
  async take(scope: readonly string[], hash: string, end: number, now: number): Promise<boolean> {
    // Under every hash: a process that still has the earlier secret must see it too.
    const keys = [hash, ...this.#earlier?.(hash) ?? []].map((each) => [...scope, each]);
    const take = (until: number | null) => {
      if (until !== null && until >= now) throw new Abandoned(USED_BEFORE);
      return end;
    };
    try {
      const changes = keys.map((key) => this.#used.changing(key, take, { end }));
      return await unlessAbandoned(this.#writer.write(together(...changes)), USED_BEFORE);
    } finally {
      for (const key of keys) this.#used.forget(...key);
    }
  }
}
