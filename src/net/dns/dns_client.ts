/**
 * The DNS client. Unlike the runtime's it sees the response code, so a name that does not exist is distinct from a resolver
 * that fails, and it accepts an empty answer only from a resolver that is known to work.
 */
import { Budget } from "../../concurrency/budget.ts";
import { FairScheduler } from "../../concurrency/fair_scheduler.ts";
import { DECLINED_TEXT } from "../../concurrency/outside_question.ts";
import { SharedCache } from "../../concurrency/shared_cache.ts";
import type { SourceMeter } from "../../concurrency/measure/source_meter.ts";
import type { Loaded } from "../../concurrency/ttl_cache.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { Address } from "../../model/address/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import type { MxRecord } from "../../model/outside_facts.ts";
import type { ParsedAnswer, Question, RecordData, RecordType } from "./dns_message.ts";
import { type PoolOptions, ResolverPool } from "./resolver_pool.ts";
import type { Resolver } from "./resolvers.ts";
import { until } from "../../concurrency/until.ts";

/** `exists` is false when a resolver that is known to work answers NXDOMAIN. Records are empty then, or when the name has none of the type. */
export interface DnsAnswer<T> {
  readonly exists: boolean;
  readonly records: readonly T[];
}

export interface DnsOptions {
  readonly resolvers: readonly Resolver[];
  readonly offline: boolean;
  readonly now: () => number;
  /** Time limit of each round of tries, in milliseconds. Their sum limits a question, however many resolvers there are. */
  readonly tries?: readonly number[];
  /** The zone of a name: what may be silent as a whole. Without it, the last two labels. */
  readonly zoneOf?: (name: string) => string;
  readonly meter?: SourceMeter | undefined;
  readonly onResolver?: PoolOptions["onResolver"];
}

type Answer = Known<DnsAnswer<RecordData[RecordType]>>;

interface ResolvedAnswer extends Loaded<Answer> {
  /** It took at least a whole try, while the resolver answers others. */
  readonly isSilent?: boolean;
}

const TRIES = [1_000, 2_000];
const CACHE_ENTRIES = 50_000;
/** Twice what one account alone may have. */
const LIMITS = { slots: 256, zoneSlots: 128, maxWaiting: 20_000, lingerMs: 2_000 };
/** A zone that leaves this many questions of an account unanswered is cut off for it. */
const CUT_OFF = { failures: 8, openMs: 10_000 };
const MAX_ALIASES = 8;
/** Times to live in milliseconds. A name that does not exist may be registered at any time. */
const MIN_TTL_MS = 5_000;
const MAX_TTL_MS = HOUR_MS;
const MAX_NEGATIVE_TTL_MS = 900_000;
/** How long to wait for the other family when one has addresses (RFC 8305 section 3 recommends a short delay). */
const OTHER_FAMILY_MS = 200;
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/;

export class DnsClient {
  readonly #options: DnsOptions;
  readonly #tries: readonly number[];
  readonly #resolvers: ResolverPool;
  readonly #cache: SharedCache<Answer>;
  readonly #scheduler: FairScheduler<ResolvedAnswer>;
  readonly #zoneOf: (name: string) => string;
  /** Of questions that are asked for the service itself. */
  readonly #unlimited = new Budget(Infinity);
  #closed = false;

