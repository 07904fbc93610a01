/** `accounts list|pause|resume|admit|dismiss|set|forget`. A running server applies the change before the command ends. */
import { COMMAND_LINE } from "../model/access/audit.ts";
import { isActive } from "../model/access/key_expiry.ts";
import { type Account, LINKAGE_SCORING, type LinkageScoring, standingOf } from "../model/records.ts";
import type { KeyServices } from "../service/access/keys.ts";
import { changeLimits, type Limits, quotaText } from "../service/access/limits.ts";
import { changeSettings } from "../service/access/settings.ts";
import { forgetAccount, known, setStanding } from "../service/access/standing.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { monthlyOption, readArgs, UsageError, wholeNumber } from "./usage.ts";
import { serversNotice, serversSettle, withStore } from "./with_store.ts";

const USAGE =
  "usage: accounts list [--network-of NAME] | pause NAME | resume NAME | admit NAME | dismiss NAME | " +
  "set NAME [--monthly N|unlimited] [--rpm N] [--linkage report|score] | forget NAME --yes";

interface Options extends Limits {
  readonly yes: boolean;
  readonly linkageScoring?: LinkageScoring;
}

/** What is done to one account; returns the exit code. */
type Action = (
  services: KeyServices,
  account: Account,
  context: CommandContext,
  options: Options,
) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  pause: (services, account, context) => setPaused(services, account, true, context),
  resume: (services, account, context) => setPaused(services, account, false, context),
  admit: async (services, account, { print }) => {
    await setStanding(services, account, "member", serversNotice);
    print(`admitted ${account.name}: its reports and labels count for other accounts`);
    return 0;
  },
  dismiss: async (services, account, { print }) => {
    await setStanding(services, account, "guest", serversNotice);
    print(`dismissed ${account.name}: its reports and labels count for itself only`);
    return 0;
  },
  set,
  forget,
};
/** What an action takes after the account's name. */
const OPTIONS: Readonly<Record<string, string>> = {
  forget: " --yes",
  set: " [--monthly N|unlimited] [--rpm N] [--linkage report|score]",
};

export async function accountsCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [name = "", ...rest] = args;
  if (name === "list") return await list(rest, context);
  const action = ACTIONS[name];
  if (action === undefined) throw new UsageError(USAGE);
  const { values, positionals } = readArgs(rest, {
    yes: { type: "boolean", default: false },
    monthly: { type: "string" },
    rpm: { type: "string" },
    linkage: { type: "string" },
  }, true);
  const [accountName, ...more] = positionals;
  const options = optionsOf(values);
  const isSet = Object.keys(options).length > 1;
  const isWrong = accountName === undefined || more.length > 0 || (options.yes && action !== forget) ||
    (action === set) !== isSet;
  if (isWrong) throw new UsageError(`usage: accounts ${name} NAME${OPTIONS[name] ?? ""}`);
  return await withStore(context, async (services) => {
    const account = services.store.accounts.accountNamed(accountName);
    return account === null
      ? noAccount(context, accountName)
      : await action(services, account, context, options);
  });
}

/** Of an option that was not given there is no field. @throws UsageError */
function optionsOf(values: { yes: boolean; monthly?: string; rpm?: string; linkage?: string }): Options {
  const monthlyQuota = monthlyOption(values.monthly);
  const ratePerMinute = wholeNumber(values.rpm, "rpm", 1);
  const linkageScoring = LINKAGE_SCORING.find((scoring) => scoring === values.linkage);
  if (values.linkage !== undefined && linkageScoring === undefined) {
    throw new UsageError(`--linkage must be ${LINKAGE_SCORING.join(" or ")}`);
  }
  return {
    yes: values.yes,
    ...(monthlyQuota === undefined ? {} : { monthlyQuota }),
    ...(ratePerMinute === null ? {} : { ratePerMinute }),
    ...(linkageScoring === undefined ? {} : { linkageScoring }),
  };
}

