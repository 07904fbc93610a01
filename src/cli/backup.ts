/** `backup FILE`: writes the whole store to one file, or to standard output, while servers use it. */
import { catchUpWithStore, openKeyringOf } from "../app/open_store.ts";
import { replicaLocation, storeLocation } from "../app/paths.ts";
import { fingerprintOf } from "../app/secret.ts";
import { backUp, type BackupMade, writeAll } from "../db/backup/backup.ts";
import { requireStore } from "../db/backup/dump.ts";
import { storeName } from "../db/open_engine.ts";
import { VERSION } from "../model/service.ts";
import { CATALOG } from "../records/index.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function backupCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArgs(args, { "with-secret": flag, "without-secret": flag }, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new UsageError("usage: backup FILE, or - for standard output");
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
  await requireStore(location);
  const { secret, previous } = await openKeyringOf(config);
  // A generated secret exists nowhere else, and without it the restored hashes of identifiers match nothing.
  const included = values["with-secret"] || (config.secret === null && !values["without-secret"]);
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
      ...(included ? { include: { secret, ...earlier } } : {}),
      onProgress: ({ entries, bytes }) =>
        line.show(`${entries.toLocaleString("en")} entries, ${(bytes / 1e6).toFixed(1)} MB read`),
    });
  } finally {
    line.clear();
  }
  const { entries, size, leftOut, why } = made;
  const tell = toOutput ? warn : print;
  tell(
    `${toOutput ? "standard output" : file}: ${entries.toLocaleString("en")} entries of ${
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
