/**
 * The DNS client. Unlike the runtime's it sees the response code, so a name that does not exist is distinct from a resolver
 * that fails, and it accepts an empty answer only from a resolver that is known to work.
 */
import { type Loaded, TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { Address } from "../../model/address/address.ts";
import { type Known, known, unknown, type UnknownFact } from "../../model/evidence.ts";
import type { MxRecord } from "../../model/outside_facts.ts";
import type { ParsedAnswer, Question, RecordData, RecordType } from "./dns_message.ts";
import { queryResolver, type QueryResult } from "./dns_transport.ts";
import { CANARY_NAMES, ResolverTrust } from "./resolver_trust.ts";
import { ResolverHealth } from "./resolver_health.ts";
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
  /** Time limit of each round of tries, in milliseconds. */
  readonly tries?: readonly number[];
}

interface Server {
  readonly resolver: Resolver;
  readonly health: ResolverHealth;
  readonly trust: ResolverTrust;
}

const TRIES = [1_000, 2_000];
const CACHE_ENTRIES = 50_000;
const MAX_CONCURRENT_QUERIES = 128;
const MAX_WAITING_QUERIES = 10_000;
const MAX_ALIASES = 8;
/** Times to live in milliseconds. A name that does not exist may be registered at any time. */
const MIN_TTL_MS = 5_000;
const MAX_TTL_MS = HOUR_MS;
const MAX_NEGATIVE_TTL_MS = 900_000;
const FAILURE_MS = 10_000;
/** How long to wait for the other family when one has addresses (RFC 8305 section 3 recommends a short delay). */
const OTHER_FAMILY_MS = 200;
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/;

/** Response codes of a resolver that does not serve this client; the others are about the queried name. */
const REFUSES_CLIENT: ReadonlySet<string> = new Set(["FORMERR", "NOTIMP", "REFUSED"]);

export class DnsClient {
  readonly #options: DnsOptions;
  readonly #tries: readonly number[];
  readonly #servers: readonly Server[];
  readonly #cache: TtlCache<Known<DnsAnswer<RecordData[RecordType]>>>;
  readonly #bulkhead = new Bulkhead(MAX_CONCURRENT_QUERIES, MAX_WAITING_QUERIES);
  readonly #stop = new AbortController();
  readonly #pending = new Set<Promise<QueryResult>>();

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

  /** The strings of each record joined, as SPF and DMARC define. */
  txt(name: string): Promise<Known<DnsAnswer<string>>> {
    return this.#query({ name, type: "TXT" });
  }

  ns(name: string): Promise<Known<DnsAnswer<string>>> {
    return this.#query({ name, type: "NS" });
  }

  /** IPv4 and IPv6 addresses; when one family has some, the other is waited for only shortly. Unknown when no address is known and a query failed. */
  async addresses(name: string): Promise<Known<readonly Address[]>> {
    const both = [this.a(name), this.aaaa(name)];
    const answers = await until(both, hasRecords, OTHER_FAMILY_MS);
    const found = answers.flatMap((answer) => answer.known ? answer.value.records : []);
    if (found.length > 0) return known(found);
    return answers.find((answer) => !answer.known) ?? known([]);
  }

