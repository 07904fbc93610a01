/**
 * Which secret the hashes of the store were made with, as fingerprints. A process that has another secret would find nothing
 * and store everything a second time, so every process is asked for the secret when it opens the store.
 */
import { retryOnConflict } from "../concurrency/retry.ts";
import type { Engine } from "../db/engine.ts";
import { WriteConflict } from "../db/failure.ts";
import { list, number, object, record, text } from "./define.ts";

/** The secret that hashes are made with, and those before it that stored data may still be hashed under. */
export interface SecretRecord {
  readonly fingerprint: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly since: number;
  /** Newest first, each with the time of its replacement. */
  readonly previous: readonly { readonly fingerprint: string; readonly until: number }[];
  /** The last rotation: since then values may have moved to other hashes. Absent: there was none. */
  readonly rotatedAt?: number;
}
const secret = object<SecretRecord["previous"][number]>({ fingerprint: text, until: number });
export const SECRET = record({
  prefix: ["meta", "secret"],
  key: [],
  value: object<SecretRecord>({ fingerprint: text, since: number, previous: list(secret) }, {
    rotatedAt: number,
  }),
});

/** Hashes of the same text under earlier secrets, newest first, by its present hash; none of a text that is not known. */
export type EarlierHashes = (hash: string) => readonly string[];

export interface Unlocked {
  /** To be stored in place of the record that was given. */
  readonly record: SecretRecord;
  /** Null: nothing is hashed under an earlier secret. */
  readonly earlier: EarlierHashes | null;
}

/** Judges the secret of this process by the store's record, null in a store without one. @throws when it is not the store's */
export type Unlock = (record: SecretRecord | null) => Promise<Unlocked>;

export async function readSecretRecord(engine: Engine): Promise<SecretRecord | null> {
  const [entry] = await engine.get([SECRET.key()]);
  return SECRET.read(entry?.value);
}

/** @throws what `unlock` throws; nothing is written then */
export async function unlockStore(engine: Engine, unlock: Unlock): Promise<Unlocked> {
  let unlocked: Unlocked | null = null;
  await changeSecretRecord(engine, async (record) => (unlocked = await unlock(record)).record);
  return unlocked!;
}

/** Replaces the record by what `change` returns. @param change repeated when another process changed the record meanwhile */
export async function changeSecretRecord(
  engine: Engine,
  change: (record: SecretRecord | null) => Promise<SecretRecord>,
): Promise<void> {
  const key = SECRET.key();
  await retryOnConflict(async () => {
    const [entry] = await engine.get([key]);
    const record = SECRET.read(entry?.value);
    const next = await change(record);
    if (next === record) return;
    const check = [{ key, version: entry?.version ?? null }];
    const version = await engine.commit({ check, set: [SECRET.set(key, next)] });
    if (version === null) throw new WriteConflict("the record of the secret kept changing");
  }, { when: (error) => error instanceof WriteConflict, attempts: 10 });
}
