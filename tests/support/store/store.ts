/** Engines and stores for tests, in memory by default. */
import { openDenoKv } from "../../../src/db/deno_kv/deno_kv.ts";
import type { Engine } from "../../../src/db/engine.ts";
import { Store, type StoreOptions } from "../../../src/records/store.ts";

export async function withMemoryEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openDenoKv(":memory:");
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** The engine with some of its methods replaced. */
export function engineWith(real: Engine, changed: Partial<Engine>): Engine {
  return {
    get: (keys) => real.get(keys),
    scan: (prefix, options) => real.scan(prefix, options),
    commit: (batch) => real.commit(batch),
    close: () => real.close(),
    ...changed,
  };
}

/** A store without timers, in memory unless `options` says otherwise. */
export function openStore(options: Partial<StoreOptions> = {}): Promise<Store> {
  return Store.open({
    location: ":memory:",
    now: Date.now,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
    ...options,
  });
}