  /** Aborts all queries; later ones are unknown as `unavailable`. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#pending);
  }

  /** @param edns false for queries that test the resolver itself, as plain DNS works everywhere */
  async #send(server: Server, question: Question, timeoutMs: number, edns: boolean): Promise<QueryResult> {
    const { resolver, health } = server;
    const signal = AbortSignal.any([this.#stop.signal, health.unresponsive]);
    const work = queryResolver({ resolver, question, timeoutMs, edns, signal });
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
    const maxTryMs = Math.max(...this.#tries);
    // Longer than the query that timed out: a resolver that is merely slow answers the canary.
    const canaryMs = Math.min(maxTryMs, 2 * Math.min(...this.#tries));
    const server: Server = {
      resolver,
      health: new ResolverHealth({
        queryCanaries: () =>
          Promise.all(CANARY_NAMES.map((name) => this.#send(server, { name, type: "A" }, canaryMs, false))),
        now,
      }),
      trust: new ResolverTrust({
        query: async (question) => {
          const got = await this.#send(server, question, maxTryMs, false);
          return got.kind === "answer" ? got.answer : null;
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
        this.#bulkhead.run(
          () => this.#resolve(question, 0),
          () => ({ value: unknown("no_source", "too many DNS queries are waiting"), ttlMs: 0 }),
        ),
    );
    return answer as Known<DnsAnswer<RecordData[T]>>;
  }

  async #resolve(
    question: Question,
    aliases: number,
  ): Promise<Loaded<Known<DnsAnswer<RecordData[RecordType]>>>> {
    const answer = await this.#trustworthyAnswer(question);
    if ("value" in answer) return answer;
    if (answer.unresolvedAlias !== null) {
      if (aliases >= MAX_ALIASES) {
        return failure(unknown("unavailable", "CNAME chain too long or looping"));
      }
      const end = await this.#resolve({ name: answer.unresolvedAlias, type: question.type }, aliases + 1);
      const value = end.value.known ? known({ exists: true, records: end.value.value.records }) : end.value;
      return { value, ttlMs: Math.min(end.ttlMs, ttlOf(answer)) };
    }
    return { value: known({ exists: answer.exists, records: answer.records }), ttlMs: ttlOf(answer) };
  }

  /** The first trustworthy answer, asking all resolvers in rounds, or why there is none. */
  async #trustworthyAnswer(question: Question): Promise<ParsedAnswer | Loaded<Known<never>>> {
    let why: UnknownFact | null = null;
    const untrusted = new Set<Server>();
    const timedOut = new Set<Server>();
    for (const [round, timeoutMs] of this.#tries.entries()) {
      for (const server of this.#servers) {
        if (untrusted.has(server) || !server.health.allows()) continue;
        const { revision } = server.health;
        const got = await this.#send(server, question, timeoutMs, round === 0);
        if (got.kind === "timeout") {
          server.health.timedOut(revision);
          timedOut.add(server);
        } else if (got.kind === "failure") {
          why = await whyFailed(server, got.rcode);
        } else if (
          got.answer.unresolvedAlias !== null || await server.trust.isTrustworthy(question, got.answer)
        ) {
          return got.answer;
        } else {
          why = unknown("no_source", "no trustworthy DNS answer");
          untrusted.add(server);
        }
      }
    }
    if (why !== null) return failure(why);
    const alive = await Promise.all([...timedOut].map((server) => server.health.alive()));
    if (alive.includes(true)) return failure(unknown("unavailable", "the resolver did not answer"));
    // Not cached: the next query is sent as soon as a resolver is back.
    const none = this.#servers.length === 0 ? "no resolver" : "the resolver does not respond";
    return { value: unknown("no_source", none), ttlMs: 0 };
  }
}

/** When a resolver fails for its canaries too, its failure is not about the name. */
async function whyFailed(server: Server, rcode: string): Promise<UnknownFact> {
  const ours = REFUSES_CLIENT.has(rcode) || await server.trust.works() === null;
  return unknown(ours ? "no_source" : "unavailable", `the resolver answered ${rcode}`);
}

function hasRecords(answer: Known<DnsAnswer<unknown>>): boolean {
  return answer.known && answer.value.records.length > 0;
}

function ttlOf(answer: ParsedAnswer): number {
  const max = answer.records.length > 0 ? MAX_TTL_MS : MAX_NEGATIVE_TTL_MS;
  return Math.min(max, Math.max(MIN_TTL_MS, answer.ttlSeconds * 1_000));
}

function failure(why: UnknownFact): Loaded<Known<never>> {
  return { value: why, ttlMs: FAILURE_MS };
}
