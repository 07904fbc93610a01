/** `backup FILE`: writes the whole store to one file, while servers use it. */
import { storeLocation } from "../paths.ts";
import { existingSecret, fingerprintOf } from "../secret.ts";
import { backUp } from "../store/backup/backup.ts";
import { storeName } from "../store/open_engine.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function backupCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArgs(args, { "with-secret": flag, "without-secret": flag }, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("usage: backup FILE");
  const location = storeLocation(config);
  if (location === ":memory:") {
    throw new UsageError("a store in memory exists only in its server process; it cannot be backed up");
  }
  if (values["with-secret"] && values["without-secret"]) {
    throw new UsageError("--with-secret and --without-secret contradict each other");
  }
  const secret = await existingSecret(config.dataDir, config.secret);
  // A generated secret exists nowhere else, and without it the restored hashes of identifiers match nothing.
  const wanted = values["with-secret"] || (config.secret === null && !values["without-secret"]);
  const included = wanted && secret !== null;
  if (values["with-secret"] && secret === null) {
    throw new UsageError(`--with-secret: there is no secret in ${config.dataDir} or WINNOW_SECRET`);
  }
  const line = new StatusLine();
  try {
    const { entries, size } = await backUp({
      location,
      file,
      now: Date.now,
      fingerprint: secret === null ? null : fingerprintOf(secret),
      ...(included ? { secret } : {}),
      onProgress: ({ entries, bytes }) =>
        line.show(`${entries.toLocaleString("en")} entries, ${(bytes / 1e6).toFixed(1)} MB read`),
    });
    line.clear();
    const megabytes = (size / 1e6).toFixed(1);
    print(`${file}: ${entries.toLocaleString("en")} entries of ${storeName(location)}, ${megabytes} MB`);
  } finally {
    line.clear();
  }
  if (secret === null) return 0;
  warn(
    included
      ? "The secret is in the file: protect it like the data folder. --without-secret leaves it out."
      : "The secret is not in the file. Keep a copy of it: without it stored identifiers cannot be matched any more.",
  );
  return 0;
}
