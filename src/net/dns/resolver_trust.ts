/**
 * Whether a resolver's answers are trustworthy. Two tests are made in the background from time to time: does it resolve names
 * whose addresses have been the same for years (canaries), and does it make up answers for names that cannot exist? Empty
 * answers of a resolver that fails the first, and answers that equal made-up ones, are not trusted. Where the made-up ones
 * change from name to name, no answer of that type is.
 */
import { timeLimit } from "../../concurrency/time_limit.ts";
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { Address } from "../../model/address/address.ts";
import type { MxRecord } from "../../model/outside_facts.ts";
import type { ParsedAnswer, Question, RecordType } from "./dns_message.ts";

/** Names with published, long-lived addresses. Source: IANA root.hints and the operators' own pages, read 2026-11. */
const CANARIES: readonly (readonly [name: string, address: string])[] = [
  ["a.root-servers.net", "198.41.0.4"],
  ["k.root-servers.net", "193.0.14.129"],
  ["dns.google", "8.8.8.8"],
];

export const CANARY_NAMES: readonly string[] = CANARIES.map(([name]) => name);

/** How long a test result is kept. */
const GOOD_MS = 10 * MINUTE_MS;
const BAD_MS = MINUTE_MS;
const UNDECIDED_MS = 5_000;
/** How long an answer with records waits for the first test for made-up answers. */
const FIRST_TEST_MS = 150;

const MAX_MADE_UP = 100;

/** Without retries; null when there is no usable response. */
type QueryOnce = (question: Question) => Promise<ParsedAnswer | null>;

interface MadeUp {
  /** Answers given for names that cannot exist, as `type value`. */
  readonly answers: ReadonlySet<string>;
  /** The types whose made-up answers are not constant. */
  readonly changing: ReadonlySet<RecordType>;
}

/** How many names that cannot exist are queried at the same time, by type. More than one shows answers that change. */
const MADE_UP_QUESTIONS: readonly (readonly [type: RecordType, names: number])[] = [
  ["A", 5],
  ["AAAA", 2],
  ["MX", 2],
];

interface TrustOptions {
  readonly query: QueryOnce;
  readonly now: () => number;
  /** A label that is certainly not registered. */
  readonly randomLabel: () => string;
}

export class ResolverTrust {
  readonly #options: TrustOptions;
  /** The result of each test. */
  readonly #canary: TtlCache<boolean | null>;
  readonly #invented: TtlCache<MadeUp | null>;
  /** By type, the made-up answers since the resolver last gave none. */
  readonly #madeUpSoFar = new Map<RecordType, Set<string>>();

  constructor(options: TrustOptions) {
    this.#options = options;
    this.#canary = new TtlCache({ max: 1, now: options.now });
    this.#invented = new TtlCache({ max: 1, now: options.now });
  }

  /** True when the resolver's answer may be taken for a fact. */
  async isTrustworthy(question: Question, answer: ParsedAnswer): Promise<boolean> {
    if (answer.records.length > 0) {
      const madeUp = await withinFirstTest(this.#madeUp());
      if (madeUp === null) return true;
      if (madeUp.changing.has(question.type)) return false;
      return !answer.records.every((record) => madeUp.answers.has(textOf(question, record)));
    }
    if (answer.soa !== null && answer.soa !== "") return true;
    const [works, madeUp] = await Promise.all([this.works(), this.#madeUp()]);
    return works === true && madeUp !== null && madeUp.answers.size === 0;
  }

  /** The canary test: true passed, false wrong answers, null no response. */
  works(): Promise<boolean | null> {
    return this.#canary.get("", async () => {
      const value = await this.#queryCanaries();
      return { value, ttlMs: value === null ? UNDECIDED_MS : value ? GOOD_MS : BAD_MS };
    });
  }

  async #queryCanaries(): Promise<boolean | null> {
    const answers = await Promise.all(
      CANARIES.map(async ([name, address]) => {
        const answer = await this.#options.query({ name, type: "A" });
        return answer?.records.some((record) => (record as Address).text === address) ?? null;
      }),
    );
    return answers.includes(true) ? true : answers.includes(false) ? false : null;
  }

  #madeUp(): Promise<MadeUp | null> {
    return this.#invented.get("", async () => {
      const value = await this.#testForMadeUp();
      return { value, ttlMs: value === null ? UNDECIDED_MS : value.answers.size === 0 ? GOOD_MS : BAD_MS };
    });
  }

  async #testForMadeUp(): Promise<MadeUp | null> {
    const questions = MADE_UP_QUESTIONS.flatMap(([type, names]) =>
      Array.from({ length: names }, () => ({ name: `${this.#options.randomLabel()}.com`, type }))
    );
    const responses = await Promise.all(questions.map((question) => this.#options.query(question)));
    if (responses.every((response) => response === null)) return null;
    const answers = new Set<string>();
    const changing = new Set<RecordType>();
    for (const [type] of MADE_UP_QUESTIONS) {
      const each = responses.filter((response, index) => response !== null && questions[index]!.type === type)
        .map((response) => response!.records.map((record) => textOf({ name: "", type }, record)));
      const soFar = this.#madeUpSoFar.get(type) ?? new Set();
      if (each.length > 0 && each.every((texts) => texts.length === 0)) soFar.clear();
      for (const text of each.flat()) if (soFar.size < MAX_MADE_UP) soFar.add(text);
      this.#madeUpSoFar.set(type, soFar);
      for (const text of soFar) answers.add(text);
      if (each.some((texts) => new Set(texts).size < soFar.size)) changing.add(type);
    }
    return { answers, changing };
  }
}

function textOf(question: Question, record: ParsedAnswer["records"][number]): string {
  if (question.type === "MX") return `MX ${(record as MxRecord).exchange}`;
  return typeof record === "string" ? `${question.type} ${record}` : `address ${(record as Address).text}`;
}

async function withinFirstTest<T>(work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  using _limit = timeLimit(FIRST_TEST_MS, () => resolve(null));
  return await Promise.race([work, promise]);
}
