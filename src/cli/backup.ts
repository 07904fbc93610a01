/** `backup FILE`: writes the store, or what changed in it, to one file or to standard output, while servers use it. */
import { setPriority } from "node:os";
import { catchUpWithStore, openKeyringOf } from "../app/open_store.ts";
import { replicaLocation, storeLocation } from "../app/paths.ts";
import { fingerprintOf } from "../app/secret.ts";
import { backUp, type BackupMade, writeAll } from "../db/backup/backup.ts";
import { BackupError } from "../db/backup/backup_file.ts";
import type { BackupReader } from "../db/backup/backup_reader.ts";
import { type AuthenticBackup, findChain } from "../db/backup/chain.ts";
import { requireStore } from "../db/backup/dump.ts";
import { openBackup } from "../db/backup/restore.ts";
import { storeName } from "../db/open_engine.ts";
import { VERSION } from "../model/service.ts";
import { CATALOG } from "../records/index.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function backupCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArgs(args, {
    "with-secret": flag,
    "without-secret": flag,
    since: { type: "string", multiple: true, default: [] },
  }, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new UsageError("usage: backup FILE [--since EARLIER], or - for standard output");
  }
  const location = storeLocation(config);
  if (location === ":memory:") {
    throw new UsageError("a store in memory exists only in its server process; it cannot be backed up");
  }
  if (values["with-secret"] && values["without-secret"]) {
    throw new UsageError("--with-secret and --without-secret contradict each other");
  }
  const toOutput = file === "-";
  if (toOutput && Deno.stdout.isTerminal()) {
    throw new UsageError("standard output is a terminal: send the backup to a file or a program");
  }
  giveWay();
  await requireStore(location);
  if (values.since.length > 0 && /^https?:/.test(location)) {
    throw new UsageError(
      "a store over KV Connect does not tell when entries expire: only whole backups are made of it",
    );
  }
  const readers = values.since.length === 0
    ? []
    : await findChain(values.since, (path) => openBackup(path, config.backupKey));
  for (const { path } of readers) await refuseSameFile(file, path);
  const { secret, previous } = await openKeyringOf(config);
  // A generated secret exists nowhere else, and without it the restored hashes of identifiers match nothing.
  const included = values["with-secret"] || (config.secret === null && !values["without-secret"]);
  const since = readers.map((reader) => withSecret(reader, [secret, ...previous]));
  const earlier = previous.length === 0 ? {} : { previous_secrets: previous };
  const replica = replicaLocation(config);
  if (replica !== null) await catchUpWithStore(config, replica);
  const line = new StatusLine();
  let made: BackupMade;
  try {
    made = await backUp({
      location: replica ?? location,
      catalog: CATALOG,
      program: VERSION,
      file: toOutput ? (bytes) => writeAll(Deno.stdout, bytes) : file,
      key: config.backupKey,
      now: Date.now,
      secret,
      fingerprint: fingerprintOf(secret),
      since,
      ...(included ? { include: { secret, ...earlier } } : {}),
      onProgress: ({ entries, bytes }) =>
        line.show(`${entries.toLocaleString("en")} entries, ${(bytes / 1e6).toFixed(1)} MB read`),
    });
  } finally {
    line.clear();
  }
  const { entries, size, leftOut, why } = made;
  const tell = toOutput ? warn : print;
  const what = since.length === 0 ? "entries" : `changes since ${since.at(-1)!.reader.header.made_at}`;
  tell(
    `${toOutput ? "standard output" : file}: ${entries.toLocaleString("en")} ${what} of ${
      storeName(location)
    }, ${(size / 1e6).toFixed(1)} MB${config.backupKey === null ? "" : ", encrypted"}`,
  );
  warn(
    included
      ? "The secret is in the file: protect it like the data folder. --without-secret leaves it out."
      : "The secret is not in the file. Keep a copy of it: the file cannot be restored without it.",
  );
  if (leftOut === 0) return 0;
  warn(
    `${
      leftOut.toLocaleString("en")
    } entries are not in the file, because no restore would accept them: ${why}`,
  );
  return 1;
}

/** A file must not replace one that it continues. */
async function refuseSameFile(file: string, earlier: string): Promise<void> {
  const placeOf = (path: string) => Deno.realPath(path).catch(() => null);
  const place = await placeOf(file);
  if (place === null || place !== await placeOf(earlier)) return;
  throw new UsageError(`${file} would take the place of a file that it continues; name another one`);
}

/** @throws BackupError when the file was made with a secret that this machine does not have */
function withSecret(reader: BackupReader, secrets: readonly string[]): AuthenticBackup {
  const { secret_fingerprint: wanted } = reader.header;
  const secret = secrets.find((each) => fingerprintOf(each) === wanted);
  if (secret !== undefined) return { reader, secret };
  throw new BackupError(
    `${reader.path} was made with another secret (fingerprint ${wanted}): it cannot be continued here`,
  );
}

/** As `nice` does: a tenth of a core that a server wants. */
const NICENESS = 10;

/** A server on the same machine comes first. Where the system refuses it, the backup is made all the same. */
function giveWay(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // Not permitted to this process.
  }
}
