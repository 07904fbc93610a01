/** Asks the resolvers one question: in rounds, only those that respond, and until one answer is trustworthy. */
import type { Loaded } from "../../concurrency/ttl_cache.ts";
import { type Known, unknown, type UnknownFact } from "../../model/evidence.ts";
import type { ParsedAnswer, Question } from "./dns_message.ts";
import { queryResolver, type QueryResult } from "./dns_transport.ts";
import { ResolverHealth } from "./resolver_health.ts";
import { CANARY_NAMES, ResolverTrust } from "./resolver_trust.ts";
import type { Resolver } from "./resolvers.ts";

export interface PoolOptions {
  readonly resolvers: readonly Resolver[];
  readonly now: () => number;
  /** Time limit of each round of tries, in milliseconds. */
  readonly tries: readonly number[];
  /** The zone of a name: what may be silent as a whole. */
  readonly zoneOf: (name: string) => string;
  /** A resolver became unresponsive, or responds again. */
  readonly onResolver?: ((resolver: Resolver, isUnresponsive: boolean) => void) | undefined;
}

interface Server {
  readonly resolver: Resolver;
  readonly health: ResolverHealth;
  readonly trust: ResolverTrust;
  /** By zone, a question that was answered lately. */
  readonly answered: Map<string, Question>;
}

const FAILURE_MS = 10_000;
/** Zones that the test of a resolver asks for again, in addition to the canaries: some resolvers know internal names only. */
const MAX_ANSWERED = 4;

/** Response codes of a resolver that does not serve this client; the others are about the queried name. */
const REFUSES_CLIENT: ReadonlySet<string> = new Set(["FORMERR", "NOTIMP", "REFUSED"]);

export class ResolverPool {
  readonly #options: PoolOptions;
  readonly #servers: readonly Server[];
  readonly #stop = new AbortController();
  readonly #pending = new Set<Promise<QueryResult>>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#servers = options.resolvers.map((resolver) => this.#server(resolver));
  }

  /** Aborts all queries. */
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
    const { now, tries, onResolver } = this.#options;
    const maxTryMs = Math.max(...tries);
    // Longer than the query that timed out: a resolver that is merely slow answers the canary.
    const canaryMs = Math.min(maxTryMs, 2 * Math.min(...tries));
    const canaries = CANARY_NAMES.map((name): Question => ({ name, type: "A" }));
    const server: Server = {
      resolver,
      answered: new Map(),
      health: new ResolverHealth({
        queryCanaries: () =>
          Promise.all(
            [...canaries, ...server.answered.values()]
              .map((question) => this.#send(server, question, canaryMs, false)),
          ),
        now,
        onChange: (isUnresponsive) => onResolver?.(resolver, isUnresponsive),
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

  /**
   * The first trustworthy answer, or why there is none.
   * @param deadline by `performance.now()`: the rounds end there, however many resolvers there are
   */
  async answer(
    question: Question,
    deadline: number,
  ): Promise<ParsedAnswer | Loaded<Known<never>>> {
    let why: UnknownFact | null = null;
    const untrusted = new Set<Server>();
    const timedOut = new Set<Server>();
    for (const [round, tryMs] of this.#options.tries.entries()) {
      for (const server of this.#servers) {
        const timeoutMs = Math.min(tryMs, deadline - performance.now());
        if (timeoutMs <= 0 || untrusted.has(server) || !server.health.allows()) continue;
        const { revision } = server.health;
        const got = await this.#send(server, question, timeoutMs, round === 0);
        if (got.kind === "answer") this.#remember(server, question);
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

  #remember({ answered }: Server, question: Question): void {
    const zone = this.#options.zoneOf(question.name);
    if (answered.has(zone)) return;
    if (answered.size >= MAX_ANSWERED) answered.delete(answered.keys().next().value!);
    answered.set(zone, question);
  }
}

function failure(why: UnknownFact): Loaded<Known<never>> {
  return { value: why, ttlMs: FAILURE_MS };
}

/** When a resolver fails for its canaries too, its failure is not about the name. */
async function whyFailed(server: Server, rcode: string): Promise<UnknownFact> {
  const ours = REFUSES_CLIENT.has(rcode) || await server.trust.works() === null;
  return unknown(ours ? "no_source" : "unavailable", `the resolver answered ${rcode}`);
}
