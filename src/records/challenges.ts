/** Challenges that were shown, for two days; what was used up; what the next one costs; and counts of a day. */
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { PAGE_KINDS, type PageKind } from "../model/challenge/challenge.ts";
import type { ChallengeDay } from "../model/challenge/figures.ts";
import { PRICE_MS, type PriceLevel } from "../model/challenge/price.ts";
import { DAY_MS, HOUR_MS } from "../model/duration.ts";
import { type Change, together } from "./change.ts";
import { count, list, map, number, object, oneOf, orNull, record, text } from "./define.ts";
import { Document } from "./document.ts";
import { Abandoned, State, unlessAbandoned } from "./state.ts";

/** Times are milliseconds since the epoch. */
export interface StoredChallenge {
  readonly id: string;
  readonly shownAt: number;
  /** After which it cannot be passed. */
  readonly endsAt: number;
  /** Of the price. */
  readonly level: number;
  /** Where it is counted. */
  readonly place: string;
  readonly wrong: number;
  readonly passes: number;
  readonly passed: { readonly at: number; readonly kind: PageKind; readonly tookMs: number } | null;
  /** The last one that was sent by mail, and how often it can be guessed yet; null: none is valid. */
  readonly code: { readonly hash: string; readonly at: number; readonly guesses: number } | null;
  readonly mails: number;
}

/** Longer than a score waits for its outcome. */
const KEPT_MS = 2 * DAY_MS;

export const CHALLENGE = record({
  prefix: "challenge",
  key: ["account", "id"],
  value: object<StoredChallenge>({
    id: text,
    shownAt: number,
    endsAt: number,
    level: number,
    place: text,
    wrong: count,
    passes: count,
    passed: orNull(object({ at: number, kind: oneOf(...PAGE_KINDS), tookMs: number })),
    code: orNull(object({ hash: text, at: number, guesses: count })),
    mails: count,
  }),
  repeats: ["id"],
  lifetimeMs: KEPT_MS,
});
/** Tokens, puzzles and waiting forms that were used: until when they would have been good. */
export const CHALLENGE_USED = record({
  prefix: "challenge-used",
  key: ["account", "nonce"],
  value: number,
  lifetimeMs: HOUR_MS,
});
export const CHALLENGE_PRICE = record({
  prefix: "challenge-price",
  key: ["account", "hash"],
  value: object<PriceLevel>({ level: number, at: number }),
  lifetimeMs: PRICE_MS,
});
/** When codes were sent to an address, whichever account asked. */
export const CHALLENGE_MAIL = record({
  prefix: "challenge-mail",
  key: ["hash"],
  value: list(number),
  lifetimeMs: DAY_MS,
});
export const CHALLENGE_DAY = record({
  prefix: "challenge-day",
  key: ["account", "day"],
  value: map(list(count)),
  lifetimeMs: 90 * DAY_MS,
});

/** Why a commit is abandoned. */
const KNOWN = "the challenge was shown before";
const USED = "it was used before";
const REFUSED = "the challenge takes no more of this";

