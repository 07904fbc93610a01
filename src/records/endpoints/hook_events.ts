/** Messages of hooks that were taken in, by the hash of their id: none is taken in twice, and none leaves two scores. */
import type { Writer } from "../../db/commit/writer.ts";
import { type Change, together } from "../change.ts";
import { KEYS } from "../keys.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";
import type { HookEvent } from "../values.ts";

/** Why a commit was abandoned. */
export const SCORED_BEFORE = "the message was scored before";

export class HookEvents {
  readonly #writer: Writer;
  readonly #events: State<HookEvent, [account: string, event: string]>;
  readonly #now: () => number;

  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#events = new State(writer, KEYS.hookEvent);
    this.#now = now;
  }

  /** What became of the message as stored now; null: it is new. */
  find(account: string, event: string): Promise<HookEvent | null> {
    return this.#events.get(account, event);
  }

  /** Takes the message in; false when that happened before. Durable when it resolves. @param also in the same commit */
  async take(account: string, event: string, also: Change): Promise<boolean> {
    const taken = this.#changing(account, event, (current) => {
      if (current !== null) throw new Abandoned("the message was taken in before");
      return { requestId: null, verdict: null };
    });
    return await unlessAbandoned(this.#writer.write(together(also, taken)));
  }

  /** Part of the commit of the message's score, which is abandoned (SCORED_BEFORE) when there is one already. */
  scored(account: string, event: string, scored: HookEvent): Change {
    return this.#changing(account, event, (current) => {
      if (current !== null && current.requestId !== null) throw new Abandoned(SCORED_BEFORE);
      return scored;
    });
  }

  #changing(account: string, event: string, change: (current: HookEvent | null) => HookEvent): Change {
    return this.#events.changing([account, event], change, { end: this.#now() + KEYS.hookEvent.lifetimeMs });
  }
}
