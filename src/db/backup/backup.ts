/**
 * Writes a store into one file, which gets its name only when it is complete, or into a stream: all of it, or what changed since
 * earlier files were made.
 */
import { chain } from "../../concurrency/awaitable.ts";
import type { Catalog } from "../catalog.ts";
import { BackupError, type BackupHeader, FORMAT } from "./backup_file.ts";
import { BlockWriter } from "./block_file.ts";
import { type AuthenticBackup, baseOf } from "./chain.ts";
import { Differences } from "./differences.ts";
import { problemOf, withinLifetime } from "./entry_check.ts";
import { dumpStore } from "./dump.ts";
import { Encryption, type Sink } from "./encrypted_file.ts";
import { type FileEntry, packEntry } from "./file_entry.ts";
import { untilComplete } from "../deno_kv/dump.ts";
import { SCHEMA_VERSION } from "../schema.ts";

interface BackupOptions {
  /** A path, `https://…` or `postgres://…`. */
  readonly location: string;
  readonly catalog: Catalog;
  /** The version of the program that makes it. */
  readonly program: string;
  /** A path, or what takes the bytes of the file. */
  readonly file: string | Sink;
  /** What the file is encrypted with; null or absent: it is not. */
  readonly key?: string | null;
  readonly now: () => number;
  /** The file is authenticated with it. */
  readonly secret: string;
  readonly fingerprint: string;
  /** Written into the file: the secret and the earlier ones. Absent: they are kept elsewhere. */
  readonly include?: Pick<BackupHeader, "secret" | "previous_secrets">;
  /** The files that this one continues, in their order (`findChain`). Absent: it is a whole backup. */
  readonly since?: readonly AuthenticBackup[];
  readonly onProgress?: (progress: BackupProgress) => void;
}

interface BackupProgress {
  /** In the file, so far. */
  readonly entries: number;
  /** Bytes before compression. */
  readonly bytes: number;
}

export interface BackupMade extends BackupProgress {
  /** Entries that no restore would accept. */
  readonly leftOut: number;
  /** The first of them. */
  readonly why: string | null;
  /** Bytes of the file. */
  readonly size: number;
}

/** @throws StoreError, BackupError and errors of the file system; no partial file remains then */
export async function backUp(options: BackupOptions): Promise<BackupMade> {
  const { file } = options;
  if (typeof file !== "string") return await untilComplete(() => write(file, options));
  await refuseOverwriting(file);
  return await untilComplete(() => writeFile(file, options));
}

/** A backup may replace a backup. Any other file with that name is probably a mistake in the command. */
async function refuseOverwriting(path: string): Promise<void> {
  let start = "";
  try {
    using file = await Deno.open(path, { read: true });
    const bytes = new Uint8Array(20);
    start = new TextDecoder().decode(bytes.subarray(0, await file.read(bytes) ?? 0));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (!start.startsWith('{"winnow_backup":')) {
    throw new BackupError(`${path} exists and is not a backup; it is left as it is`);
  }
}

async function writeFile(path: string, options: BackupOptions): Promise<BackupMade> {
  const partial = `${path}.partial-${Deno.pid}`;
  const file = await Deno.open(partial, { write: true, create: true, truncate: true, mode: 0o600 });
  try {
    let made;
    try {
      made = await write((bytes) => writeAll(file, bytes), options);
      await file.sync();
    } finally {
      file.close();
    }
    await Deno.rename(partial, path);
    return made;
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
}

async function write(sink: Sink, options: BackupOptions): Promise<BackupMade> {
  let size = 0;
  const counted: Sink = (bytes) => {
    size += bytes.length;
    return sink(bytes);
  };
  const { key = null } = options;
  if (key === null) return { ...await writeEntries(counted, options), size };
  const encryption = await Encryption.begin(key, counted);
  const made = await writeEntries((bytes) => encryption.write(bytes), options);
  await encryption.end();
  return { ...made, size };
}

async function writeEntries(sink: Sink, options: BackupOptions): Promise<Omit<BackupMade, "size">> {
  const { catalog, secret, since = [] } = options;
  const madeAt = options.now();
  const first = new TextEncoder().encode(`${JSON.stringify(headerOf(options, madeAt))}\n`);
  await sink(first);
  const writer = new BlockWriter(sink, secret, first);
  const put = (entry: FileEntry) => {
    const room = writer.isFull ? writer.write() : undefined;
    return chain(room, () => writer.put(entry));
  };
  const differences = since.length === 0 ? null : new Differences(since, madeAt, put);
  let leftOut = 0;
  let why: string | null = null;
  try {
    await dumpStore(options.location, catalog, async (dumped) => {
      for (const found of dumped) {
        const entry = withinLifetime(catalog, found, madeAt);
        const problem = problemOf(catalog, entry, madeAt);
        if (problem === null) {
          const done = differences === null ? put(packEntry(entry)) : differences.compare(packEntry(entry));
          if (done instanceof Promise) await done;
        } else {
          why ??= problem;
          leftOut++;
        }
      }
      options.onProgress?.({ entries: writer.count, bytes: writer.bytes });
    });
    await differences?.end();
  } finally {
    await differences?.close();
  }
  await writer.write(true);
  return { entries: writer.count, bytes: writer.bytes, leftOut, why };
}

function headerOf(
  { program, fingerprint, include, since = [] }: BackupOptions,
  madeAt: number,
): BackupHeader {
  const last = since.at(-1)?.reader;
  const continues = last && { id: last.header.id!, file: last.name, base: baseOf(last)! };
  return {
    winnow_backup: FORMAT,
    schema: SCHEMA_VERSION,
    program,
    made_at: new Date(madeAt).toISOString(),
    secret_fingerprint: fingerprint,
    ...include,
    id: crypto.randomUUID(),
    ...continues && { continues },
  };
}

export async function writeAll(file: Pick<Deno.FsFile, "write">, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
