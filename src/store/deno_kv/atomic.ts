/** A batch as an operation of Deno KV, which takes how long an entry is kept from now on instead of until when. */
import type { Batch } from "../engine.ts";

export function atomicOf(kv: Deno.Kv, batch: Batch): Deno.AtomicOperation {
  const atomic = kv.atomic();
  for (const { key, version } of batch.check ?? []) {
    atomic.check({ key: key, versionstamp: version });
  }
  for (const op of batch.set ?? []) {
    const left = op.expiresAt === undefined ? undefined : Math.max(1, Math.ceil(op.expiresAt - Date.now()));
    atomic.set(op.key, op.value, left === undefined ? undefined : { expireIn: left });
  }
  for (const key of batch.delete ?? []) atomic.delete(key);
  for (const { key, by } of batch.add ?? []) atomic.sum(key, BigInt(by));
  return atomic;
}
