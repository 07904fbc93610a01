/** `keys create|list|rotate|revoke`. A running server applies the change before the command ends. */
import { COMMAND_LINE } from "../model/access/audit.ts";
import { parseExpiry, parseSpan } from "../model/access/key_expiry.ts";
import type { Grant } from "../model/access/action.ts";
import { ALL_SCOPES, type KeyScope, parseScopes, scopesOf } from "../model/access/key_scope.ts";
import { isRole, type Role, ROLES } from "../model/access/role.ts";
import { InvalidValue } from "../model/invalid_value.ts";
import type { Account, KeyMode } from "../model/records.ts";
import { timestamp } from "../model/timestamp.ts";
import {
  ACCOUNT_NAME,
  createAccount,
  createKey,
  type NewKey,
  revokeKey,
  rotateKey,
  ROTATION_OVERLAP_MS,
} from "../service/access/keys.ts";
import { changeLimits, quotaText } from "../service/access/limits.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { monthlyOption, readArgs, UsageError, wholeNumber } from "./usage.ts";
import { serversNotice, withStore } from "./with_store.ts";

export async function keysCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [action, ...rest] = args;
  if (action === "create") return await create(rest, context);
  if (action === "list") return await list(rest, context);
  if (action === "rotate") return await rotate(rest, context);
  if (action === "revoke") return await revoke(rest, context);
  throw new UsageError("usage: keys create | list | rotate | revoke");
}

async function create(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, {
    account: { type: "string" },
    mode: { type: "string", default: "live" },
    name: { type: "string", default: "" },
    rpm: { type: "string" },
    monthly: { type: "string" },
    scope: { type: "string", multiple: true },
    role: { type: "string" },
    expires: { type: "string" },
    json: { type: "boolean", default: false },
  }, false);
  const name = values.account?.trim() ?? "";
  if (!ACCOUNT_NAME.test(name)) throw new UsageError("keys create needs --account NAME (1 to 80 characters)");
  if (values.mode !== "live" && values.mode !== "test") throw new UsageError("--mode must be live or test");
  const mode: KeyMode = values.mode;
  const rpm = wholeNumber(values.rpm, "rpm", 1);
  const monthly = monthlyOption(values.monthly);
  const grant = grantOption(values.scope, values.role);
  const expiresAt = expiryOption(values.expires) ?? null;
  return await withStore(context, async (services) => {
    const { accounts } = services.store;
    let account = accounts.accountNamed(name);
    if (account === null) {
      // WINNOW_MONTHLY_LOOKUPS is for accounts that sign up by themselves: the operator's own must not end unannounced.
      account = await createAccount(services, { name, monthlyQuota: monthly ?? null, madeBy: "operator" });
    } else if (monthly !== undefined && monthly !== account.monthlyQuota) {
      account = await changeLimits(services.store, account, { monthlyQuota: monthly }, COMMAND_LINE);
      await serversNotice();
    }
    const made = await createKey(services, {
      account,
      mode,
      name: values.name,
      ratePerMinute: rpm ?? account.ratePerMinute ?? context.config.rateLimit,
      ...grant,
      expiresAt,
    });
    if (values.json) context.print(JSON.stringify(newKeyBody(account, made)));
    else {
      context.print(`${titleOf(account, made)}, shown only once:`);
      context.print(made.secret);
      context.print(limitsOf(account, made));
    }
    return 0;
  });
}

function limitsOf({ name, monthlyQuota }: Account, { key }: NewKey): string {
  const monthly = monthlyQuota === null
    ? "has no monthly limit (unlimited lookups; --monthly N sets one)"
    : `may use ${quotaText(monthlyQuota)} per month (--monthly changes that)`;
  return `account "${name}" ${monthly}; this key may send ${key.ratePerMinute} requests per minute`;
}

