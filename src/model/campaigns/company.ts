/**
 * What members of a group have in common besides what made it a group. People come together too (a launch, a newsletter, an
 * office, a new network): they share what brought them and where they are, and differ in everything else.
 */
import { type Board, type Doubt, DOUBT_NAMES, DOUBTS, type Family } from "./board.ts";
import type { Group } from "./group.ts";
import { logBinomialTail } from "./probability.ts";

/** What members share that people who come together do not. */
export interface Company {
  readonly families: ReadonlySet<Family>;
  readonly doubts: ReadonlySet<Doubt>;
}

/** Members that are looked at. */
const MAX_MEMBERS = 1_000;
/** Rows of others that are looked at. */
const MAX_OTHERS = 5_000;
const MIN_MEMBERS = 4;
/** The logarithm of a chance that is none. */
const NO_CHANCE = -9;
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
const TELLING: readonly (readonly [family: Family, columns: readonly string[]])[] = [
  ["shape", ["email.shape"]],
  ["device", ["device.browser", "device.os", "device.device_class"]],
  ["device", ["signup.user_agent_family"]],
  ["device", ["dimension.device"]],
  ["mail", ["dimension.email"]],
  ["phone", ["phone.block"]],
  ["own", ["signup.referral"]],
];

export function companyOf(board: Board, group: Pick<Group, "rows" | "shares">): Company {
  const rows = thinned(group.rows, MAX_MEMBERS);
  const members = new Set(group.rows);
  const step = Math.max(1, Math.floor(board.count / MAX_OTHERS));
  const others: number[] = [];
  for (let row = 0; row < board.count; row += step) if (!members.has(row)) others.push(row);
  const own = new Set(group.shares.map(({ column }) => board.columns[column]!.name));
  const families = new Set<Family>();
  for (const [family, names] of TELLING) {
    if (names.some((name) => own.has(name))) continue;
    const least = family === "device" ? DEVICE_SHARE : MIN_SHARE;
    if (shareMuch(board, names, rows, others, least)) families.add(family);
  }
  const doubts = new Set(DOUBT_NAMES.filter((doubt) => isDoubted(board, doubt, rows, others)));
  return { families, doubts };
}

/** Whether most members have one value, which few others have. */
function shareMuch(
  board: Board,
  names: readonly string[],
  rows: readonly number[],
  others: readonly number[],
  least: number,
): boolean {
  const columns = names.flatMap((name) => board.columns.find((column) => column.name === name) ?? []);
  if (columns.length < names.length) return false;
  const valueOf = (row: number) => {
    let value = "";
    for (const { codes } of columns) {
      if (codes[row] === 0) return null;
      value += ` ${codes[row]}`;
    }
    return value;
  };
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = valueOf(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  let [top, most] = ["", 0];
  for (const [value, count] of counts) if (count > most) [top, most] = [value, count];
  if (most < Math.max(MIN_MEMBERS, least * rows.length)) return false;
  const among = others.reduce((sum, row) => sum + (valueOf(row) === top ? 1 : 0), 0);
  return isUnusual(most, rows.length, (among + 1) / (others.length + PRIOR_OTHERS), counts.size);
}

function isDoubted(board: Board, doubt: Doubt, rows: readonly number[], others: readonly number[]): boolean {
  const bit = DOUBTS[doubt];
  const countIn = (some: readonly number[]) =>
    some.reduce((sum, row) => sum + ((board.doubts[row]! & bit) === 0 ? 0 : 1), 0);
  const count = countIn(rows);
  if (doubt === "fraud") return count >= 2 && count >= FRAUD_SHARE * rows.length;
  if (count < Math.max(MIN_MEMBERS, DOUBT_SHARE * rows.length)) return false;
  return isUnusual(count, rows.length, (countIn(others) + 1) / (others.length + PRIOR_OTHERS), 1);
}

function isUnusual(count: number, of: number, share: number, looked: number): boolean {
  if (count < MIN_TIMES * share * of) return false;
  return logBinomialTail(count, of, Math.min(share, 0.99)) + Math.log(Math.max(1, looked)) < NO_CHANCE;
}

function thinned(rows: readonly number[], most: number): readonly number[] {
  if (rows.length <= most) return rows;
  const step = rows.length / most;
  return Array.from({ length: most }, (_, at) => rows[Math.floor(at * step)]!);
}

/** Of the members of an organisation that have one domain. */
const ORGANISATION_SHARE = 0.7;
/** Of them in one network. */
const NETWORK_SHARE = 0.6;
const HUMAN_SHARE = 0.5;
/** An organisation whose people came before: so many, on so many days. */
const KNOWN_PEOPLE = 4;
const KNOWN_DAYS = 3;
const DAY_MS = 86_400_000;

/** Colleagues, or students: one private domain or a school's, in one network or known for long, with names and devices of people. */
export function isOrganisation(board: Board, rows: readonly number[], doubts: ReadonlySet<Doubt>): boolean {
  if (
    ["hosting", "young", "disposable", "automated", "noDevice", "fraud"].some((doubt) =>
      doubts.has(doubt as Doubt)
    )
  ) {
    return false;
  }
  const domains = board.columns.find(({ name }) => name === "email.domain");
  const classes = board.columns.find(({ name }) => name === "email.domain_class");
  if (domains === undefined || classes === undefined) return false;
  const ofClass = (value: string) => classes.values.indexOf(value) + 1;
  const institutions = [ofClass("school"), ofClass("government")].filter((code) => code > 0);
  const atSchool = rows.filter((row) => institutions.includes(classes.codes[row]!)).length;
  if (atSchool >= ORGANISATION_SHARE * rows.length) return true;
  const top = mostOf(domains.codes, rows.filter((row) => classes.codes[row] === ofClass("private")));
  if (top === null || top.count < ORGANISATION_SHARE * rows.length) return false;
  if (isKnownBefore(board, domains.codes, top.code, rows[0]!)) return true;
  const subnets = board.columns.find(({ name }) => name === "dimension.subnet");
  const near = subnets === undefined ? null : mostOf(subnets.codes, rows);
  return near !== null && near.count >= NETWORK_SHARE * rows.length && hasNamesOfPeople(board, rows);
}

function isKnownBefore(board: Board, codes: Uint32Array, code: number, first: number): boolean {
  const days = new Set<number>();
  let people = 0;
  for (let row = 0; row < first; row++) {
    if (codes[row] !== code) continue;
    people++;
    days.add(Math.floor(board.times[row]! / DAY_MS));
  }
  return people >= KNOWN_PEOPLE && days.size >= KNOWN_DAYS;
}

function hasNamesOfPeople(board: Board, rows: readonly number[]): boolean {
  const shapes = board.columns.find(({ name }) => name === "email.shape");
  if (shapes === undefined) return true;
  const human = shapes.values.map((shape) => /given|surname/.test(String(shape)));
  const known = rows.filter((row) => shapes.codes[row]! > 0);
  return known.filter((row) => human[shapes.codes[row]! - 1]).length >= HUMAN_SHARE * known.length;
}

function mostOf(codes: Uint32Array, rows: readonly number[]): { code: number; count: number } | null {
  const counts = new Map<number, number>();
  for (const row of rows) if (codes[row] !== 0) counts.set(codes[row]!, (counts.get(codes[row]!) ?? 0) + 1);
  let top: { code: number; count: number } | null = null;
  for (const [code, count] of counts) if (top === null || count > top.count) top = { code, count };
  return top;
}
