/**
 * Whether a resolver can be believed. Two things are found out about each, in the background and now and then again: does
 * it know names whose addresses have been the same for years (a canary), and does it make up answers for a name that
 * cannot exist? Empty answers of a resolver that fails the first, and answers that equal the made-up ones, are not facts.
 * Where the made-up ones change from name to name, any answer of that type may be one of them.
 */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { Address } from "../../model/address.ts";
import type { MxRecord } from "../../model/outside_facts.ts";
import type { Question, Reading, RecordType } from "./dns_message.ts";

/** Names with published, long-lived addresses. Source: IANA root.hints and the operators' own pages, read 2026-11. */
const CANARIES: readonly (readonly [name: string, address: string])[] = [
  ["a.root-servers.net", "198.41.0.4"],
  ["k.root-servers.net", "193.0.14.129"],
  ["dns.google", "8.8.8.8"],
];

export const CANARY_NAMES: readonly string[] = CANARIES.map(([name]) => name);

/** How long a verdict is kept. */
const GOOD_MS = 10 * MINUTE_MS;
const BAD_MS = MINUTE_MS;
const UNDECIDED_MS = 5_000;
/** How long an answer with records waits for the made-up-answer test when that was never done. */
const PATIENCE_MS = 150;

const MOST_MADE_UP = 100;

/** One try, without retries; null when no usable response came. */
export type AskOnce = (question: Question) => Promise<Reading | null>;

type Verdict =
  | { readonly test: "canary"; readonly works: boolean | null }
  | { readonly test: "made_up"; readonly made: MadeUp | null };

interface MadeUp {
  /** Answers given for names that cannot exist, as `type value`. */
  readonly answers: ReadonlySet<string>;
  /** The types whose made-up answers are not always the same. */
  readonly changing: ReadonlySet<RecordType>;
}

/** Names that cannot exist, asked at once: how often by type. More than once shows answers that change. */
const MADE_UP_QUESTIONS: readonly (readonly [type: RecordType, names: number])[] = [
  ["A", 5],
  ["AAAA", 2],
  ["MX", 2],
];

export interface TrustOptions {
  readonly ask: AskOnce;
  readonly now: () => number;
  /** A label that nobody has registered. */
  readonly randomLabel: () => string;
}

export class ResolverTrust {
  readonly #options: TrustOptions;
  readonly #verdicts: TtlCache<Verdict>;
  /** By type, what was made up since the resolver last made up nothing. */
  readonly #madeUpSoFar = new Map<RecordType, Set<string>>();

  constructor(options: TrustOptions) {
    this.#options = options;
    this.#verdicts = new TtlCache({ max: 2, now: options.now });
  }

  /** True when what the resolver said may be taken for a fact. */
  async isTrustworthy(question: Question, reading: Reading): Promise<boolean> {
    if (reading.records.length > 0) {
      const madeUp = await withPatience(this.#madeUp());
      if (madeUp === null) return true;
      if (madeUp.changing.has(question.type)) return false;
      return !reading.records.every((record) => madeUp.answers.has(textOf(question, record)));
    }
    if (reading.soa !== null && reading.soa !== "") return true;
    const [works, madeUp] = await Promise.all([this.works(), this.#madeUp()]);
    return works === true && madeUp !== null && madeUp.answers.size === 0;
  }

  /** The canary: true works, false lies, null gave no answer. */
  async works(): Promise<boolean | null> {
    const verdict = await this.#verdicts.get("canary", async () => {
      const works = await this.#askCanaries();
      const ttlMs = works === null ? UNDECIDED_MS : works ? GOOD_MS : BAD_MS;
      return { value: { test: "canary", works }, ttlMs };
    });
    return verdict.test === "canary" ? verdict.works : null;
  }

  async #askCanaries(): Promise<boolean | null> {
    const readings = await Promise.all(
      CANARIES.map(async ([name, address]) => {
        const reading = await this.#options.ask({ name, type: "A" });
        return reading?.records.some((record) => (record as Address).text === address) ?? null;
      }),
    );
    return readings.includes(true) ? true : readings.includes(false) ? false : null;
  }

  async #madeUp(): Promise<MadeUp | null> {
    const verdict = await this.#verdicts.get("made_up", async () => {
      const made = await this.#askForMadeUp();
      const ttlMs = made === null ? UNDECIDED_MS : made.answers.size === 0 ? GOOD_MS : BAD_MS;
      return { value: { test: "made_up", made }, ttlMs };
    });
    return verdict.test === "made_up" ? verdict.made : null;
  }

  async #askForMadeUp(): Promise<MadeUp | null> {
    const questions = MADE_UP_QUESTIONS.flatMap(([type, names]) =>
      Array.from({ length: names }, () => ({ name: `${this.#options.randomLabel()}.com`, type }))
    );
    const readings = await Promise.all(questions.map((question) => this.#options.ask(question)));
    if (readings.every((reading) => reading === null)) return null;
    const answers = new Set<string>();
    const changing = new Set<RecordType>();
    for (const [type] of MADE_UP_QUESTIONS) {
      const each = readings.filter((reading, index) => reading !== null && questions[index]!.type === type)
        .map((reading) => reading!.records.map((record) => textOf({ name: "", type }, record)));
      const soFar = this.#madeUpSoFar.get(type) ?? new Set();
      if (each.length > 0 && each.every((texts) => texts.length === 0)) soFar.clear();
      for (const text of each.flat()) if (soFar.size < MOST_MADE_UP) soFar.add(text);
      this.#madeUpSoFar.set(type, soFar);
      for (const text of soFar) answers.add(text);
      if (each.some((texts) => new Set(texts).size < soFar.size)) changing.add(type);
    }
    return { answers, changing };
  }
}

function textOf(question: Question, record: Reading["records"][number]): string {
  if (question.type === "MX") return `MX ${(record as MxRecord).exchange}`;
  return typeof record === "string" ? `${question.type} ${record}` : `address ${(record as Address).text}`;
}

async function withPatience<T>(work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), PATIENCE_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
