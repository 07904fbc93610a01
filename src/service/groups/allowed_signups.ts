/** When the allowed, unlabelled sign-ups of groups were, read from the columns of stored scores. */
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Facts, FactValue } from "../../model/facts/fact.ts";
import type { FactName } from "../../model/facts/table.ts";
import { type GroupKey, type GroupKind, groupsOf, kindOf } from "../../model/groups/group.ts";
import type { ColumnBlock, ColumnName } from "../../records/scores/score_columns.ts";
import type { Store } from "../../records/store.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** Older sign-ups are not looked at. */
const CUSTOMER_DAYS = 30;

/** What groups are made of. */
const GROUP_FACTS = [
  "ip.network",
  "ip.asn",
  "email.domain",
  "email.domain_class",
  "email.domain_age_days",
  "email.is_subdomain",
  "email.shape",
  "phone.block",
  "signup.referral",
  "signup.user_agent_family",
] as const satisfies readonly FactName[];
const COLUMNS = ["subject", "mode", "verdict", "components", "dimension.subnet", ...GROUP_FACTS] as const;

interface AllowedSignups {
  /** Of each group, ascending. */
  readonly times: ReadonlyMap<GroupKey, readonly number[]>;
  /** In any group or none. */
  readonly total: number;
  /** Those of the group of sub-domains by their domains. */
  readonly atSubdomains: ReadonlyMap<GroupKey, readonly number[]>;
}

/** @param isLabelled by the place of a score */
export async function allowedSignups(
  { scoreColumns }: Pick<Store, "scoreColumns">,
  account: string,
  groups: readonly GroupKey[],
  { now, isLabelled }: { readonly now: number; readonly isLabelled: (place: string) => boolean },
): Promise<AllowedSignups> {
  const times = new Map<GroupKey, number[]>(groups.map((key) => [key, []]));
  const span = { since: now - CUSTOMER_DAYS * DAY_MS, until: now + MINUTE_MS };
  const atSubdomains = new Map<GroupKey, number[]>();
  let total = 0;
  const slice = new TimeSlice();
  slice.pause();
  for await (const block of scoreColumns.blocks(account, ["at", ...COLUMNS], span, "oldest")) {
    slice.resume();
    const { found, allowed } = rowsInGroups(block, times);
    total += allowed;
    const places = await block.positions(found.map(({ row }) => row));
    found.forEach(({ row, keys }, at) => {
      if (isLabelled(places[at]!)) return;
      const time = block.times[row]!;
      for (const key of keys) times.get(key)?.push(time);
      const isAtSubdomain = keys.some((key) => isOfSubdomains(key) && times.has(key));
      const domain = isAtSubdomain ? keys.find(isOfDomain) : undefined;
      if (domain === undefined) return;
      const known = atSubdomains.get(domain);
      if (known === undefined) atSubdomains.set(domain, [time]);
      else known.push(time);
    });
    if (slice.isOver) await slice.next();
    slice.pause();
  }
  // Those of one commit may be out of order.
  for (const list of [...times.values(), ...atSubdomains.values()]) list.sort((one, other) => one - other);
  return { times, total, atSubdomains };
}

const isOfSubdomains = (key: GroupKey) => kindOf(key) === "subdomain";
const isOfDomain = (key: GroupKey) => kindOf(key) === "domain";

interface FoundRow {
  readonly row: number;
  /** All its groups. */
  readonly keys: readonly GroupKey[];
}

/** The rows of allowed sign-ups that are in one of the groups. */
function rowsInGroups(block: ColumnBlock, wanted: ReadonlyMap<GroupKey, unknown>) {
  let allowed = 0;
  const isAllowed = rowFilter(block, { subject: "user", mode: "live", verdict: "allow" });
  if (isAllowed === null) return { found: [], allowed };
  const mayBeIn = candidateFilter(block, wanted);
  const subjectOf = subjectReader(block);
  const found: FoundRow[] = [];
  for (let row = 0; row < block.count; row++) {
    if (!isAllowed(row)) continue;
    allowed++;
    if (!mayBeIn(row)) continue;
    const keys = groupsOf(subjectOf(row));
    if (keys.some((key) => wanted.has(key))) found.push({ row, keys });
  }
  return { found, allowed };
}

/** What names a group besides the rest of its key. */
const NAMED_BY: Readonly<Record<GroupKind, ColumnName>> = {
  domain: "email.domain",
  subdomain: "email.domain_class",
  phone_block: "phone.block",
  network: "dimension.subnet",
  hosting: "ip.asn",
  referral: "signup.referral",
  client: "signup.user_agent_family",
  shape: "email.shape",
};

/** The rows that have what names one of the groups: most have not. */
function candidateFilter(
  block: ColumnBlock,
  wanted: ReadonlyMap<GroupKey, unknown>,
): (row: number) => boolean {
  const names = new Map<ColumnName, Set<string>>();
  for (const key of wanted.keys()) {
    const kind = kindOf(key);
    const value = kind === "shape" ? key.split(" ")[2]! : key.slice(kind.length + 1);
    names.set(NAMED_BY[kind], (names.get(NAMED_BY[kind]) ?? new Set()).add(value));
  }
  const tests = [...names].flatMap(([name, values]) => {
    const column = block.column(name);
    if (column === null) return [];
    const isNamed = Uint8Array.from([0, ...column.values.map((value) => values.has(String(value)) ? 1 : 0)]);
    return isNamed.includes(1) ? [{ codes: column.codes, isNamed }] : [];
  });
  return (row) => tests.some(({ codes, isNamed }) => isNamed[codes[row]!] === 1);
}

/** Null: no row has these values. */
function rowFilter(
  block: ColumnBlock,
  values: Readonly<Record<string, string>>,
): ((row: number) => boolean) | null {
  const wanted: { readonly codes: ArrayLike<number>; readonly code: number }[] = [];
  for (const [name, value] of Object.entries(values)) {
    const column = block.column(name as ColumnName); // as the columns are named
    const code = column === null ? 0 : column.values.indexOf(value) + 1;
    if (column === null || code === 0) return null;
    wanted.push({ codes: column.codes, code });
  }
  return (row) => wanted.every(({ codes, code }) => codes[row] === code);
}

function subjectReader(block: ColumnBlock) {
  const facts = GROUP_FACTS.map((name) => [name, block.column(name)] as const);
  const subnets = block.column("dimension.subnet");
  const components = block.column("components");
  const withDevice = components?.values.map((kinds) => Array.isArray(kinds) && kinds.includes("device")) ??
    [];
  return (row: number) => {
    const known: { [name: string]: FactValue } = {};
    for (const [name, column] of facts) {
      // Facts are no sets.
      const value = column?.values[column.codes[row]! - 1] as FactValue | undefined;
      if (value !== undefined) known[name] = value;
    }
    const subnet = subnets?.values[subnets.codes[row]! - 1];
    return {
      facts: known as Facts,
      subnet: subnet === undefined ? null : String(subnet),
      hasDevice: withDevice[(components?.codes[row] ?? 0) - 1] ?? false,
    };
  };
}
