/** Messages of hooks that were taken in, by the hash of their id: none is taken in twice, and none leaves two scores. */
import type { Writer } from "../../db/commit/writer.ts";
import { type Change, together } from "../change.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";
import { object, oneOf, orNull, record, text, verdict } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { Verdict } from "../../model/verdict.ts";

/** A message of a hook: its score and verdict; null: not scored yet. */
export interface HookEvent {
  readonly requestId: string | null;
  readonly verdict: Verdict | null;
  /** Part of the message could not be read. */
  readonly unreadable?: true;
}
/** Longer than a signature is valid, a sender retries, and a message waits. */
const KEPT_MS = 7 * DAY_MS;
/** Of tokens with security events, which may come a week after they were issued. */
const TOKEN_MS = 30 * DAY_MS;

export const HOOK_EVENT = record({
  prefix: "hook-event",
  key: ["account", "event"],
  value: object<HookEvent>({ requestId: orNull(text), verdict: orNull(verdict) }, {
    unreadable: oneOf(true),
  }),
  lifetimeMs: TOKEN_MS,
});

/** Why a commit was abandoned. */
export const SCORED_BEFORE = "the message was scored before";
const TAKEN_BEFORE = "the message was taken in before";

export class HookEvents {
  readonly #writer: Writer;
  readonly #events: State<HookEvent, [account: string, event: string]>;
  readonly #now: () => number;

  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#events = new State(writer, HOOK_EVENT);
    this.#now = now;
  }

  /** What became of the message as stored now; null: it is new. */
  find(account: string, event: string): Promise<HookEvent | null> {
    return this.#events.get(account, event);
  }

  /** Takes the message in; false when that happened before. Durable when it resolves. @param also in the same commit */
  async take(account: string, event: string, also: Change, isToken = false): Promise<boolean> {
    const keptMs = isToken ? TOKEN_MS : KEPT_MS;
    const taken = this.#changing(account, event, keptMs, (current) => {
      if (current !== null) throw new Abandoned(TAKEN_BEFORE);
      return { requestId: null, verdict: null };
    });
    return await unlessAbandoned(this.#writer.write(together(also, taken)), TAKEN_BEFORE);
  }

  /** Part of the commit of the message's score, which is abandoned (SCORED_BEFORE) when there is one already. */
  scored(account: string, event: string, scored: HookEvent): Change {
    return this.#changing(account, event, KEPT_MS, (current) => {
      if (current !== null && current.requestId !== null) throw new Abandoned(SCORED_BEFORE);
      return scored;
    });
  }

  #changing(
    account: string,
    event: string,
    keptMs: number,
    change: (current: HookEvent | null) => HookEvent,
  ): Change {
    return this.#events.changing([account, event], change, { end: this.#now() + keptMs });
  }
}