function newKeyBody(account: Account, { key, secret }: NewKey) {
  return {
    key_id: key.id,
    key: secret,
    account: account.name,
    account_id: account.id,
    mode: key.mode,
    rate_limit_per_minute: key.ratePerMinute,
    monthly_quota: account.monthlyQuota,
    scopes: scopesOf(key),
    role: key.role ?? null,
    expires_at: timeOrNull(key.expiresAt),
  };
}

function titleOf(account: Account, { key }: NewKey): string {
  const may = key.role !== undefined
    ? ` with the role ${key.role}`
    : key.scopes === undefined
    ? ""
    : ` with the scopes ${key.scopes.join(", ")}`;
  const end = key.expiresAt === undefined ? "" : `, until ${timestamp(key.expiresAt)}`;
  return `${key.mode} key ${key.id} of account "${account.name}"${may}${end}`;
}

function timeOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : timestamp(at);
}

function grantOption(texts: readonly string[] | undefined, role: string | undefined): Grant {
  if (role !== undefined) {
    if (texts !== undefined) throw new UsageError("--role and --scope: a key has one or the other");
    if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLES.join(", ")}`);
    return { role };
  }
  const scopes = texts === undefined ? ALL_SCOPES : parseScopes(texts);
  if (scopes instanceof InvalidValue) throw new UsageError(`--scope ${scopes.reason}`);
  return { scopes };
}

/** Undefined when it is not given; null: never. */
function expiryOption(text: string | undefined): number | null | undefined {
  if (text === undefined || text === "never") return text === undefined ? undefined : null;
  const at = parseExpiry(text, Date.now());
  if (at instanceof InvalidValue) throw new UsageError(`--expires ${at.reason}`);
  return at;
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
        created_at: timestamp(key.createdAt),
        revoked_at: timeOrNull(key.revokedAt),
        scopes: scopesOf(key),
        role: key.role ?? null,
        expires_at: timeOrNull(key.expiresAt),
        replaced_by: key.replacedBy ?? null,
      }))
    );
    if (values.json) context.print(JSON.stringify(rows));
    else context.print(rows.length === 0 ? "no keys" : table(rows.map(shortened)));
    return Promise.resolve(0);
  });
}

/** One column for what a key may do. */
function shortened<Row extends { readonly scopes: readonly KeyScope[]; readonly role: Role | null }>(
  { role, ...row }: Row,
) {
  const scopes = row.scopes.length === ALL_SCOPES.length ? "all" : row.scopes.join(",");
  return { ...row, scopes: role === null ? scopes : `role ${role}` };
}

async function rotate(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArgs(args, {
    overlap: { type: "string" },
    expires: { type: "string" },
    json: { type: "boolean", default: false },
  }, true);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) {
    throw new UsageError(
      "usage: keys rotate KEY_ID [--overlap 24h] [--expires 30d] [--json] (see keys list)",
    );
  }
  const overlapMs = values.overlap === undefined ? ROTATION_OVERLAP_MS : parseSpan(values.overlap);
  if (overlapMs === null) throw new UsageError("--overlap must be a time such as 24h, 90m or 7d, or 0");
  const expiresAt = expiryOption(values.expires);
  return await withStore(context, async (services) => {
    const options = { overlapMs, ...(expiresAt === undefined ? {} : { expiresAt }) };
    const { made, replaced } = await rotateKey(services, id, options);
    await serversNotice();
    const account = services.store.accounts.account(made.key.account)!;
    const end = timeOrNull(replaced.expiresAt);
    if (values.json) {
      const replaces = { key_id: replaced.id, expires_at: end };
      context.print(JSON.stringify({ ...newKeyBody(account, made), replaces }));
      return 0;
    }
    context.print(`${titleOf(account, made)}, shown only once:`);
    context.print(made.secret);
    context.print(`It replaces ${replaced.id}, which is refused from ${end}.`);
    return 0;
  });
}

async function revoke(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals } = readArgs(args, {}, true);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) {
    throw new UsageError("usage: keys revoke KEY_ID (see keys list)");
  }
  return await withStore(context, async (services) => {
    await revokeKey(services, id);
    await serversNotice();
    context.print(`revoked ${id}`);
    return 0;
  });
}
