/**
 * Whether a resolver can be believed. Two things are found out about each, in the background and now and then again: does
 * it know names whose addresses have been the same for years (a canary), and does it make up answers for a name that
 * cannot exist? Empty answers of a resolver that fails the first, and answers that equal the made-up ones, are not facts.
 */
import { Cached } from "../cache/cached.ts";
import type { Address } from "../domain/address.ts";
import type { MxRecord } from "./facts.ts";
import type { Question, Reading } from "./dns_message.ts";

/** Names with published, long-lived addresses. Source: IANA root.hints and the operators' own pages, read 2026-11. */
const CANARIES: readonly (readonly [name: string, address: string])[] = [
  ["a.root-servers.net", "198.41.0.4"],
  ["k.root-servers.net", "193.0.14.129"],
  ["dns.google", "8.8.8.8"],
];

const MINUTE = 60_000;
/** How long a verdict is kept. */
const GOOD_MS = 10 * MINUTE;
const BAD_MS = MINUTE;
const UNDECIDED_MS = 5_000;
/** How long an answer with records waits for the made-up-answer test when that was never done. */
const PATIENCE_MS = 150;

/** One try, without retries; null when no usable response came. */
export type AskOnce = (question: Question) => Promise<Reading | null>;

type Verdict =
  | { readonly test: "canary"; readonly works: boolean | null }
  /** Answers given for a name that cannot exist, as `type value`. */
  | { readonly test: "made_up"; readonly answers: ReadonlySet<string> | null };

export interface TrustOptions {
  readonly ask: AskOnce;
  readonly now: () => number;
  /** A label that nobody has registered. */
  readonly randomLabel: () => string;
}

export class ResolverTrust {
  readonly #options: TrustOptions;
  readonly #verdicts: Cached<Verdict>;
  readonly #alive: Cached<boolean>;

  constructor(options: TrustOptions) {
    this.#options = options;
    this.#verdicts = new Cached({ max: 2, now: options.now });
    this.#alive = new Cached({ max: 1, now: options.now });
  }

  /** True when what the resolver said may be taken for a fact. */
  async believes(question: Question, reading: Reading): Promise<boolean> {
    if (reading.records.length > 0) {
      const madeUp = await withPatience(this.#madeUp());
      return madeUp === null || !reading.records.every((record) => madeUp.has(textOf(question, record)));
    }
    if (reading.soa !== null && reading.soa !== "") return true;
    const [works, madeUp] = await Promise.all([this.works(), this.#madeUp()]);
    return works === true && madeUp !== null && madeUp.size === 0;
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

  /** True when any usable response comes now, whatever it says; never from the cache. */
  async responds(): Promise<boolean> {
    return await this.#alive.get("", async () => ({ value: await this.#askCanaries() !== null, ttlMs: 0 }));
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

  async #madeUp(): Promise<ReadonlySet<string> | null> {
    const verdict = await this.#verdicts.get("made_up", async () => {
      const name = `${this.#options.randomLabel()}.com`;
      const questions = (["A", "AAAA", "MX"] as const).map((type) => ({ name, type }));
      const readings = await Promise.all(questions.map((question) => this.#options.ask(question)));
      const answers = readings.every((reading) => reading === null) ? null : new Set(
        readings.flatMap((reading, index) =>
          (reading?.records ?? []).map((record) => textOf(questions[index]!, record))
        ),
      );
      const ttlMs = answers === null ? UNDECIDED_MS : answers.size === 0 ? GOOD_MS : BAD_MS;
      return { value: { test: "made_up", answers }, ttlMs };
    });
    return verdict.test === "made_up" ? verdict.answers : null;
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
