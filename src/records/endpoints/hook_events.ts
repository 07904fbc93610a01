/** Messages of hooks that were taken in, by the hash of their id: none is taken in twice, and none leaves two scores. */
import type { Writer } from "../../db/commit/writer.ts";
import { type Change, together } from "../change.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";
import { number, object, oneOf, orNull, record, text, verdict } from "../define.ts";
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
export const HOOK_EVENT = record({
  prefix: "hook-event",
  key: ["account", "event"],
  value: object<HookEvent>({ requestId: orNull(text), verdict: orNull(verdict) }, {
    unreadable: oneOf(true),
  }),
  lifetimeMs: 7 * DAY_MS,
});

/** When a token with security events was taken in; it may come a week after it was issued, and again. */
export const HOOK_TOKEN = record({
  prefix: "hook-token",
  key: ["account", "event"],
  value: number,
  lifetimeMs: 30 * DAY_MS,
});

/** Why a commit was abandoned. */
export const SCORED_BEFORE = "the message was scored before";
const TAKEN_BEFORE = "the message was taken in before";

export class HookEvents {
  readonly #writer: Writer;
  readonly #events: State<HookEvent, [account: string, event: string]>;
  readonly #tokens: State<number, [account: string, event: string]>;
  readonly #now: () => number;

  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#events = new State(writer, HOOK_EVENT);
    this.#tokens = new State(writer, HOOK_TOKEN);
    this.#now = now;
  }

  /** What became of the message as stored now; null: it is new. */
  find(account: string, event: string): Promise<HookEvent | null> {
    return this.#events.get(account, event);
  }

  /** Takes the message in; false when that happened before. Durable when it resolves. @param also in the same commit */
  async take(account: string, event: string, also: Change): Promise<boolean> {
    const taken = this.#changing(account, event, (current) => {
      if (current !== null) throw new Abandoned(TAKEN_BEFORE);
      return { requestId: null, verdict: null };
    });
    return await unlessAbandoned(this.#writer.write(together(also, taken)), TAKEN_BEFORE);
  }

  /** As `take`, of a token. */
  async takeToken(account: string, event: string, also: Change): Promise<boolean> {
    const now = this.#now();
    const taken = this.#tokens.changing([account, event], (current) => {
      if (current !== null) throw new Abandoned(TAKEN_BEFORE);
      return now;
    }, { end: now + HOOK_TOKEN.lifetimeMs });
    return await unlessAbandoned(this.#writer.write(together(also, taken)), TAKEN_BEFORE);
  }

  async hasToken(account: string, event: string): Promise<boolean> {
    return await this.#tokens.get(account, event) !== null;
  }

  /** Part of the commit of the message's score, which is abandoned (SCORED_BEFORE) when there is one already. */
  scored(account: string, event: string, scored: HookEvent): Change {
    return this.#changing(account, event, (current) => {
      if (current !== null && current.requestId !== null) throw new Abandoned(SCORED_BEFORE);
      return scored;
    });
  }

  #changing(account: string, event: string, change: (current: HookEvent | null) => HookEvent): Change {
    return this.#events.changing([account, event], change, { end: this.#now() + HOOK_EVENT.lifetimeMs });
  }
}
