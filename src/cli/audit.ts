/** `audit`: who did what, when, and from which network. */
import type { AuditEntry } from "../model/access/audit.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { readArgs, wholeNumber } from "./usage.ts";
import { withStore } from "./with_store.ts";

const DEFAULT_LIMIT = 100;

export async function auditCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, {
    account: { type: "string" },
    limit: { type: "string" },
    json: { type: "boolean", default: false },
  }, false);
  const limit = wholeNumber(values.limit, "limit", 1) ?? DEFAULT_LIMIT;
  return await withStore(context, async ({ store: { accounts, audit } }) => {
    const wanted = values.account === undefined ? null : accounts.accountNamed(values.account);
    if (values.account !== undefined && wanted === null) {
      context.warn(`there is no account ${JSON.stringify(values.account)}`);
      return 1;
    }
    const owners = wanted === null ? [null, ...accounts.all().map(({ id }) => id)] : [wanted.id];
    const pages = await Promise.all(owners.map((owner) => audit.list(owner, { limit })));
    const entries = pages.flat().map(({ entry }) => entry).sort((a, b) => b.at - a.at).slice(0, limit);
    const rows = entries.map((entry) => ({
      at: new Date(entry.at).toISOString(),
      account: entry.account === null ? null : accounts.account(entry.account)?.name ?? entry.account,
      action: entry.action,
      count: entry.count,
      via: entry.via,
      by: entry.name ?? entry.person ?? entry.key,
      network: entry.network,
    }));
    if (values.json) {
      for (const [at, row] of rows.entries()) {
        context.print(JSON.stringify({ ...row, ...rest(entries[at]!) }));
      }
    } else context.print(rows.length === 0 ? "no entries" : table(rows));
    return 0;
  });
}

function rest(entry: AuditEntry) {
  const { until, times, key, person, subjects, names = [], changes = {}, details } = entry;
  const who = { key, person: person ?? null };
  return { until: new Date(until).toISOString(), times, ...who, subjects, names, changes, details };
}
