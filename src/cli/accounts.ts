/** `accounts list|pause|resume`. */
import { isActive } from "../model/access/key_expiry.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { readArgs, UsageError } from "./usage.ts";
import { serversNotice, withStore } from "./with_store.ts";

export async function accountsCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [action, ...rest] = args;
  const { values, positionals } = readArgs(rest, { json: { type: "boolean", default: false } }, true);
  if (action === "list") {
    if (positionals.length > 0) throw new UsageError("usage: accounts list");
    return await list(context, values.json);
  }
  if (action !== "pause" && action !== "resume") {
    throw new UsageError("usage: accounts list | pause NAME | resume NAME");
  }
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(`usage: accounts ${action} NAME`);
  return await withStore(context, async ({ store: { accounts } }) => {
    const account = accounts.accountNamed(name);
    if (account === null) {
      context.warn(`there is no account ${JSON.stringify(name)}`);
      return 1;
    }
    await accounts.putAccount({ ...account, paused: action === "pause" });
    await serversNotice();
    context.print(`${action === "pause" ? "paused" : "resumed"} ${name}`);
    return 0;
  });
}

async function list(context: CommandContext, json: boolean): Promise<number> {
  return await withStore(context, async ({ store: { accounts, usage } }) => {
    const month = usage.monthOf(Date.now());
    const rows = await Promise.all(
      accounts.all().map(async (account) => ({
        account_id: account.id,
        name: account.name,
        paused: account.paused,
        monthly_quota: account.monthlyQuota,
        used_this_month: await usage.used(account.id, month),
        keys: accounts.keysOf(account.id).filter((key) => isActive(key, Date.now())).length,
        created_at: new Date(account.createdAt).toISOString(),
      })),
    );
    if (json) context.print(JSON.stringify(rows));
    else context.print(rows.length === 0 ? "no accounts" : table(rows));
    return 0;
  });
}
