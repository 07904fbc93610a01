/** Opens the engine that a store's location names. */
import { openDenoKv } from "./deno_kv/deno_kv.ts";
import type { Engine } from "./engine.ts";

/**
 * @param location a path, `:memory:`, `https://…` or `postgres://…`
 * @throws StoreError naming the store when it cannot be used
 */
export async function openEngine(location: string): Promise<Engine> {
  if (!isPostgres(location)) return await openDenoKv(location);
  const { openPostgres } = await import("./postgres/postgres.ts");
  return await openPostgres(location);
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** A location as messages may show it: without user, password and options. */
export function storeName(location: string): string {
  return location.replace(/^(\w+:\/\/)(?:[^/?#]*@)?([^?#]*).*$/s, "$1$2");
}
