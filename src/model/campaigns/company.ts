/**
 * What members of a group have in common besides what made it a group. People come together too (a launch, a newsletter, an
 * office, a new network): they share what brought them and where they are, and differ in everything else.
 */
import { DAY_MS } from "../duration.ts";
import {
  type Board,
  columnOf,
  DEVICE_KIND,
  type Doubt,
  DOUBT_NAMES,
  DOUBTS,
  type Family,
  OLD_BROWSER,
} from "./board.ts";
import type { Group } from "./group.ts";
import { logBinomialTail } from "./probability.ts";

/** What members share that people who come together do not. */
export interface Company {
  readonly families: ReadonlySet<Family>;
  readonly doubts: ReadonlySet<Doubt>;
}

const MIN_MEMBERS = 4;
/** The logarithm of a chance that is none. */
const NO_CHANCE = -8;
/** Of the members, and how many times as many as of others. */
const MIN_SHARE = 0.6;
const MIN_TIMES = 3;
/** A class of device is shared by nearly all of a campaign; a newsletter that is read on phones has more phones. */
const DEVICE_SHARE = 0.85;
/** Of doubts that are rare among people. */
const DOUBT_SHARE = 0.6;
const FRAUD_SHARE = 0.2;
const PRIOR_OTHERS = 50;
/** What people who come together do not share by coming together. */
const TELLING: readonly (readonly [family: Family, column: string])[] = [
  ["shape", "email.shape"],
  ["device", DEVICE_KIND],
  ["device", OLD_BROWSER],
  ["device", "signup.user_agent_family"],
  ["device", "dimension.device"],
  ["mail", "dimension.email"],
  ["phone", "phone.block"],
  ["own", "signup.referral"],
];

/** How often values and doubts are among all rows. */
export interface Population {
  readonly counts: ReadonlyMap<string, Uint32Array>;
  readonly doubts: Readonly<Record<Doubt, number>>;
  /** Of private domains, by their codes. */
  readonly domains: ReadonlyMap<number, readonly number[]>;
}

export function populationOf(board: Board): Population {
  const counts = new Map<string, Uint32Array>();
  for (const [, name] of TELLING) {
    const column = columnOf(board, name);
    if (column === null) continue;
    const own = new Uint32Array(column.values.length + 1);
    for (const code of column.codes) own[code]!++;
    counts.set(name, own);
  }
  return {
    counts,
    domains: privateDomains(board),
    doubts: Object.fromEntries(DOUBT_NAMES.map((name) => {
      let count = 0;
      for (const doubts of board.doubts) if ((doubts & DOUBTS[name]) !== 0) count++;
      return [name, count];
    })) as Record<Doubt, number>,
  };
}

function privateDomains(board: Board): Map<number, number[]> {
  const [domains, classes] = [columnOf(board, "email.domain"), columnOf(board, "email.domain_class")];
  const rowsOf = new Map<number, number[]>();
  const wanted = (classes?.values.indexOf("private") ?? -1) + 1;
  if (domains === null || wanted === 0) return rowsOf;
  for (let row = 0; row < board.count; row++) {
    const code = domains.codes[row]!;
    if (code === 0 || classes!.codes[row] !== wanted) continue;
    const rows = rowsOf.get(code);
    if (rows === undefined) rowsOf.set(code, [row]);
    else rows.push(row);
  }
  return rowsOf;
}

/** Some of the rows, evenly. */
export function thinned(rows: readonly number[], most: number): readonly number[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, at) => rows[Math.floor(at * rows.length / most)]!);
}

/** @param size of the whole group, of which these are some rows */
export function companyOf(
  board: Board,
  population: Population,
  { rows, shares }: Pick<Group, "rows" | "shares">,
  size: number,
): Company {
  const own = new Set(shares.map(({ column }) => board.columns[column]!.family));
  const others = board.count - size;
  // Of the whole group.
  const scale = size / Math.max(1, rows.length);
  const families = new Set<Family>();
  for (const [family, name] of TELLING) {
    const counts = population.counts.get(name);
    if (counts === undefined || own.has(family) || families.has(family)) continue;
    const top = mostOf(columnOf(board, name)!.codes, rows);
    if (top === null) continue;
    const least = family === "device" ? DEVICE_SHARE : MIN_SHARE;
    if (top.count < Math.max(MIN_MEMBERS, least * rows.length)) continue;
    const share = (Math.max(0, counts[top.code]! - scale * top.count) + 1) / (others + PRIOR_OTHERS);
    if (isUnusual(top.count, rows.length, share)) families.add(family);
  }
  return {
    families,
    doubts: new Set(DOUBT_NAMES.filter((doubt) => isDoubted(board, population, doubt, { rows, scale }))),
  };
}