async function setPaused(
  { store }: KeyServices,
  account: Account,
  paused: boolean,
  { print }: CommandContext,
): Promise<number> {
  const event = { account: account.id, action: paused ? "account_paused" : "account_resumed" } as const;
  await store.accounts.changeAccount(
    account.id,
    (current) => ({ ...known(current), paused }),
    store.audit.entry(event, COMMAND_LINE),
  );
  await serversNotice();
  print(`${paused ? "paused" : "resumed"} ${account.name}`);
  return 0;
}

async function set(
  { store }: KeyServices,
  account: Account,
  { print }: CommandContext,
  { yes: _, linkageScoring, ...limits }: Options,
): Promise<number> {
  const { name } = account;
  if (linkageScoring !== undefined) {
    await changeSettings(store, account, { linkage_scoring: linkageScoring }, COMMAND_LINE);
  }
  if (Object.keys(limits).length > 0) await changeLimits(store, account, limits, COMMAND_LINE);
  await serversNotice();
  if (limits.monthlyQuota !== undefined) print(`${name} may use ${quotaText(limits.monthlyQuota)} per month`);
  if (limits.ratePerMinute !== undefined) {
    print(`every key of ${name}, present or new, may send ${limits.ratePerMinute} requests per minute`);
  }
  if (linkageScoring === "score") print(`links between the sign-ups of ${name} are part of their scores`);
  if (linkageScoring === "report") print(`links between the sign-ups of ${name} are only reported`);
  return 0;
}

async function forget(
  services: KeyServices,
  account: Account,
  { print, warn }: CommandContext,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  const { accounts, accountData } = services.store;
  const { id, name } = account;
  if (!yes) {
    const { scores, labels, reported } = await accountData.count(id);
    const keys = accounts.keysOf(id).length;
    warn(
      `this would remove the account ${JSON.stringify(name)} (${id}, ${standingOf(account)}) for good: ` +
        `its keys (${keys}), scores (${scores}), labels (${labels}), its part in the reputation of values (${reported}), ` +
        `its rules, its agent policy and its audit log.\nNothing was removed. To remove it: accounts forget NAME --yes`,
    );
    return 2;
  }
  await forgetAccount(services, account, serversSettle);
  print(`forgot ${name}`);
  return 0;
}

async function list(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, {
    json: { type: "boolean", default: false },
    "network-of": { type: "string" },
  }, false);
  const of = values["network-of"];
  return await withStore(context, async ({ store: { accounts, usage } }) => {
    const sibling = of === undefined ? null : accounts.accountNamed(of);
    if (of !== undefined && sibling === null) return noAccount(context, of);
    if (sibling !== null && sibling.signupNetwork === undefined) {
      context.warn(`the network that ${JSON.stringify(of)} signed up from is not known`);
      return 1;
    }
    const month = usage.monthOf(Date.now());
    const wanted = accounts.all().filter(({ signupNetwork }) =>
      sibling === null || signupNetwork === sibling.signupNetwork
    );
    const rows = await Promise.all(
      wanted.map(async (account) => ({
        account_id: account.id,
        name: account.name,
        standing: standingOf(account),
        paused: account.paused,
        monthly_quota: account.monthlyQuota,
        used_this_month: await usage.used(account.id, month),
        keys: accounts.keysOf(account.id).filter((key) => isActive(key, Date.now())).length,
        created_at: new Date(account.createdAt).toISOString(),
      })),
    );
    if (values.json) context.print(JSON.stringify(rows));
    else context.print(rows.length === 0 ? "no accounts" : table(rows.map(readable)));
    return 0;
  });
}

function readable<Row extends { readonly monthly_quota: number | null }>(row: Row) {
  return { ...row, monthly_quota: row.monthly_quota ?? "unlimited" };
}

function noAccount({ warn }: CommandContext, name: string): number {
  warn(`there is no account ${JSON.stringify(name)}`);
  return 1;
}
