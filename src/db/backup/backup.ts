/** Writes a store into one file, which gets its name only when it is complete, or into a stream. */
import { Duplex } from "node:stream";
import { createGzip } from "node:zlib";
import type { Catalog } from "../catalog.ts";
import { BackupError, type BackupHeader, digestOf, endLine, entryLine, FORMAT } from "./backup_file.ts";
import { problemOf, withinLifetime } from "./entry_check.ts";
import { dumpStore } from "./dump.ts";
import { Encryption, type Sink } from "./encrypted_file.ts";
import { untilComplete } from "../deno_kv/dump.ts";
import { SCHEMA_VERSION } from "../schema.ts";

/** Half of the time of the usual level 6, and a file that is a twentieth longer. */
const LEVEL = 2;

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
  readonly onProgress?: (progress: BackupProgress) => void;
}

interface BackupProgress {
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
  const { catalog, program } = options;
  const hash = digestOf(FORMAT, options.secret);
  const madeAt = options.now();
  const encoder = new TextEncoder();
  const header: BackupHeader = {
    winnow_backup: FORMAT,
    schema: SCHEMA_VERSION,
    program,
    made_at: new Date(madeAt).toISOString(),
    secret_fingerprint: options.fingerprint,
    ...options.include,
  };
  const first = encoder.encode(`${JSON.stringify(header)}\n`);
  hash.update(first);
  await sink(first);
  const gzip = Duplex.toWeb(createGzip({ level: LEVEL }));
  const written = gzip.readable.pipeTo(new WritableStream({ write: sink }));
  const writer = gzip.writable.getWriter();
  let [entries, bytes, leftOut] = [0, 0, 0];
  let why: string | null = null;
  const dumping = (async () => {
    try {
      await dumpStore(options.location, catalog, async (dumped) => {
        const kept = dumped.map((entry) => withinLifetime(catalog, entry, madeAt)).filter((entry) => {
          const problem = problemOf(catalog, entry, madeAt);
          if (problem === null) return true;
          why ??= problem;
          leftOut++;
          return false;
        });
        const text = encoder.encode(kept.map((entry) => `${entryLine(entry)}\n`).join(""));
        hash.update(text);
        await writer.write(text);
        entries += kept.length;
        bytes += text.length;
        options.onProgress?.({ entries, bytes });
      });
      await writer.write(encoder.encode(`${endLine({ entries, digest: hash.digest("hex") })}\n`));
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => {});
      throw error;
    }
  })();
  const [dumped, stored] = await Promise.allSettled([dumping, written]);
  // A full disk makes writing fail and thereby the dump; a failed dump makes writing fail with its own reason.
  if (stored.status === "rejected") throw stored.reason;
  if (dumped.status === "rejected") throw dumped.reason;
  return { entries, bytes, leftOut, why };
}

export async function writeAll(file: Pick<Deno.FsFile, "write">, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
