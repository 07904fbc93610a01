/** Chooses and opens the engine of a store's location. */
import { type Clock, clockOf, type ClockOrNow } from "../concurrency/clock.ts";
import type { Catalog } from "./catalog.ts";
import { BoundedEngine } from "./cluster/silence.ts";
import { openDenoKv } from "./deno_kv/deno_kv.ts";
import type { Engine } from "./engine.ts";
import { OWNER, TEMPORARY } from "./location.ts";
import { MemoryEngine } from "./memory.ts";
import { RemoteEngine } from "./owner/remote_engine.ts";
import { SummingEngine } from "./owner/summing_engine.ts";

/** With what a request waits for before, its answer comes within two seconds. */
const PATIENCE_MS = 1500;

/** The clock is what entries expire by. */
interface EngineOptions extends ClockOrNow {
  /** Connections to a PostgreSQL server. */
  readonly connections?: number;
  /** True: a replica of a PostgreSQL server, which is only read. */
  readonly replica?: boolean;
  /** True: no other process writes the embedded store, and others use it through this one. */
  readonly isOwner?: boolean;
  /** Takes what to tell people about the store, and bounds the waiting for it. Absent: a command, which waits. */
  readonly log?: (line: string) => void;
}

/**
 * @param location a path, `:memory:`, `temporary:FOLDER`, `owner:SOCKET`, `https://…` or `postgres://…`
 * @throws StoreError naming the store when it cannot be used
 */
export async function openEngine(
  location: string,
  catalog: Catalog,
  options: EngineOptions = {},
): Promise<Engine> {
  const { log } = options;
  const clock = clockOf(options);
  if (location === ":memory:") return new MemoryEngine(clock.now);
  if (location.startsWith(TEMPORARY)) return new MemoryEngine(clock.now, location.slice(TEMPORARY.length));
  const engine = isPostgres(location)
    ? await (await import("./postgres/postgres.ts")).openPostgres(location, catalog, { ...options, clock })
    : location.startsWith(OWNER)
    ? new RemoteEngine(location.slice(OWNER.length))
    : await openFile(location, catalog, options, clock);
  if (log === undefined) return engine;
  const bound = { engine, now: clock.now, log };
  return new BoundedEngine(isPostgres(location) ? bound : { ...bound, patienceMs: PATIENCE_MS });
}

async function openFile(
  location: string,
  catalog: Catalog,
  { log, isOwner }: EngineOptions,
  clock: Clock,
): Promise<Engine> {
  const engine = await openDenoKv(location, log, clock);
  if (isOwner !== true) return engine;
  const sums = catalog.rows.filter(({ row }) => row.followed === "sums").map(({ prefix }) => prefix);
  return await SummingEngine.open({ engine, sums, now: clock.now });
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** True: the embedded store of a file, which processes of this machine open themselves. */
export function isFile(location: string): boolean {
  return location !== ":memory:" && !/^(https?|owner|temporary|postgres(ql)?):/.test(location);
}

/** True: several server processes may use the store. */
export function isShared(location: string): boolean {
  return isPostgres(location) || location.startsWith(OWNER);
}

/** A location without user, password and options, for messages. */
export function storeName(location: string): string {
  return location.replace(/^(\w+:\/\/)(?:[^/?#]*@)?([^?#]*).*$/s, "$1$2");
}
