/** `restore FILE`: replaces the store's contents with a backup, on any engine. */
import type { Config } from "../app/settings/config.ts";
import { openDataFolder } from "../app/data_folder.ts";
import { COMMAND_LINE } from "../model/access/audit.ts";
import { withStoreOf } from "../app/open_store.ts";
import { storeLocation } from "../app/paths.ts";
import {
  existingSecret,
  fingerprintOf,
  keepPrevious,
  previousSecrets,
  replaceSecret,
} from "../app/secret.ts";
import { AUTHENTICATED, BackupError, type BackupHeader } from "../db/backup/backup_file.ts";
import { openBackup, restore } from "../db/backup/restore.ts";
import { storeName } from "../db/open_engine.ts";
import { CATALOG } from "../records/index.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function restoreCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArgs(args, { replace: flag, unauthenticated: flag }, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("usage: restore FILE");
  const location = storeLocation(config);
  if (location === ":memory:") throw new UsageError("a backup cannot be restored into a store in memory");
  await openDataFolder(config.dataDir, warn);
  const line = new StatusLine();
  try {
    const reader = await openBackup(file, config.backupKey);
    const { secret, isNew } = await secretOf(reader.header, config, values.unauthenticated);
    if (isNew) {
      warn(
        "This machine has no secret, so the one in the file is used: that the file is whole is all it proves.",
      );
    }
    const { written, deleted, expired } = await restore(reader, {
      location,
      catalog: CATALOG,
      secret,
      replace: values.replace,
      now: Date.now,
      onServed: (processes) => warn(served(processes)),
      onProgress: ({ phase, read, size }) => line.show(`${phase} ${Math.floor(100 * read / size)} %`),
    });
    line.clear();
    const dropped = deleted + expired === 0 ? "" : ` (${deleted} removed, ${expired} expired)`;
    const entries = `${written.toLocaleString("en")} entries of ${reader.header.made_at}`;
    print(`${storeName(location)}: ${entries}${dropped}`);
    if (isNew) await keepSecrets(reader.header, config, warn);
    await withStoreOf(
      config,
      ({ store }) => store.audit.record({ account: null, action: "store_restored" }, COMMAND_LINE),
    );
    return 0;
  } catch (error) {
    line.clear();
    if (error instanceof BackupError) throw new BackupError(`${file} was not restored: ${error.message}`);
    throw error;
  }
}

function served(processes: number): string {
  const who = processes === 1 ? "A server process uses" : `${processes} server processes use`;
  return `${who} this store: data written during the restore may be lost. Stop the server first where that matters.`;
}

/**
 * The secret that authenticates the file: this machine's, or an earlier one of it; the file's own where the machine has none.
 * Null for a file of the former, unauthenticated format.
 * @throws BackupError when it is another one, or not known
 */
async function secretOf(
  header: BackupHeader,
  { dataDir, secret, secretPrevious }: Config,
  unauthenticated: boolean,
): Promise<{ readonly secret: string | null; readonly isNew: boolean }> {
  const { secret_fingerprint: wanted, secret: inFile } = header;
  const isAuthenticated = header.winnow_backup >= AUTHENTICATED;
  if (!isAuthenticated && !unauthenticated) {
    throw new BackupError(
      "it was made by an earlier version and is not authenticated, so it may have been changed by anybody who could write it; --unauthenticated restores it all the same",
    );
  }
  const current = await existingSecret(dataDir, secret);
  if (current !== null) {
    const own = [current, ...secretPrevious, ...await previousSecrets(dataDir)];
    const found = own.find((each) => fingerprintOf(each) === wanted);
    if (found !== undefined) return { secret: isAuthenticated ? found : null, isNew: false };
    if (wanted === null && !isAuthenticated) return { secret: null, isNew: false };
    const away = secret === null ? `move ${dataDir}/secret away` : "unset WINNOW_SECRET";
    throw new BackupError(
      `it was made with another secret (fingerprint ${wanted}) than this machine's (${
        fingerprintOf(current)
      }). ` +
        (inFile === undefined
          ? "Set WINNOW_SECRET to that one"
          : `If the file is yours, ${away}: the secret in the file is used then`),
    );
  }
  if (inFile === undefined) {
    if (wanted === null && !isAuthenticated) return { secret: null, isNew: false };
    throw new BackupError(`it does not hold its secret (fingerprint ${wanted}): set WINNOW_SECRET to it`);
  }
  if (inFile.length < 16 || fingerprintOf(inFile) !== wanted) {
    throw new BackupError("the secret in it is not the one that it names");
  }
  return { secret: isAuthenticated ? inFile : null, isNew: true };
}

/** Stored identifiers match only under the secrets that hashed them. */
async function keepSecrets(
  header: BackupHeader,
  { dataDir }: Config,
  warn: (line: string) => void,
): Promise<void> {
  const earlier = [...header.previous_secrets ?? [], ...await previousSecrets(dataDir)];
  await keepPrevious(dataDir, [...new Set(earlier)]);
  await replaceSecret(dataDir, header.secret!, Date.now());
  warn(`The backup's secret is now in ${dataDir}/secret. Restart running servers.`);
}
