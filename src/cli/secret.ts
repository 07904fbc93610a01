/**
 * `secret status|rotate|drop`: the secret that identifiers are hashed under. A rotation begins when a process opens the store
 * with a new secret and the old one in addition.
 */
import { type OpenedSecretRecord, openKeyringOf, withSecretRecord } from "../app/open_store.ts";
import { storeLocation } from "../app/paths.ts";
import { fingerprintOf, keepPrevious, newSecret, previousSecrets, rotateSecret } from "../app/secret.ts";
import { COMMAND_LINE } from "../model/access/audit.ts";
import { LONGEST_LIFETIME_MS } from "../records/index.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { readArgs, UsageError } from "./usage.ts";
import { withStore } from "./with_store.ts";
import type { SecretRecord } from "../records/secret_record.ts";

const IN_MEMORY = "a store in memory exists only in its server process; it has no secret of its own";

type Earlier = SecretRecord["previous"][number];

export async function secretCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArgs(args, { force: flag, json: flag }, true);
  const [action = "status", ...more] = positionals;
  if (more.length === 0) {
    if (action === "rotate") return await rotate(context);
    if (action === "drop") {
      return await withRecord(context, (opened) => drop(context, values.force, opened));
    }
    if (action === "status") {
      return await withRecord(context, ({ record }) => status(context, values.json, record));
    }
  }
  throw new UsageError("usage: secret status [--json] | rotate | drop [--force]");
}

function status({ print }: CommandContext, json: boolean, record: SecretRecord): Promise<number> {
  const rows = [
    { fingerprint: record.fingerprint, used_since: dateOf(record.since), read_until: null },
    ...record.previous.map((earlier) => {
      return { fingerprint: earlier.fingerprint, used_since: null, read_until: dateOf(endOf(earlier)) };
    }),
  ];
  print(json ? JSON.stringify(rows) : table(rows));
  return Promise.resolve(0);
}

async function rotate(context: CommandContext): Promise<number> {
  const { config, print, warn } = context;
  if (storeLocation(config) === ":memory:") throw new UsageError(IN_MEMORY);
  await openKeyringOf(config); // refuses when the present secret is not the store's
  if (config.secret !== null) {
    print(newSecret());
    warn(
      "Nothing has changed yet, because the secret comes from WINNOW_SECRET. On every node put the present value in front " +
        "of WINNOW_SECRET_PREVIOUS (comma-separated) and the one above into WINNOW_SECRET, then restart them all at once.",
    );
    return 0;
  }
  await rotateSecret(config.dataDir);
  await withStore(context, async ({ store }) => {
    await store.audit.record({ account: null, action: "secret_rotated" }, COMMAND_LINE);
    return 0;
  });
  print(`${config.dataDir}/secret is new; the earlier secret is in secret.previous beside it`);
  warn("Restart running servers now, all at once: they hash under the earlier secret until then.");
  return 0;
}

async function drop(
  { config, print, warn }: CommandContext,
  force: boolean,
  { record, change }: OpenedSecretRecord,
): Promise<number> {
  const now = Date.now();
  const over = new Set(record.previous.filter((earlier) => force || endOf(earlier) <= now).map(nameOf));
  const left = record.previous.filter((earlier) => !over.has(nameOf(earlier)));
  if (over.size > 0) {
    await change(({ previous, ...rest }) => {
      return { ...rest, previous: previous.filter((earlier) => !over.has(nameOf(earlier))) };
    });
  }
  const needed = new Set(left.map(nameOf));
  const isNeeded = (secret: string) => needed.has(fingerprintOf(secret));
  await keepPrevious(config.dataDir, (await previousSecrets(config.dataDir)).filter(isNeeded));
  if (over.size > 0) print(`dropped ${[...over].join(", ")}: what is hashed under it is not found any more`);
  if (!config.secretPrevious.every(isNeeded)) {
    warn("WINNOW_SECRET_PREVIOUS holds a secret that is not used any more: take it out on every node.");
  }
  if (left.length > 0) {
    const last = dateOf(Math.max(...left.map(endOf)));
    warn(`Data hashed under an earlier secret expires until ${last}; --force gives it up now.`);
    return 1;
  }
  if (over.size === 0) print("there is no earlier secret");
  return 0;
}

async function withRecord(
  { config }: CommandContext,
  work: (opened: OpenedSecretRecord) => Promise<number>,
): Promise<number> {
  if (storeLocation(config) === ":memory:") throw new UsageError(IN_MEMORY);
  return await withSecretRecord(config, work);
}

function nameOf({ fingerprint }: Earlier): string {
  return fingerprint;
}

/** When everything that expires is gone of what was hashed under it. */
function endOf({ until }: Earlier): number {
  return until + LONGEST_LIFETIME_MS;
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
