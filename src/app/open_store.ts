/** Opens the store of the settings, with the secret that belongs to it. */
import type { Config } from "./settings/config.ts";
import { Clock } from "../concurrency/clock.ts";
import { openDataFolder } from "./data_folder.ts";
import { type Keyring, openKeyring } from "./keyring.ts";
import { existingSecret, fingerprintOf } from "./secret.ts";
import { SettingError } from "./settings/setting.ts";
import { IdentifierHasher } from "../service/access/identifier_hasher.ts";
import type { KeyServices } from "../service/access/keys.ts";
import { replicaLocation, storeLocation } from "./paths.ts";
import { requireStore } from "../db/backup/dump.ts";
import { compactDenoKv, type Compacted } from "../db/deno_kv/compact.ts";
import { repairDenoKv } from "../db/deno_kv/deno_kv.ts";
import type { Repaired } from "../db/deno_kv/journal/recovery.ts";
import { isUnreachable } from "../db/failure.ts";
import { isFile, isPostgres, openEngine, storeName } from "../db/open_engine.ts";
import { StoreOwner } from "../db/owner/owner.ts";
import { isOwned, OwnerLock } from "../db/owner/owner_lock.ts";
import { StoreError } from "../db/engine.ts";
import { catchUp } from "../db/replica.ts";
import { checkSchema, openSchema } from "../db/schema.ts";
import { CATALOG } from "../records/index.ts";
import { changeSecretRecord, readSecretRecord, type SecretRecord } from "../records/secret_record.ts";
import { Store, type StoreOptions } from "../records/store.ts";

interface OpenedStore {
  readonly store: Store;
  readonly keyring: Keyring;
  /** Hashes under the keyring's secrets. */
  readonly hasher: IdentifierHasher;
}

/**
 * @param follow true: changes by other processes are followed
 * @throws StoreError, SettingError with a clear line when the store or the secret cannot be used
 */
export async function openStore(
  config: Config,
  clock: Clock,
  follow: boolean,
  watch: Partial<
    Pick<StoreOptions, "random" | "log" | "onCommitHealth" | "onBilled" | "silent" | "pause" | "inProgress">
  > = {},
): Promise<OpenedStore> {
  const location = storeLocation(config);
  const { now } = clock;
  if (follow && isFile(location) && await isOwned(location)) {
    throw new StoreError(
      `another server uses the store ${location} with several workers (WINNOW_WORKERS); stop it first`,
    );
  }
  let opened: Omit<OpenedStore, "store"> | null = null;
  const store = await Store.open({
    location,
    replica: replicaLocation(config),
    replicaMaxLagMs: config.storeReadMaxLag * 1000,
    connections: config.storeConnections,
    clock,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow,
    ...watch,
    unlock: async (before) => {
      const { keyring, record } = await openKeyring(config, location, before, now());
      const hasher = new IdentifierHasher(keyring.secret, keyring.previous);
      opened = { keyring, hasher };
      return { record, earlier: keyring.previous.length === 0 ? null : (hash) => hasher.earlier(hash) };
    },
  });
  return { store, ...opened! as Omit<OpenedStore, "store"> };
}

/** The secrets of the store, checked and recorded as in `openStore`, without opening the rest of it. */
export async function openKeyringOf(config: Config): Promise<Keyring> {
  const location = storeLocation(config);
  await openDataFolder(config.dataDir);
  const engine = await openEngine(location, CATALOG);
  try {
    await openSchema(engine, storeName(location));
    const keyrings: Keyring[] = [];
    await changeSecretRecord(engine, async (before) => {
      const { keyring, record } = await openKeyring(config, location, before, Date.now());
      keyrings.push(keyring);
      return record;
    });
    return keyrings.at(-1)!;
  } finally {
    await engine.close();
  }
}

/** The record of the store's secret, and how it is changed. */
export interface OpenedSecretRecord {
  readonly record: SecretRecord;
  change(change: (present: SecretRecord) => SecretRecord): Promise<void>;
}