function isDoubted(
  board: Board,
  { doubts }: Population,
  doubt: Doubt,
  { rows, scale }: { readonly rows: readonly number[]; readonly scale: number },
): boolean {
  const bit = DOUBTS[doubt];
  let count = 0;
  for (const row of rows) if ((board.doubts[row]! & bit) !== 0) count++;
  if (doubt === "fraud") return count >= 2 && count >= FRAUD_SHARE * rows.length;
  if (count < Math.max(MIN_MEMBERS, DOUBT_SHARE * rows.length)) return false;
  const others = board.count - scale * rows.length;
  const share = (Math.max(0, doubts[doubt] - scale * count) + 1) / (others + PRIOR_OTHERS);
  return isUnusual(count, rows.length, share);
}

function isUnusual(count: number, of: number, share: number): boolean {
  return count >= MIN_TIMES * share * of && logBinomialTail(count, of, Math.min(share, 0.99)) < NO_CHANCE;
}

/** Of the members, those at schools, and those at organisations. */
const ORGANISATION_SHARE = 0.7;
const COLLEAGUES = 0.4;
/** Of them in one network, or in three of one operator. */
const NETWORK_SHARE = 0.5;
const FEW_NETWORKS = 3;
const HUMAN_SHARE = 0.5;
/** An organisation whose people came before: so many, on so many days. */
const KNOWN_PEOPLE = 4;
const KNOWN_DAYS = 3;
const TELLTALE: readonly Doubt[] = ["hosting", "young", "disposable", "automated", "noDevice", "fraud"];

/** Colleagues, or students: one private domain or a school's, in one network or known for long, with names of people. */
export function isOrganisation(
  board: Board,
  { domains: known }: Population,
  rows: readonly number[],
  doubts: ReadonlySet<Doubt>,
): boolean {
  if (TELLTALE.some((doubt) => doubts.has(doubt))) return false;
  const [domains, classes] = [columnOf(board, "email.domain"), columnOf(board, "email.domain_class")];
  if (domains === null || classes === null) return false;
  const isOf = (wanted: readonly string[]) => {
    const codes = wanted.map((value) => classes.values.indexOf(value) + 1).filter((code) => code > 0);
    return (row: number) => codes.includes(classes.codes[row]!);
  };
  if (rows.filter(isOf(["school", "government"])).length >= ORGANISATION_SHARE * rows.length) return true;
  const byDomain = Map.groupBy(rows.filter(isOf(["private"])), (row) => domains.codes[row]!);
  let colleagues = 0;
  for (const [code, own] of byDomain) {
    if (own.length < MIN_MEMBERS) continue;
    const isOne = isAtOnePlace(board, own) && hasNamesOfPeople(board, own);
    if (isOne || isKnownBefore(board, known.get(code) ?? [], own[0]!)) colleagues += own.length;
  }
  return colleagues >= COLLEAGUES * rows.length;
}

/** In one network, or in few of one operator. */
export function isAtOnePlace(board: Board, rows: readonly number[]): boolean {
  const subnets = columnOf(board, "dimension.subnet");
  if (subnets === null) return false;
  const counts = countsOf(subnets.codes, rows);
  const sizes = [...counts.values()].sort((one, other) => other - one);
  if ((sizes[0] ?? 0) >= NETWORK_SHARE * rows.length) return true;
  const systems = columnOf(board, "ip.asn");
  const system = systems === null ? null : mostOf(systems.codes, rows);
  const few = sizes.slice(0, FEW_NETWORKS).reduce((sum, size) => sum + (size > 1 ? size : 0), 0);
  return few >= NETWORK_SHARE * rows.length && system !== null && system.count >= NETWORK_SHARE * rows.length;
}

function isKnownBefore(board: Board, rows: readonly number[], first: number): boolean {
  const before = rows.filter((row) => row < first);
  const days = new Set(before.map((row) => Math.floor(board.times[row]! / DAY_MS)));
  return before.length >= KNOWN_PEOPLE && days.size >= KNOWN_DAYS;
}

function hasNamesOfPeople(board: Board, rows: readonly number[]): boolean {
  const shapes = columnOf(board, "email.shape");
  if (shapes === null) return true;
  const human = shapes.values.map((shape) => /given|surname/.test(String(shape)));
  const known = rows.filter((row) => shapes.codes[row]! > 0);
  return known.filter((row) => human[shapes.codes[row]! - 1]).length >= HUMAN_SHARE * known.length;
}

export function mostOf(codes: Uint32Array, rows: readonly number[]): { code: number; count: number } | null {
  let top: { code: number; count: number } | null = null;
  for (const [code, count] of countsOf(codes, rows)) {
    if (top === null || count > top.count) top = { code, count };
  }
  return top;
}

/** By code; without what is unknown. */
function countsOf(codes: Uint32Array, rows: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) if (codes[row] !== 0) counts.set(codes[row]!, (counts.get(codes[row]!) ?? 0) + 1);
  return counts;
}