export class Challenges {
  readonly #writer: Writer;
  readonly #challenges: State<StoredChallenge, [account: string, id: string]>;
  readonly #used: State<number, [account: string, nonce: string]>;
  readonly #prices: State<PriceLevel, [account: string, hash: string]>;
  readonly #mails: State<readonly number[], [hash: string]>;
  readonly #days: State<ChallengeDay, [account: string, day: string]>;
  readonly #allDays: Document<ChallengeDay, [account: string, day: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#challenges = new State(writer, CHALLENGE);
    this.#used = new State(writer, CHALLENGE_USED);
    this.#prices = new State(writer, CHALLENGE_PRICE);
    this.#mails = new State(writer, CHALLENGE_MAIL);
    this.#days = new State(writer, CHALLENGE_DAY);
    this.#allDays = new Document(engine, CHALLENGE_DAY);
  }

  get(account: string, id: string): Promise<StoredChallenge | null> {
    return this.#challenges.get(account, id);
  }

  prices(account: string, hashes: readonly string[]): Promise<(PriceLevel | null)[]> {
    return Promise.all(hashes.map((hash) => this.#prices.get(account, hash)));
  }

  /** Part of a commit. */
  price(
    account: string,
    hash: string,
    change: (current: PriceLevel | null) => PriceLevel,
    now: number,
  ): Change {
    return this.#prices.changing([account, hash], change, { end: now + PRICE_MS });
  }

  /** Durable when it resolves; false: it was shown before, and nothing is written. @param also in the same commit */
  async show(account: string, shown: StoredChallenge, also: Change): Promise<boolean> {
    const first = this.#challenges.changing([account, shown.id], (current) => {
      if (current !== null && current.endsAt > shown.shownAt) throw new Abandoned(KNOWN);
      return shown;
    }, { end: shown.shownAt + KEPT_MS });
    return await unlessAbandoned(this.#writer.write(together(first, also)), KNOWN);
  }

  /**
   * Changes one that was shown. Durable when it resolves; null: `change` returned null, or the nonce was used before; then
   * nothing is written.
   * @param also in the same commit; `nonce` is used up in it
   */
  async change(
    account: string,
    id: string,
    change: (current: StoredChallenge) => StoredChallenge | null,
    { nonce, also = [] }: { readonly nonce?: Used; readonly also?: readonly Change[] } = {},
  ): Promise<StoredChallenge | "used" | null> {
    const known = await this.get(account, id);
    if (known === null) return null;
    const changed = this.#challenges.changingTo([account, id], (current) => {
      const next = current === null ? null : change(current);
      if (next === null) throw new Abandoned(REFUSED);
      return next;
    }, { end: known.shownAt + KEPT_MS });
    const using = nonce === undefined ? [] : [this.#using(account, nonce)];
    const commit = this.#writer.write(together(...using, changed.change, ...also));
    let isUnused = true;
    const isTaken = await unlessAbandoned(
      unlessAbandoned(commit, USED).then((unused) => void (isUnused = unused)),
      REFUSED,
    );
    if (!isUnused) return "used";
    return isTaken ? changed.stored() : null;
  }

  /** Uses a token up; durable when it resolves. False: it was used before, in any process. */
  async use(account: string, used: Used): Promise<boolean> {
    try {
      return await unlessAbandoned(this.#writer.write(this.#using(account, used)), USED);
    } finally {
      this.#used.forget(account, used.nonce);
    }
  }

  #using(account: string, { nonce, end, now }: Used): Change {
    return this.#used.changing([account, nonce], (until) => {
      if (until !== null && until >= now) throw new Abandoned(USED);
      return end;
    }, { end: end + HOUR_MS / 2 });
  }

  /** Part of the commit of a `change`, which returns null where `allows` says that the address had enough mails. */
  mailed(hash: string, now: number, allows: (before: readonly number[]) => boolean): Change {
    return this.#mails.changing([hash], (current) => {
      const before = (current ?? []).filter((at) => at > now - DAY_MS);
      if (!allows(before)) throw new Abandoned(REFUSED);
      return [...before, now];
    }, { end: now + DAY_MS });
  }

  /** Part of a commit. @param day YYYY-MM-DD */
  count(
    account: string,
    day: string,
    change: (current: ChallengeDay | null) => ChallengeDay,
    now: number,
  ): Change {
    return this.#days.changing([account, day], change, { end: now + CHALLENGE_DAY.lifetimeMs });
  }

  /** Null for a day without any. */
  days(account: string, days: readonly string[]): Promise<(ChallengeDay | null)[]> {
    return this.#allDays.getMany(days.map((day) => [account, day]));
  }
}

/** What can be used once. */
export interface Used {
  readonly nonce: string;
  /** Until when it would be good. */
  readonly end: number;
  readonly now: number;
}
