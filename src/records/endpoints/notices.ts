/** What was announced to an account, each notice once: that its quota runs low, that a feed is stale. */
import type { Writer } from "../../db/commit/writer.ts";
import { type Change, together } from "../change.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";
import { number, record } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";

export const WEBHOOK_NOTICE = record({
  prefix: "webhook-notice",
  key: ["account", "name"],
  value: number,
  lifetimeMs: 40 * DAY_MS,
});

/** Why a commit is abandoned. */
const ANNOUNCED_BEFORE = "it was announced before";

export class Notices {
  readonly #writer: Writer;
  readonly #values: State<number, [account: string, name: string]>;
  readonly #now: () => number;

  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#values = new State(writer, WEBHOOK_NOTICE);
    this.#now = now;
  }

  /** The value of the last notice; null: none. */
  last(account: string, name: string): Promise<number | null> {
    return this.#values.get(account, name);
  }

  /** Writes several notices, whatever was announced before. @param events in the same commit */
  async announceAll(
    account: string,
    values: readonly (readonly [name: string, value: number])[],
    events: Change,
  ): Promise<void> {
    const notices = values.map(([name, value]) => this.#put(account, name, () => value));
    await this.#writer.write(together(...notices, events));
  }

  /**
   * Writes a notice, unless it was announced before, by whichever process; false when it was.
   * @param isAnnounced true for a value of the notice that was stored and means the same
   * @param events in the same commit
   */
  async announce(
    account: string,
    name: string,
    value: number,
    isAnnounced: (before: number) => boolean,
    events: Change,
  ): Promise<boolean> {
    const notice = this.#put(account, name, (current) => {
      if (current !== null && isAnnounced(current)) throw new Abandoned(ANNOUNCED_BEFORE);
      return value;
    });
    return await unlessAbandoned(this.#writer.write(together(notice, events)), ANNOUNCED_BEFORE);
  }

  #put(account: string, name: string, change: (current: number | null) => number): Change {
    return this.#values.changing([account, name], change, {
      end: this.#now() + WEBHOOK_NOTICE.lifetimeMs,
    });
  }
}
