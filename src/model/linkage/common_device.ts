/**
 * Device ids that many devices have, learned from who comes with them. Of the people on an id a sample is kept: one sign-up a
 * network, and of more networks than MAX_USERS those whose keyed hashes come first, so that nobody can choose whom others see.
 * Some 80 bytes for most ids and at most 1.8 kB; merged by union like the other states of linkage, in any order.
 */
import { DAY_MS } from "../duration.ts";
import { countMarks, marked, type Marks, unionOf } from "./marks.ts";

/** One sign-up with the device id. Hashes, or tokens of texts; null for what it did not have. */
export interface DeviceUser {
  /** See `SignupId`. */
  readonly id: string;
  readonly person: string | null;
  /** The /24 or /48. */
  readonly subnet: string | null;
  readonly pattern: string | null;
  readonly block: string | null;
  /** A domain that not everybody can have an address at. */
  readonly organisation: string | null;
  readonly shape: string | null;
  readonly referral: string | null;
  /** The user agent as a whole. */
  readonly agent: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Number of the system that announces the address. */
  readonly operator: number | null;
  /** Its time zone contradicts its network, or many hide behind the network. */
  readonly isDoubtful: boolean;
}

/** What is stored of the people on an id. */
export interface DeviceUsers {
  /** Records of the sample, sorted, without separators. */
  readonly u: string;
  /** Marks of the networks that the sample has no room for. */
  readonly m?: Marks;
  /** Labels: the sign-up, when it was labelled (ms in base 36) and whether as fraud, without separators. */
  readonly l?: string;
}

/** An id is rare again when nobody came with it for this long. */
export const COMMON_DEVICE_MS = 60 * DAY_MS;
/** As long as somebody comes, those of before count for so long. */
const USER_MS = 180 * DAY_MS;
/** Minimum of people who share nothing else, of countries or operators, and of time between the first and the last. */
const COMMON_PEOPLE = 4;
const COMMON_PLACES = 3;
const COMMON_SPAN_MS = DAY_MS;
/** How many of them have to come with the pause that is usual for the kind; two of four may come on one day. */
const SPREAD_PEOPLE = 3;
/** People that have to speak for an id for each that is labelled fraud. */
const PEOPLE_PER_FRAUD = 3;
const MAX_USERS = 16;
const MAX_LABELS = 16;

const ID_CHARS = 32;
const TIME_CHARS = 12;
const COUNTRY_AT = ID_CHARS + 1;
const COUNTRY_CHARS = 2;
const OPERATOR_AT = COUNTRY_AT + COUNTRY_CHARS;
const OPERATOR_CHARS = 5;
const TOKENS_AT = OPERATOR_AT + OPERATOR_CHARS;
const TOKEN_CHARS = 4;
/** In their order in a record. */
const TOKENS = [
  "person",
  "subnet",
  "pattern",
  "block",
  "organisation",
  "shape",
  "referral",
  "agent",
] as const;
type Token = typeof TOKENS[number];
const RECORD_CHARS = TOKENS_AT + TOKENS.length * TOKEN_CHARS;
/** Whoever shares one of these is not somebody else. */
const PERSONAL = ["person", "subnet", "pattern", "block", "organisation"] as const;
const NONE = ".";
const NO_TOKEN = NONE.repeat(TOKEN_CHARS);

const LABEL_TIME_CHARS = 9;
const LABEL_CHARS = ID_CHARS + LABEL_TIME_CHARS + 1;

/** The same state when the sign-up adds nothing to it, as most on an id of many. */
export function addUser(users: DeviceUsers | undefined, user: DeviceUser, now: number): DeviceUsers {
  const record = recordOf(user);
  if (users !== undefined && isSampled(users, record, now)) return users;
  return mergeUsers(users, { u: record }, now);
}

/** The sample has an older sign-up of its network, and nobody who is to be forgotten. */
function isSampled({ u }: DeviceUsers, record: string, now: number): boolean {
  // The oldest comes first.
  if (u === "" || timeOf(u) <= now - USER_MS) return false;
  const rank = rankOf(record);
  for (let at = 0; at < u.length; at += RECORD_CHARS) {
    const known = u.slice(at, at + RECORD_CHARS);
    if (rankOf(known) === rank) return known <= record;
  }
  return false;
}

