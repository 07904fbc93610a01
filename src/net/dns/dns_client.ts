/**
 * The resolver client. Unlike the runtime's own it sees the response code, so "there is no such name" is kept apart from
 * "the resolver failed", and it takes an empty answer for a fact only from a resolver that is known to work.
 */
import { type Loaded, TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { Address } from "../../model/address.ts";
import { type Known, known, unknown, type UnknownFact } from "../../model/evidence.ts";
import type { MxRecord } from "../../model/outside_facts.ts";
import type { Question, Reading, RecordData, RecordType } from "./dns_message.ts";
import { askResolver, type Exchange } from "./dns_transport.ts";
import { CANARY_NAMES, ResolverTrust } from "./resolver_trust.ts";
import { ResolverHealth } from "./resolver_health.ts";
import type { Resolver } from "./resolvers.ts";
import { until } from "../../concurrency/until.ts";

/** `exists` false: the resolver is known to work and there is no such name. Records are empty then, or when the name has none of the type. */
export interface DnsAnswer<T> {
  readonly exists: boolean;
  readonly records: readonly T[];
}

export interface DnsOptions {
  readonly resolvers: readonly Resolver[];
  readonly offline: boolean;
  readonly now: () => number;
  /** Milliseconds one try may take, round by round. */
  readonly tries?: readonly number[];
}

interface Server {
  readonly resolver: Resolver;
  readonly health: ResolverHealth;
  readonly trust: ResolverTrust;
}

const TRIES = [1_000, 2_000];
const CACHE_ENTRIES = 50_000;
const CONCURRENT = 128;
const WAITING = 10_000;
const MOST_ALIASES = 8;
/** Times to live in milliseconds. A name that does not exist may be registered any minute. */
const SHORTEST_MS = 5_000;
const LONGEST_MS = HOUR_MS;
const LONGEST_NEGATIVE_MS = 900_000;
const FAILURE_MS = 10_000;
/** How long the other family is waited for when one has addresses (RFC 8305 section 3 asks for a short delay). */
const OTHER_FAMILY_MS = 200;
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/;

/** Codes of a resolver that does not serve us; the others are about the name that was asked for. */
const NOT_FOR_US: ReadonlySet<string> = new Set(["FORMERR", "NOTIMP", "REFUSED"]);

export class DnsClient {
  readonly #options: DnsOptions;
  readonly #tries: readonly number[];
  readonly #servers: readonly Server[];
  readonly #cache: TtlCache<Known<DnsAnswer<RecordData[RecordType]>>>;
  readonly #gate = new Bulkhead(CONCURRENT, WAITING);
  readonly #stop = new AbortController();
  readonly #pending = new Set<Promise<Exchange>>();

  constructor(options: DnsOptions) {
    this.#options = options;
    this.#cache = new TtlCache({ max: CACHE_ENTRIES, now: options.now });
    this.#tries = options.tries ?? TRIES;
    this.#servers = options.resolvers.map((resolver) => this.#server(resolver));
  }

  a(name: string): Promise<Known<DnsAnswer<Address>>> {
    return this.#query({ name, type: "A" });
  }

  aaaa(name: string): Promise<Known<DnsAnswer<Address>>> {
    return this.#query({ name, type: "AAAA" });
  }

  mx(name: string): Promise<Known<DnsAnswer<MxRecord>>> {
    return this.#query({ name, type: "MX" });
  }

  /** Each record's strings joined, as SPF and DMARC read them. */
  txt(name: string): Promise<Known<DnsAnswer<string>>> {
    return this.#query({ name, type: "TXT" });
  }

  ns(name: string): Promise<Known<DnsAnswer<string>>> {
    return this.#query({ name, type: "NS" });
  }

  /** IPv4 and IPv6 addresses together; one family that has some does not wait long for the other. Unknown only when what is known is empty. */
  async addresses(name: string): Promise<Known<readonly Address[]>> {
    const both = [this.a(name), this.aaaa(name)];
    const answers = await until(both, hasRecords, OTHER_FAMILY_MS);
    const found = answers.flatMap((answer) => answer.known ? answer.value.records : []);
    if (found.length > 0) return known(found);
    return answers.find((answer) => !answer.known) ?? known([]);
  }

  /** Gives up every question under way; later ones are not asked. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#pending);
  }

  /** @param edns false for what must pass everywhere: what is asked to judge the resolver itself */
  async #ask(server: Server, question: Question, timeoutMs: number, edns: boolean): Promise<Exchange> {
    const { resolver, health } = server;
    const signal = AbortSignal.any([this.#stop.signal, health.givenUp]);
    const work = askResolver({ resolver, question, timeoutMs, edns, signal });
    this.#pending.add(work);
    try {
      const got = await work;
      if (got.kind !== "timeout") health.answered();
      return got;
    } finally {
      this.#pending.delete(work);
    }
  }

  #server(resolver: Resolver): Server {
    const { now } = this.#options;
    const longest = Math.max(...this.#tries);
    // Longer than the question that was not answered: a resolver that is merely slow answers the canary.
    const patience = Math.min(longest, 2 * Math.min(...this.#tries));
    const server: Server = {
      resolver,
      health: new ResolverHealth({
        askCanary: () =>
          Promise.all(CANARY_NAMES.map((name) => this.#ask(server, { name, type: "A" }, patience, false))),
        now,
      }),
      trust: new ResolverTrust({
        ask: async (question) => {
          const got = await this.#ask(server, question, longest, false);
          return got.kind === "reading" ? got.reading : null;
        },
        now,
        randomLabel: () => `w${crypto.randomUUID().replaceAll("-", "")}`,
      }),
    };
    return server;
  }

  async #query<T extends RecordType>(given: Question<T>): Promise<Known<DnsAnswer<RecordData[T]>>> {
    if (this.#options.offline) return unknown("offline");
    if (this.#stop.signal.aborted) return unknown("unavailable", "shutting down");
    const name = given.name.toLowerCase().replace(/\.$/, "");
    if (!NAME.test(name)) return unknown("not_supported", "not a host name");
    const question = { name, type: given.type };
    const answer = await this.#cache.get(
      `${question.type} ${name}`,
      () =>
        this.#gate.run(
          () => this.#resolve(question, 0),
          () => ({ value: unknown("no_source", "too many questions"), ttlMs: 0 }),
        ),
    );
    return answer as Known<DnsAnswer<RecordData[T]>>;
  }

  async #resolve(
    question: Question,
    aliases: number,
  ): Promise<Loaded<Known<DnsAnswer<RecordData[RecordType]>>>> {
    const reading = await this.#believed(question);
    if ("value" in reading) return reading;
    if (reading.unresolvedAlias !== null) {
      if (aliases >= MOST_ALIASES) {
        return failure(unknown("unavailable", "the chain of aliases does not end"));
      }
      const end = await this.#resolve({ name: reading.unresolvedAlias, type: question.type }, aliases + 1);
      const value = end.value.known ? known({ exists: true, records: end.value.value.records }) : end.value;
      return { value, ttlMs: Math.min(end.ttlMs, ttlOf(reading)) };
    }
    return { value: known({ exists: reading.exists, records: reading.records }), ttlMs: ttlOf(reading) };
  }

  /** The first answer that can be believed, over all resolvers in rounds, or why there is none. */
  async #believed(question: Question): Promise<Reading | Loaded<Known<never>>> {
    let why: UnknownFact | null = null;
    const refuted = new Set<Server>();
    const silent = new Set<Server>();
    for (const [round, timeoutMs] of this.#tries.entries()) {
      for (const server of this.#servers) {
        if (refuted.has(server) || !server.health.allows()) continue;
        const { mark } = server.health;
        const got = await this.#ask(server, question, timeoutMs, round === 0);
        if (got.kind === "timeout") {
          server.health.silent(mark);
          silent.add(server);
        } else if (got.kind === "failure") {
          why = await whyFailed(server, got.rcode);
        } else if (
          got.reading.unresolvedAlias !== null || await server.trust.isTrustworthy(question, got.reading)
        ) {
          return got.reading;
        } else {
          why = unknown("no_source", "the resolver's answer cannot be believed");
          refuted.add(server);
        }
      }
    }
    if (why !== null) return failure(why);
    const alive = await Promise.all([...silent].map((server) => server.health.alive()));
    if (alive.includes(true)) return failure(unknown("unavailable", "the resolver did not answer"));
    // Not kept: the question may be asked as soon as a resolver is back.
    const none = this.#servers.length === 0 ? "no resolver" : "the resolver answers nobody";
    return { value: unknown("no_source", none), ttlMs: 0 };
  }
}

/** A resolver that fails for its canaries as well says nothing about the name. */
async function whyFailed(server: Server, rcode: string): Promise<UnknownFact> {
  const ours = NOT_FOR_US.has(rcode) || await server.trust.works() === null;
  return unknown(ours ? "no_source" : "unavailable", `the resolver answered ${rcode}`);
}

function hasRecords(answer: Known<DnsAnswer<unknown>>): boolean {
  return answer.known && answer.value.records.length > 0;
}

function ttlOf(reading: Reading): number {
  const longest = reading.records.length > 0 ? LONGEST_MS : LONGEST_NEGATIVE_MS;
  return Math.min(longest, Math.max(SHORTEST_MS, reading.ttlSeconds * 1_000));
}

function failure(why: UnknownFact): Loaded<Known<never>> {
  return { value: why, ttlMs: FAILURE_MS };
}
