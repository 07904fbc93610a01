/** `restore FILE [NEXT…]`: replaces the store's contents with a backup and the files that continue it, on any engine. */
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
import { AUTHENTICATED, BackupError } from "../db/backup/backup_file.ts";
import type { BackupReader } from "../db/backup/backup_reader.ts";
import { type AuthenticBackup, named, requireChain } from "../db/backup/chain.ts";
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
  if (positionals.length === 0) throw new UsageError("usage: restore FILE [NEXT ...]");
  const location = storeLocation(config);
  if (location === ":memory:") throw new UsageError("a backup cannot be restored into a store in memory");
  await openDataFolder(config.dataDir, warn);
  const line = new StatusLine();
  try {
    const readers: BackupReader[] = [];
    for (const file of positionals) {
      readers.push(await ofFile(file, positionals, () => openBackup(file, config.backupKey)));
    }
    requireChain(readers);
    const own = await ownSecrets(config);
    const chain: AuthenticBackup[] = [];
    for (const reader of readers) {
      const secret = await ofFile(
        reader.path,
        positionals,
        () => Promise.resolve(secretOf(reader, readers, own, config, values.unauthenticated)),
      );
      chain.push({ reader, secret });
    }
    const { header } = readers.at(-1)!;
    const isNew = own === null && header.secret_fingerprint !== null;
    if (isNew) {
      warn(
        "This machine has no secret, so the one in the file is used: that the file is whole is all it proves.",
      );
    }
    const { written, deleted, expired } = await restore(chain, {
      location,
      catalog: CATALOG,
      replace: values.replace,
      now: Date.now,
      onServed: (processes) => warn(served(processes)),
      onProgress: ({ phase, read, size }) => line.show(`${phase} ${Math.floor(100 * read / size)} %`),
    });
    line.clear();
    const dropped = deleted + expired === 0 ? "" : ` (${deleted} removed, ${expired} expired)`;
    const entries = `${written.toLocaleString("en")} entries of ${header.made_at}`;
    print(`${storeName(location)}: ${entries}${dropped}`);
    if (isNew) await keepSecrets(header.secret_fingerprint!, readers, config, warn);
    else if (own !== null) await keepEarlier(own[0], readers, config);
    await withStoreOf(
      config,
      ({ store }) => store.audit.record({ account: null, action: "store_restored" }, COMMAND_LINE),
    );
    return 0;
  } catch (error) {
    line.clear();
    if (error instanceof BackupError) {
      throw new BackupError(`${positionals[0]} was not restored: ${error.message}`);
    }
    throw error;
  }
}

function served(processes: number): string {
  const who = processes === 1 ? "A server process uses" : `${processes} server processes use`;
  return `${who} this store: data written during the restore may be lost. Stop the server first where that matters.`;
}

/** Of several files, what is wrong with one is said with its name. */
async function ofFile<T>(file: string, files: readonly string[], work: () => Promise<T>): Promise<T> {
  return await (files.length === 1 ? work() : named(file, work));
}

/** This machine's secret and the earlier ones of it; null when it has none. */
async function ownSecrets(
  { dataDir, secret, secretPrevious }: Config,
): Promise<readonly [string, ...string[]] | null> {
  const current = await existingSecret(dataDir, secret);
  return current === null ? null : [current, ...secretPrevious, ...await previousSecrets(dataDir)];
}

/**
 * The secret that authenticates the file: this machine's, or an earlier one of it; where the machine has none, one that the
 * files bring. Null for a file of the former, unauthenticated format.
 * @throws BackupError when it is another one, or not known
 */
function secretOf(
  { header: { secret_fingerprint: wanted, winnow_backup: format, secret: inFile } }: BackupReader,
  readers: readonly BackupReader[],
  own: readonly [string, ...string[]] | null,
  { dataDir, secret }: Config,
  unauthenticated: boolean,
): string | null {
  const isAuthenticated = format >= AUTHENTICATED;
  if (!isAuthenticated && !unauthenticated) {
    throw new BackupError(
      "it was made by an earlier version and is not authenticated, so it may have been changed by anybody who could write it; --unauthenticated restores it all the same",
    );
  }
  if (wanted === null && !isAuthenticated) return null;
  if (own !== null) {
    const found = own.find((each) => fingerprintOf(each) === wanted);
    if (found !== undefined) return isAuthenticated ? found : null;
    const away = secret === null ? `move ${dataDir}/secret away` : "unset WINNOW_SECRET";
    throw new BackupError(
      `it was made with another secret (fingerprint ${wanted}) than this machine's (${
        fingerprintOf(own[0])
      }). ` +
        (inFile === undefined
          ? "Set WINNOW_SECRET to that one"
          : `If the file is yours, ${away}: the secret in the file is used then`),
    );
  }
  if (inFile !== undefined && (inFile.length < 16 || fingerprintOf(inFile) !== wanted)) {
    throw new BackupError("the secret in it is not the one that it names");
  }
  const found = secretsIn(readers).find((each) => each.length >= 16 && fingerprintOf(each) === wanted);
  if (found === undefined) {
    throw new BackupError(`it does not hold its secret (fingerprint ${wanted}): set WINNOW_SECRET to it`);
  }
  return isAuthenticated ? found : null;
}

/** The newest first. */
function secretsIn(readers: readonly BackupReader[]): string[] {
  const all = readers.toReversed().flatMap(({ header: { secret, previous_secrets = [] } }) =>
    secret === undefined ? [] : [secret, ...previous_secrets]
  );
  return [...new Set(all)];
}

/** Stored identifiers match only under the secrets that hashed them. */
async function keepSecrets(
  fingerprint: string,
  readers: readonly BackupReader[],
  { dataDir }: Config,
  warn: (line: string) => void,
): Promise<void> {
  const brought = secretsIn(readers);
  const secret = brought.find((each) => fingerprintOf(each) === fingerprint)!;
  const earlier = [...brought, ...await previousSecrets(dataDir)].filter((each) => each !== secret);
  await keepPrevious(dataDir, [...new Set(earlier)]);
  await replaceSecret(dataDir, secret, Date.now());
  warn(`The backup's secret is now in ${dataDir}/secret. Restart running servers.`);
}

/** What the files were made with before this machine's secret: data that they hold may need it. */
async function keepEarlier(
  present: string,
  readers: readonly BackupReader[],
  { dataDir, secretPrevious }: Config,
): Promise<void> {
  const kept = await previousSecrets(dataDir);
  const known = new Set([present, ...secretPrevious, ...kept]);
  const missing = secretsIn(readers).filter((each) => !known.has(each));
  if (missing.length > 0) await keepPrevious(dataDir, [...kept, ...missing]);
}
