/** `backup FILE`: the whole store as one file, while servers use it. */
import { storeLocation } from "../app.ts";
import { existingSecret, fingerprintOf } from "../secret.ts";
import { backUp } from "../store/backup/backup.ts";
import { storeName } from "../store/open_engine.ts";
import type { CommandContext } from "./context.ts";
import { StatusLine } from "./status_line.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function backupCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  const { values, positionals } = readArgs(
    args,
    {
      "with-secret": { type: "boolean", default: false },
      "without-secret": { type: "boolean", default: false },
    },
    true,
  );
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("backup takes one FILE");
  const location = storeLocation(config);
  if (location === ":memory:") {
    throw new UsageError("a store in memory is its server's alone: nothing to back up");
  }
  if (values["with-secret"] && values["without-secret"]) {
    throw new UsageError("--with-secret and --without-secret say opposite things");
  }
  const secret = await existingSecret(config.dataDir, config.secret);
  // One that was made here is nowhere else: without it, what a backup brings back about identifiers is never found.
  const wanted = values["with-secret"] || (config.secret === null && !values["without-secret"]);
  const included = wanted && secret !== null;
  if (values["with-secret"] && secret === null) {
    throw new UsageError(`--with-secret: there is no secret in ${config.dataDir}, nor in WINNOW_SECRET`);
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
    print(
      `${file}: ${entries.toLocaleString("en")} entries of ${storeName(location)}, ${
        (size / 1e6).toFixed(1)
      } MB`,
    );
  } finally {
    line.clear();
  }
  if (secret === null) return 0;
  warn(
    included
      ? "The secret is in it: guard the file as the data folder. --without-secret leaves it out."
      : "The secret is not in it. Keep that apart: without it stored identifiers are never found again.",
  );
  return 0;
}