/** The people of both. */
export function mergeUsers(one: DeviceUsers | undefined, other: DeviceUsers, now: number): DeviceUsers {
  if (one === undefined || one === other) return other;
  const byRank = new Map<string, string>();
  for (const record of [...recordsOf(one.u, now), ...recordsOf(other.u, now)]) {
    const rank = rankOf(record);
    const known = byRank.get(rank);
    if (known === undefined || record < known) byRank.set(rank, record);
  }
  let m = unionOf(one.m ?? "", other.m ?? "");
  if (byRank.size > MAX_USERS) {
    for (const rank of [...byRank.keys()].sort().slice(MAX_USERS)) {
      byRank.delete(rank);
      m = marked(m, "pattern", rank);
    }
  }
  const l = mergeLabels(one.l ?? "", other.l ?? "");
  return {
    u: [...byRank.values()].sort().join(""),
    ...(m === "" ? {} : { m }),
    ...(l === "" ? {} : { l }),
  };
}

/** @param now when it was labelled */
export function labelUser(users: DeviceUsers, id: string, isFraud: boolean, now: number): DeviceUsers {
  const { l = "" } = users;
  const before = labelsOf(l).find((label) => label.startsWith(id));
  // The last of several labels of one moment is the newest.
  const at = before === undefined ? now : Math.max(now, labelTime(before) + 1);
  return { ...users, l: mergeLabels(l, labelOf(id, isFraud, at)) };
}

/** The people on the id without those of some sign-ups. @param ids see `SignupId` */
export function withoutUsers(users: DeviceUsers, ids: ReadonlySet<string>): DeviceUsers {
  const { u, l = "", ...rest } = users;
  const left = labelsOf(l).filter((label) => !ids.has(label.slice(0, ID_CHARS))).join("");
  const records = recordsOf(u, -Infinity).filter((record) => !ids.has(record.slice(0, ID_CHARS)));
  return { ...rest, u: records.join(""), ...(left === "" ? {} : { l: left }) };
}

/** What is usual for devices of the kind. */
export interface DeviceKind {
  /**
   * Some of the people on an id have to come so long after one another, milliseconds: 0 where most ids of the kind are of
   * many, or little is known of it; Infinity where others have ids of their own.
   */
  readonly leastPause: () => number;
  /** Devices of the kind with other ids do not have the user agent. @param token of it */
  readonly isRareAgent: (token: string) => boolean;
}

export interface DeviceView {
  /** What is known of the id says that many devices have it. */
  readonly isCommon: boolean;
  /** At least so many people who share nothing else. */
  readonly people: number;
  /** Two people who share nothing else come from different countries or operators. */
  readonly isShared: boolean;
  /** The shape of addresses that nearly all on it have, with their sign-ups: for an id of which many are expected. */
  readonly alike: { readonly shape: string; readonly ids: readonly string[] } | null;
}

export const UNSHARED_DEVICE: DeviceView = { isCommon: false, people: 1, isShared: false, alike: null };
const NOBODY: DeviceView = { ...UNSHARED_DEVICE, people: 0 };

