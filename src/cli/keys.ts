/** `keys create|list|revoke`. A running server applies the change before the command ends. */
import type { KeyMode } from "../model/records.ts";
import { ACCOUNT_NAME, createAccount, createKey, revokeKey } from "../service/access/keys.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { readArgs, UsageError, wholeNumber } from "./usage.ts";
import { serversNotice, withStore } from "./with_store.ts";

export async function keysCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [action, ...rest] = args;
  if (action === "create") return await create(rest, context);
  if (action === "list") return await list(rest, context);
  if (action === "revoke") return await revoke(rest, context);
  throw new UsageError("usage: keys create | list | revoke");
}

async function create(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, {
    account: { type: "string" },
    mode: { type: "string", default: "live" },
    name: { type: "string", default: "" },
    rpm: { type: "string" },
    monthly: { type: "string" },
    json: { type: "boolean", default: false },
  }, false);
  const name = values.account?.trim() ?? "";
  if (!ACCOUNT_NAME.test(name)) throw new UsageError("keys create needs --account NAME (1 to 80 characters)");
  if (values.mode !== "live" && values.mode !== "test") throw new UsageError("--mode must be live or test");
  const mode: KeyMode = values.mode;
  const rpm = wholeNumber(values.rpm, "rpm", 1);
  const monthly = wholeNumber(values.monthly, "monthly", 0);
  return await withStore(context, async (services) => {
    const { accounts } = services.store;
    const { config } = context;
    let account = accounts.accountNamed(name);
    if (account === null) {
      const monthlyQuota = monthly ?? config.monthlyLookups;
      account = await createAccount(services, { name, monthlyQuota, madeBy: "operator" });
    } else if (monthly !== null && monthly !== account.monthlyQuota) {
      account = { ...account, monthlyQuota: monthly };
      await accounts.putAccount(account);
      await serversNotice();
    }
    const { key, secret } = await createKey(services, {
      account,
      mode,
      name: values.name,
      ratePerMinute: rpm ?? config.rateLimit,
    });
    if (values.json) {
      context.print(JSON.stringify({
        key_id: key.id,
        key: secret,
        account: account.name,
        account_id: account.id,
        mode: key.mode,
        rate_limit_per_minute: key.ratePerMinute,
        monthly_quota: account.monthlyQuota,
      }));
      return 0;
    }
    context.print(`${key.mode} key ${key.id} of account "${account.name}", shown only once:`);
    context.print(secret);
    return 0;
  });
}

async function list(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, {
    account: { type: "string" },
    json: { type: "boolean", default: false },
  }, false);
  return await withStore(context, ({ store: { accounts } }) => {
    const wanted = values.account === undefined ? null : accounts.accountNamed(values.account);
    if (values.account !== undefined && wanted === null) {
      context.warn(`there is no account ${JSON.stringify(values.account)}`);
      return Promise.resolve(1);
    }
    const rows = (wanted === null ? accounts.all() : [wanted]).flatMap((account) =>
      accounts.keysOf(account.id).map((key) => ({
        key_id: key.id,
        account: account.name,
        mode: key.mode,
        name: key.name,
        ends_with: key.tail,
        rate_limit_per_minute: key.ratePerMinute,
        created_at: new Date(key.createdAt).toISOString(),
        revoked_at: key.revokedAt === null ? null : new Date(key.revokedAt).toISOString(),
      }))
    );
    if (values.json) context.print(JSON.stringify(rows));
    else context.print(rows.length === 0 ? "no keys" : table(rows));
    return Promise.resolve(0);
  });
}

async function revoke(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals } = readArgs(args, {}, true);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) {
    throw new UsageError("usage: keys revoke KEY_ID (see keys list)");
  }
  return await withStore(context, async (services) => {
    if (!await revokeKey(services, id)) {
      context.warn(`there is no key ${JSON.stringify(id)}`);
      return 1;
    }
    await serversNotice();
    context.print(`revoked ${id}`);
    return 0;
  });
}
