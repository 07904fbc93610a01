/**
 * The programs that carry out an account's decisions. Each is known by its key and its own address, and where it is in the stream of
 * changes is kept in the store: it may ask another node next, or after a restart.
 */
import { AGREE_MS, hasPassed } from "../../concurrency/clock_rules.ts";
import { lruOf } from "../../concurrency/lru.ts";
import { DECISION_ORIGINS } from "../../model/decisions/decision.ts";
import type { UsageMetrics } from "../../model/decisions/usage.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import type { BouncerComponent, BouncerWay, StoredBouncer } from "../../records/decisions/bouncers.ts";
import type { Store } from "../../records/store.ts";

/** Who asks. */
export interface BouncerCall {
  readonly caller: Caller;
  /** Its own address; null: unknown. */
  readonly address: string | null;
  /** Its User-Agent header. */
  readonly agent: string;
}

/** What bouncers said that they did, summed over days. */
interface BouncerUse {
  /** By origin, the most requests and packets first; `other` is what no decision of Winnow's caused. */
  readonly dropped: readonly {
    readonly origin: string;
    readonly requests: number;
    readonly packets: number;
    readonly bytes: number;
  }[];
  readonly processed: { readonly requests: number; readonly packets: number; readonly bytes: number };
}

/** A call is noted at most once in this time. */
const NOTED_MS = MINUTE_MS;
const MAX_NOTED = 10_000;
const MAX_TEXT = 120;
const USE_DAYS = 30;

export class BouncerCalls {
  readonly #store: Pick<Store, "bouncers">;
  readonly #now: () => number;
  /** When each one was noted, by account and bouncer. */
  readonly #noted = lruOf<number>(MAX_NOTED);
  /** Positions that are being written. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(store: Pick<Store, "bouncers">, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The moment since when its next pull has what changed; null: it gets all. */
  async position(call: BouncerCall): Promise<number | null> {
    const { account, bouncer } = idOf(call);
    await this.#writing.get(`${account} ${bouncer}`);
    const now = this.#now();
    const position = (await this.#store.bouncers.get(account, bouncer, now))?.position ?? null;
    // One of a clock that was ahead says nothing.
    return position === null || position > now + AGREE_MS ? null : position;
  }

  /** Its pull, which began at `at`, was written: called when the answer has ended. */
  moved(call: BouncerCall, at: number): void {
    this.#keep(call, "stream", { position: at });
  }

  /** It asked. Kept at most once a minute. */
  seen(call: BouncerCall, way: BouncerWay): void {
    const { account, bouncer } = idOf(call);
    const now = this.#now();
    if (!hasPassed(this.#noted.get(`${account} ${bouncer}`) ?? -Infinity, now, NOTED_MS)) return;
    this.#keep(call, way, {});
  }

  /** Durable when it resolves. */
  async used(call: BouncerCall, metrics: UsageMetrics): Promise<void> {
    const now = this.#now();
    const { id } = call.caller.account;
    const component: BouncerComponent = {
      type: plain(metrics.type),
      version: plain(metrics.version),
      system: metrics.system === null ? null : plain(metrics.system),
      startedAt: metrics.startedAt,
    };
    const counts = countsOf(metrics);
    if (Object.keys(counts).length > 0) await this.#store.bouncers.count(id, dayOf(now), counts, now);
    await this.#change(call, "metrics", { component });
  }

  /** Those seen in the last 30 days, the last first. */
  list(account: string): Promise<readonly StoredBouncer[]> {
    return this.#store.bouncers.all(account, this.#now());
  }

  /** Of the last 30 days. */
  async use(account: string): Promise<BouncerUse> {
    const today = this.#now();
    const days = Array.from({ length: USE_DAYS }, (_, back) => dayOf(today - back * DAY_MS));
    const sum: Record<string, number> = {};
    for (const day of await this.#store.bouncers.usesOf(account, days)) {
      for (const [name, value] of Object.entries(day ?? {})) sum[name] = (sum[name] ?? 0) + value;
    }
    const of = (name: string) => ({
      requests: sum[`${name} request`] ?? 0,
      packets: sum[`${name} packet`] ?? 0,
      bytes: sum[`${name} byte`] ?? 0,
    });
    const dropped = [...DECISION_ORIGINS, OTHER]
      .map((origin) => ({ origin, ...of(`dropped ${origin}`) }))
      .filter(({ requests, packets, bytes }) => requests + packets + bytes > 0)
      .sort((one, other) => other.requests + other.packets - one.requests - one.packets);
    return { dropped, processed: of("processed all") };
  }

  #keep(call: BouncerCall, way: BouncerWay, known: Known): void {
    const { account, bouncer } = idOf(call);
    const name = `${account} ${bouncer}`;
    const before = this.#writing.get(name) ?? Promise.resolve();
    // What is not stored is answered again: nobody waits for it, and nothing fails with it.
    const writing = before.then(() => this.#change(call, way, known)).catch(() => {});
    this.#writing.set(name, writing);
    writing.then(() => this.#writing.get(name) === writing && this.#writing.delete(name));
  }

  async #change(call: BouncerCall, way: BouncerWay, known: Known): Promise<void> {
    const { account, bouncer } = idOf(call);
    const { caller, address } = call;
    const now = this.#now();
    this.#noted.set(`${account} ${bouncer}`, now);
    await this.#store.bouncers.change(account, bouncer, (current) => ({
      key: caller.key.id,
      address: address ?? "",
      firstAt: current?.firstAt ?? now,
      component: current?.component ?? null,
      ...current,
      ...known,
      agent: plain(call.agent),
      way: way === "metrics" ? current?.way ?? way : way,
      seenAt: now,
      position: latest(current?.position ?? null, known.position ?? null, now),
    }), now);
  }
}

type Known = Partial<Pick<StoredBouncer, "position" | "component">>;

/** What no decision of Winnow's caused: bouncers may follow several services. */
const OTHER = "other";
const ORIGINS: ReadonlySet<string> = new Set(DECISION_ORIGINS);

/** Two pulls at a time may end in any order. */
function latest(before: number | null, position: number | null, now: number): number | null {
  if (before === null || position === null || before > now + AGREE_MS) return position ?? before;
  return Math.max(before, position);
}

function idOf({ caller, address }: BouncerCall): { account: string; bouncer: string } {
  return { account: caller.account.id, bouncer: `${caller.key.id} ${address ?? ""}` };
}

function countsOf({ counts }: UsageMetrics): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { name, origin, unit, value } of counts) {
    const of = name === "processed" ? "all" : origin !== null && ORIGINS.has(origin) ? origin : OTHER;
    const key = `${name} ${of} ${unit}`;
    sum[key] = Math.min(Number.MAX_SAFE_INTEGER, (sum[key] ?? 0) + value);
  }
  return sum;
}

/** In one line, and not long. */
function plain(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, " ").trim().slice(0, MAX_TEXT).toWellFormed();
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