/** @param own the sign-up in question, which counts as one of the people; null: none */
export function viewDevice(
  users: DeviceUsers | undefined,
  own: DeviceUser | null,
  kind: DeviceKind,
  now: number,
): DeviceView {
  const records = users === undefined ? [] : recordsOf(users.u, now);
  const ownRecord = own === null ? null : recordOf(own);
  if (ownRecord !== null) {
    const rank = rankOf(ownRecord);
    if (!records.some((record) => rankOf(record) === rank)) records.push(ownRecord);
  }
  if (records.length <= 1) return records.length === 0 ? NOBODY : UNSHARED_DEVICE;
  const fraud = fraudIds(users?.l ?? "");
  const undoubted = records.filter((record) => record[ID_CHARS] === "0");
  const groups = groupsOf(records, undoubted, kind);
  const [countries, operators] = [new Set<string>(), new Set<string>()];
  const times: number[] = [];
  let frauds = 0;
  for (const group of groups) {
    const isFraud = group.some((record) => fraud.has(record.slice(0, ID_CHARS)));
    if (isFraud) frauds++;
    const record = group.find((record) => record[ID_CHARS] === "0");
    if (isFraud || record === undefined) continue;
    times.push(timeOf(record));
    const country = record.slice(COUNTRY_AT, OPERATOR_AT);
    const operator = record.slice(OPERATOR_AT, TOKENS_AT);
    if (country[0] !== NONE) countries.add(country);
    if (operator[0] !== NONE) operators.add(operator);
  }
  times.sort((a, b) => a - b);
  const people = times.length;
  const places = Math.max(countries.size, operators.size);
  const isCommon = people >= COMMON_PEOPLE && places >= COMMON_PLACES &&
    times.at(-1)! - times[0]! >= COMMON_SPAN_MS &&
    people >= PEOPLE_PER_FRAUD * Math.max(frauds, fraud.size * people / estimate(users, records, people)) &&
    isSpread(times, kind.leastPause());
  return {
    isCommon,
    people: Math.max(1, estimate(users, records, people)),
    isShared: people >= 2 && places >= 2,
    alike: alikeOf(undoubted),
  };
}

/** Enough people did not come all at once, as a ring does. @param times in order */
function isSpread(times: readonly number[], pause: number): boolean {
  let [count, last] = [0, -Infinity];
  for (const at of times) {
    if (at - last < pause) continue;
    [count, last] = [count + 1, at];
  }
  return count >= SPREAD_PEOPLE;
}

/** At least how many have it, with those that the sample has no room for. */
function estimate(users: DeviceUsers | undefined, records: readonly string[], people: number): number {
  let marks = users?.m ?? "";
  if (marks === "") return people;
  for (const record of records) marks = marked(marks, "pattern", rankOf(record));
  return Math.max(people, Math.floor(countMarks(marks, "pattern", null) * SURE_SHARE));
}

/** An estimate from 64 bits is rarely more than that much too high. */
const SURE_SHARE = 0.8;

/** People, each with all records of theirs. Those who are alike beyond chance are one. */
function groupsOf(records: readonly string[], undoubted: readonly string[], kind: DeviceKind): string[][] {
  const parents = records.map((_, index) => index);
  const find = (index: number): number => parents[index] === index ? index : find(parents[index]!);
  const join = (token: Token, only?: string) => {
    const firsts = new Map<string, number>();
    for (const [index, record] of records.entries()) {
      const value = tokenOf(record, token);
      if (value === NO_TOKEN || (only !== undefined && value !== only)) continue;
      const first = firsts.get(value);
      if (first === undefined) firsts.set(value, index);
      else parents[find(index)] = find(first);
    }
  };
  for (const token of PERSONAL) join(token);
  for (const token of ["shape", "referral", "agent"] as const) {
    const common = beyondChance(undoubted, token);
    if (common !== null && (token !== "agent" || kind.isRareAgent(common))) join(token, common);
  }
  const groups = new Map<number, string[]>();
  for (const [index, record] of records.entries()) {
    const root = find(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [record]);
    else group.push(record);
  }
  return [...groups.values()];
}

/** Minimum of people, and more than which share of all, who have one shape, referral or user agent beyond chance. */
const ALIKE_LEAST = 3;
const ALIKE_SHARE = { shape: 0.8, agent: 0.8, referral: 0.5 } as const;

function beyondChance(records: readonly string[], token: keyof typeof ALIKE_SHARE): string | null {
  const counts = new Map<string, number>();
  for (const record of records) {
    const value = tokenOf(record, token);
    if (value === NO_TOKEN) continue;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count >= ALIKE_LEAST && count > ALIKE_SHARE[token] * records.length) return value;
  }
  return null;
}

/** Of a shape with numbers: by chance few people have the same. */
function alikeOf(records: readonly string[]): DeviceView["alike"] {
  const shape = beyondChance(records, "shape");
  if (shape === null || shape[0] !== NUMBERED) return null;
  const alike = records.filter((record) => tokenOf(record, "shape") === shape);
  return { shape, ids: alike.map((record) => record.slice(0, ID_CHARS)) };
}

