/** A batch as an operation of Deno KV, which takes how long an entry is kept from now on instead of until when. */
import type { Batch } from "../engine.ts";
import { GATE } from "./held_expiry.ts";

export interface KvTime {
  /** By how much the machine's clock, which Deno KV goes by, is ahead of that of the batches. */
  readonly aheadMs: number;
  /** True: the file may put off deletions (`held_expiry.ts`). */
  readonly isHolding: boolean;
}

export const USUAL_TIME: KvTime = { aheadMs: 0, isHolding: false };

export function atomicOf(kv: Deno.Kv, batch: Batch, { aheadMs, isHolding }: KvTime): Deno.AtomicOperation {
  const atomic = kv.atomic();
  for (const { key, version } of batch.check ?? []) {
    atomic.check({ key: key, versionstamp: version });
  }
  for (const op of batch.set ?? []) {
    const left = op.expiresAt === undefined
      ? undefined
      : Math.max(1, Math.ceil(op.expiresAt + aheadMs - Date.now()));
    atomic.set(op.key, op.value, left === undefined ? undefined : { expireIn: left });
  }
  const needsGate = isHolding && (batch.delete?.length ?? 0) > 0;
  if (needsGate) atomic.set(GATE, null);
  for (const key of batch.delete ?? []) atomic.delete(key);
  if (needsGate) atomic.delete(GATE);
  for (const { key, by } of batch.add ?? []) atomic.sum(key, BigInt(by));
  return atomic;
}
