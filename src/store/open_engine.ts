/** Chooses and opens the engine of a store's location. */
import { openDenoKv } from "./deno_kv/deno_kv.ts";
import type { Engine } from "./engine.ts";
import { MemoryEngine } from "./memory/memory.ts";

/**
 * @param location a path, `:memory:`, `https://…` or `postgres://…`
 * @param now the clock by which the entries of a store in memory expire; others expire by the clock of the system
 * @throws StoreError naming the store when it cannot be used
 */
export async function openEngine(location: string, now: () => number = Date.now): Promise<Engine> {
  if (location === ":memory:") return new MemoryEngine(now);
  if (!isPostgres(location)) return await openDenoKv(location);
  const { openPostgres } = await import("./postgres/postgres.ts");
  return await openPostgres(location);
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** A location without user, password and options, for messages. */
export function storeName(location: string): string {
  return location.replace(/^(\w+:\/\/)(?:[^/?#]*@)?([^?#]*).*$/s, "$1$2");
}