/** A short hash of a text that is no secret (FNV-1a). */
export function tokenOfText(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).slice(-TOKEN_CHARS).padStart(TOKEN_CHARS, "0");
}

const NUMBERED = "9";

/** Of a shape; see `signals/email/shape.ts`. Those with numbers of two digits and more are rarer than those of names. */
export function tokenOfShape(shape: string): string {
  return (shape.includes("99") ? NUMBERED : "a") + tokenOfText(shape).slice(1);
}

function recordOf(user: DeviceUser): string {
  const { id, country, operator, isDoubtful } = user;
  let record = id + (isDoubtful ? "1" : "0");
  record += (country ?? "").slice(0, COUNTRY_CHARS).padEnd(COUNTRY_CHARS, NONE);
  record += operator === null
    ? NONE.repeat(OPERATOR_CHARS)
    : operator.toString(36).slice(-OPERATOR_CHARS).padStart(OPERATOR_CHARS, "0");
  for (const token of TOKENS) record += (user[token] ?? "").slice(0, TOKEN_CHARS).padEnd(TOKEN_CHARS, NONE);
  return record;
}

const AT = Object.fromEntries(
  TOKENS.map((token, index) => [token, TOKENS_AT + index * TOKEN_CHARS]),
) as Readonly<
  Record<Token, number>
>;

function tokenOf(record: string, token: Token): string {
  const at = AT[token];
  return record.slice(at, at + TOKEN_CHARS);
}

/** By what the sample is chosen, and of which it has each once: the network, or who it is. */
function rankOf(record: string): string {
  const subnet = tokenOf(record, "subnet");
  if (subnet !== NO_TOKEN) return subnet;
  const person = tokenOf(record, "person");
  return person === NO_TOKEN ? record.slice(ID_CHARS - TOKEN_CHARS, ID_CHARS) : person;
}

function timeOf(record: string): number {
  return parseInt(record.slice(0, TIME_CHARS), 16);
}

/** Those that came within USER_MS. */
function recordsOf(text: string, now: number): string[] {
  const records: string[] = [];
  for (let at = 0; at < text.length; at += RECORD_CHARS) {
    const record = text.slice(at, at + RECORD_CHARS);
    if (timeOf(record) > now - USER_MS) records.push(record);
  }
  return records;
}

function labelOf(id: string, isFraud: boolean, at: number): string {
  return id + at.toString(36).padStart(LABEL_TIME_CHARS, "0") + (isFraud ? "1" : "0");
}

function labelTime(label: string): number {
  return parseInt(label.slice(ID_CHARS, ID_CHARS + LABEL_TIME_CHARS), 36);
}

function labelsOf(text: string): string[] {
  const labels: string[] = [];
  for (let at = 0; at < text.length; at += LABEL_CHARS) labels.push(text.slice(at, at + LABEL_CHARS));
  return labels;
}

/** The newest label of each sign-up, of the newest MAX_LABELS sign-ups. */
function mergeLabels(one: string, other: string): string {
  if (one === other || other === "") return one;
  if (one === "") return other;
  const newest = new Map<string, string>();
  for (const label of [...labelsOf(one), ...labelsOf(other)].sort()) {
    newest.set(label.slice(0, ID_CHARS), label);
  }
  return [...newest.values()].sort().slice(-MAX_LABELS).join("");
}

function fraudIds(text: string): Set<string> {
  return new Set(
    labelsOf(text).filter((label) => label.endsWith("1")).map((label) => label.slice(0, ID_CHARS)),
  );
}

/** Why a device id counts as common, or not. @param people at least so many who share nothing else; null: not counted */
export function whyCommon(isCommon: boolean, people: number | null): string {
  if (isCommon) {
    return people === null || people < COMMON_PEOPLE
      ? "a fingerprint that equal devices have and many people share"
      : `a fingerprint that at least ${people} people share`;
  }
  return people === null || people < 2
    ? "a fingerprint of one device, as far as is known"
    : `${people} people have this fingerprint, too few, too alike or too soon after one another to show that devices share it`;
}

/** Of how many people a label on a common device id is one. @param people that are known, if any */
export function peopleOnCommon(people: number | null): number {
  return Math.max(1, people ?? 0);
}