/** @throws SettingError when the present secret is not the store's. Earlier ones need not be there, so that a lost one can be dropped. */
export async function withSecretRecord<T>(
  config: Config,
  work: (opened: OpenedSecretRecord) => Promise<T>,
): Promise<T> {
  const location = storeLocation(config);
  await openDataFolder(config.dataDir);
  const engine = await openEngine(location, CATALOG);
  try {
    const record = await readSecretRecord(engine);
    const secret = await existingSecret(config.dataDir, config.secret);
    if (record === null || secret === null || fingerprintOf(secret) !== record.fingerprint) {
      throw new SettingError(
        `the secret of the store ${storeName(location)} is not here, or it has none yet`,
      );
    }
    return await work({
      record,
      async change(change) {
        await changeSecretRecord(engine, (present) => Promise.resolve(change(present!)));
      },
    });
  } finally {
    await engine.close();
  }
}

/** Of the embedded store's file, while no server runs. @throws StoreError when there is none */
export async function compactStore(path: string): Promise<Compacted> {
  await requireStore(path);
  return await compactDenoKv(path, (engine) => checkSchema(engine, path));
}

/** As `compactStore`: what a damaged journal still holds is written into the store. */
export async function repairStore(path: string): Promise<Repaired> {
  await requireStore(path);
  return await repairDenoKv(path, (engine) => checkSchema(engine, path));
}

/** Resolves when the replica has what the store has now. @throws StoreError when it is too far behind, or cannot be used */
export async function catchUpWithStore(config: Config, replica: string): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const open = async (at: string, isReplica: boolean) => {
    const engine = await openEngine(at, CATALOG, { connections: 1, replica: isReplica });
    opened.defer(() => engine.close());
    return engine;
  };
  const [primary, copy] = [await open(storeLocation(config), false), await open(replica, true)];
  const maxLagMs = config.storeReadMaxLag * 1000;
  await catchUp(primary, copy, { name: storeName(replica), now: Date.now, maxLagMs });
}

/** True when a start failed because the store, a server, cannot be used at the moment. */
export function isStoreAway(config: Config, error: unknown): boolean {
  return isPostgres(storeLocation(config)) && isUnreachable(error);
}

/** Resolves when the store can be opened. @throws as `openStore` */
export async function reachStore(config: Config): Promise<void> {
  await (await openEngine(storeLocation(config), CATALOG)).close();
}

interface OwnedStore {
  /** Resolves when no other process uses it, at the latest after so many milliseconds. */
  left(ms: number): Promise<void>;
  close(): Promise<void>;
}

interface Owning {
  readonly log: (line: string) => void;
  /** Resolves when the process is told to end. */
  readonly stop: Promise<unknown>;
  /** Another process owns the store until it ends, and answers at the same socket. */
  readonly onWait: () => void;
}

/**
 * Has the embedded store open for other processes of this machine, which use it at `ownerLocation(socket)`, until it is closed.
 * @returns null when it was told to stop before it was its turn
 * @throws StoreError
 */
export async function ownStore(
  config: Config,
  socket: string,
  { log, stop, onWait }: Owning,
): Promise<OwnedStore | null> {
  const location = storeLocation(config);
  const lock = new OwnerLock(location);
  if (!await lock.tryTake()) {
    onWait();
    if (!await lock.take(stop)) return null;
  }
  const engine = await openEngine(location, CATALOG, { clock: new Clock(), isOwner: true, log });
  engine.keepTime?.();
  const owner = new StoreOwner(engine, socket);
  return {
    left: (ms) => owner.left(ms),
    async close() {
      await owner.close();
      await engine.close();
      lock.free();
    },
  };
}

/** Opens the store for a short piece of work, in the data folder, and closes it again. */
export async function withStoreOf<T>(
  config: Config,
  work: (services: KeyServices) => Promise<T>,
): Promise<T> {
  await openDataFolder(config.dataDir);
  const clock = new Clock();
  const { store } = await openStore(config, clock, false);
  try {
    return await work({ store, now: clock.now, randomBytes });
  } finally {
    await store.close();
  }
}

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