  constructor(options: DnsOptions) {
    this.#options = options;
    this.#cache = new SharedCache({ max: CACHE_ENTRIES, now: options.now });
    this.#tries = options.tries ?? TRIES;
    this.#zoneOf = options.zoneOf ?? lastLabels;
    this.#scheduler = new FairScheduler<ResolvedAnswer>({
      ...LIMITS,
      meter: options.meter,
      declined: (why) => ({ value: unknown("timeout", DECLINED_TEXT[why]), ttlMs: 0 }),
      cutOff: { ...CUT_OFF, now: options.now, isSilent: ({ isSilent }) => isSilent === true },
    });
    const { resolvers, now, onResolver } = options;
    const [tries, zoneOf] = [this.#tries, this.#zoneOf];
    this.#resolvers = new ResolverPool({ resolvers, now, tries, zoneOf, onResolver });
  }

  // Each question is asked on behalf of the budget's account, without one for the service itself. Whoever joins a question
  // that runs, or finds the answer in the cache, needs no share. A question that is not asked is unknown as `timeout`.

  a(name: string, budget?: Budget): Promise<Known<DnsAnswer<Address>>> {
    return this.#query({ name, type: "A" }, budget);
  }

  aaaa(name: string, budget?: Budget): Promise<Known<DnsAnswer<Address>>> {
    return this.#query({ name, type: "AAAA" }, budget);
  }

  mx(name: string, budget?: Budget): Promise<Known<DnsAnswer<MxRecord>>> {
    return this.#query({ name, type: "MX" }, budget);
  }

  /** The strings of each record joined, as SPF and DMARC define. */
  txt(name: string, budget?: Budget): Promise<Known<DnsAnswer<string>>> {
    return this.#query({ name, type: "TXT" }, budget);
  }

  ns(name: string, budget?: Budget): Promise<Known<DnsAnswer<string>>> {
    return this.#query({ name, type: "NS" }, budget);
  }

  /** IPv4 and IPv6 addresses; when one family has some, the other is waited for only shortly. Unknown when no address is known and a query failed. */
  async addresses(name: string, budget?: Budget): Promise<Known<readonly Address[]>> {
    const both = [this.a(name, budget), this.aaaa(name, budget)];
    const answers = await until(both, hasRecords, OTHER_FAMILY_MS);
    const found = answers.flatMap((answer) => answer.known ? answer.value.records : []);
    if (found.length > 0) return known(found);
    return answers.find((answer) => !answer.known) ?? known([]);
  }

  /** Aborts all queries; later ones are unknown as `unavailable`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#scheduler.close(), this.#resolvers.close()]);
  }

  async #query<T extends RecordType>(
    given: Question<T>,
    budget: Budget = this.#unlimited,
  ): Promise<Known<DnsAnswer<RecordData[T]>>> {
    if (this.#options.offline) return unknown("offline");
    if (this.#closed) return unknown("unavailable", "shutting down");
    const name = given.name.toLowerCase().replace(/\.$/, "");
    if (!NAME.test(name)) return unknown("not_supported", "not a host name");
    const question = { name, type: given.type };
    const key = `${given.type} ${name}`;
    const answer = this.#cache.peek(key) ?? await this.#cache.ask(this.#scheduler, {
      key,
      zone: this.#zoneOf(name),
      work: () => this.#ask(question),
    }, budget);
    return answer as Known<DnsAnswer<RecordData[T]>>;
  }

  async #ask(question: Question): Promise<ResolvedAnswer> {
    const started = performance.now();
    const { value, ttlMs } = await this.#resolve(question, 0, started + this.#longestMs());
    const isSlow = performance.now() - started >= this.#tries[0]!;
    return { value, ttlMs, isSilent: isSlow && !value.known && value.why === "unavailable" };
  }

  #longestMs(): number {
    return this.#tries.reduce((sum, tryMs) => sum + tryMs, 0);
  }

  /** @param deadline by `performance.now()`: no try lasts longer */
  async #resolve(question: Question, aliases: number, deadline: number): Promise<Loaded<Answer>> {
    const answer = await this.#resolvers.answer(question, deadline);
    if ("value" in answer) return answer;
    if (answer.unresolvedAlias !== null) {
      if (aliases >= MAX_ALIASES) {
        return { value: unknown("unavailable", "CNAME chain too long or looping"), ttlMs: MIN_TTL_MS };
      }
      const next = { name: answer.unresolvedAlias, type: question.type };
      const end = await this.#resolve(next, aliases + 1, deadline);
      const value = end.value.known ? known({ exists: true, records: end.value.value.records }) : end.value;
      return { value, ttlMs: Math.min(end.ttlMs, ttlOf(answer)) };
    }
    return { value: known({ exists: answer.exists, records: answer.records }), ttlMs: ttlOf(answer) };
  }
}

function hasRecords(answer: Known<DnsAnswer<unknown>>): boolean {
  return answer.known && answer.value.records.length > 0;
}

function ttlOf(answer: ParsedAnswer): number {
  const max = answer.records.length > 0 ? MAX_TTL_MS : MAX_NEGATIVE_TTL_MS;
  return Math.min(max, Math.max(MIN_TTL_MS, answer.ttlSeconds * 1_000));
}

function lastLabels(name: string): string {
  return name.split(".").slice(-2).join(".");
}
