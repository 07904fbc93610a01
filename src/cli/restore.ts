/** `restore FILE`: replaces the store's contents with a backup, on any engine. */
import type { Config } from "../config.ts";
import { storeLocation } from "../paths.ts";
import { openDataFolder } from "../data_folder.ts";
import { existingSecret, fingerprintOf, replaceSecret } from "../secret.ts";
import { BackupError, type BackupHeader } from "../store/backup/backup_file.ts";
import { storeName } from "../store/open_engine.ts";
import { openBackup, restore } from "../store/backup/restore.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function restoreCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  const { values, positionals } = readArgs(args, { replace: { type: "boolean", default: false } }, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("usage: restore FILE");
  const location = storeLocation(config);
  if (location === ":memory:") throw new UsageError("a backup cannot be restored into a store in memory");
  await openDataFolder(config.dataDir, warn);
  const line = new StatusLine();
  try {
    const reader = await openBackup(file);
    const { written, deleted, expired } = await restore(reader, {
      location,
      replace: values.replace,
      now: Date.now,
      onServed: (processes) => warn(served(processes)),
      onProgress: ({ phase, read, size }) => line.show(`${phase} ${Math.floor(100 * read / size)} %`),
    });
    line.clear();
    const dropped = deleted + expired === 0 ? "" : ` (${deleted} removed, ${expired} expired)`;
    const entries = `${written.toLocaleString("en")} entries of ${reader.header.made_at}`;
    print(`${storeName(location)}: ${entries}${dropped}`);
    await restoreSecret(reader.header, config, warn);
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

/** Puts the backup's secret in place: stored identifiers match only under the secret that hashed them. */
async function restoreSecret(
  header: BackupHeader,
  config: Config,
  warn: (line: string) => void,
): Promise<void> {
  const current = await existingSecret(config.dataDir, config.secret);
  const fingerprint = current === null ? null : fingerprintOf(current);
  if (header.secret_fingerprint === null || fingerprint === header.secret_fingerprint) return;
  if (header.secret === undefined) {
    warn(
      "This backup's identifiers are hashed under another secret, which is not in the file: set WINNOW_SECRET to it" +
        `, or put it into ${config.dataDir}/secret. Until then the restored reports, sightings and linkage are not found.`,
    );
    return;
  }
  const aside = await replaceSecret(config.dataDir, header.secret, Date.now());
  if (aside !== null) warn(`The previous secret is kept in ${aside}.`);
  warn(
    config.secret === null
      ? `The backup's secret is now in ${config.dataDir}/secret. Restart running servers.`
      : `WINNOW_SECRET differs from the backup's secret: set it to the text that is now in ${config.dataDir}/secret.`,
  );
}
