/** What a group is, for people and as a rule. */
import { DAY_MS, MINUTE_MS } from "../duration.ts";
import { isFactName } from "../facts/table.ts";
import type { FactValue } from "../facts/fact.ts";
import { isCustomFact } from "../facts/custom.ts";
import { VERDICTS } from "../verdict.ts";
import { type Board, columnOf, DEVICE_KIND, RING } from "./board.ts";
import type { CampaignFacts, SuggestedRule } from "./campaign.ts";
import { type Group, has, type Share } from "./group.ts";

/** In few words. */
const WORDS: Readonly<Record<string, string>> = {
  "ip.country": "country",
  "ip.region": "region",
  "ip.city": "city",
  "ip.asn": "network AS",
  "ip.network": "kind of network",
  "email.domain": "e-mail domain",
  "email.domain_class": "class of e-mail domain",
  "email.shape": "e-mail shape",
  "phone.country": "phone country",
  "phone.line_type": "phone line",
  "phone.carrier": "carrier",
  "phone.block": "phone numbers in a row",
  "device.browser": "browser",
  "device.browser_major": "browser version",
  "device.os": "system",
  "device.kind": "browser",
  "device.device_class": "device class",
  "device.timezone": "time zone",
  "device.language": "language",
  "device.automation": "automated browser",
  "device.is_common": "device id of many",
  "domain.registrar": "registrar",
  "signup.user_agent_family": "user agent",
  "signup.agent": "AI agent",
  "signup.referral": "referral",
  "dimension.ip": "one IP address",
  "dimension.subnet": "one network (/24 or /48)",
  "dimension.device": "one device",
  "dimension.email": "one mailbox",
  "dimension.phone": "one phone number",
  "ring": "one ring",
};
/** Dimensions that conditions count sign-ups by. */
const COUNTED: Readonly<Record<string, string>> = {
  "dimension.ip": "ip",
  "dimension.subnet": "subnet",
  "dimension.device": "device",
};
/** People that a rule may touch. */
const MOST_GOOD = 0.005;
const SHARED_BY = 0.95;
/** Of the members, those that the whole rule is still true of. */
const LEAST_CAUGHT = 0.9;
const MAX_MORE = 4;
/** Domains that a rule names besides, each of so many members. */
const MAX_DOMAINS = 8;
const MIN_AT_DOMAIN = 2;
const MIN_COUNT = 4;
const MAX_COUNT = 50;
const COUNT_SHARE = 0.6;
/** So many sign-ups of a country in ten minutes are a wave. */
const WAVE = 3;
const WAVE_MS = 10 * MINUTE_MS;
const WAVE_SHARE = 0.8;
const GOOD_DAYS = 30;
const SAFE_BLOCK = 3;
/** Ids that many devices have are left out. */
const OWN_DEVICE = " && (!known(device.is_common) || device.is_common == false)";
const BETWEEN = " on ";

export interface Described {
  readonly text: string;
  readonly facts: CampaignFacts;
  readonly shared: readonly string[];
  readonly rule: SuggestedRule;
  readonly shareOfGood: number;
}

export function describe(board: Board, group: Group): Described {
  const facts: Record<string, (FactValue | null)[]> = {};
  const shared: string[] = [];
  for (const share of group.shares) {
    const { name, values } = valuesOf(board, share);
    if (name === DEVICE_KIND) {
      const [browser = "", os = ""] = String(values[0]).split(BETWEEN);
      facts["device.browser"] = [browser];
      facts["device.os"] = [os];
    } else if (isFact(name)) facts[name] = [...values];
    else shared.push(...values.map((value) => name === RING ? `ring ${value}` : `${name} ${value}`));
  }
  return {
    text: group.shares.map((share) => wordsOf(board, share)).join(", "),
    facts,
    shared,
    rule: ruleOf(board, group),
    shareOfGood: shareOfGood(board, group),
  };
}

/** Null: unknown. */
function valuesOf(
  board: Board,
  { column, codes }: Share,
): { readonly name: string; readonly values: readonly (FactValue | null)[] } {
  const { name, values } = board.columns[column]!;
  return { name, values: codes.map((code) => values[code - 1] ?? null) };
}

function isFact(name: string): boolean {
  return isFactName(name) || isCustomFact(name);
}

function wordsOf(board: Board, share: Share): string {
  const { name, values } = valuesOf(board, share);
  const words = WORDS[name] ?? (name.startsWith("custom.") ? name.slice("custom.".length) : name);
  const [first] = values;
  if (first === null) {
    return name === "device.browser" ? "no device" : name === "phone.country" ? "no phone" : `no ${words}`;
  }
  if (name !== DEVICE_KIND && (!isFact(name) || name === "phone.block" || first === true)) return words;
  if (first === false) return name === "device.is_common" ? "device ids of their own" : `no ${words}`;
  return name === "ip.asn" ? `${words}${values.join(", ")}` : `${words} ${values.join(", ")}`;
}

/** Of the account's allowed sign-ups of 30 days, unlabelled or legit. */
function shareOfGood(board: Board, { shares }: Group): number {
  const since = board.now - GOOD_DAYS * DAY_MS;
  let [good, fitting] = [0, 0];
  for (let row = board.count - 1; row >= 0 && board.times[row]! >= since; row--) {
    if (board.verdicts[row] !== VERDICTS.indexOf("allow") || board.labels[row] === 1) continue;
    good++;
    if (shares.every((share) => has(board, row, share))) fitting++;
  }
  return good === 0 ? 0 : Math.round(fitting / good * 10_000) / 10_000;
}

interface Term {
  readonly when: string;
  readonly text: string;
  fits(row: number): boolean;
}

/** Narrowed by what nearly all members share, until it fits few of the others. */
function ruleOf(board: Board, group: Group): SuggestedRule {
  const terms = group.shares.map((share) => termOf(board, group, share));
  const families = new Set(group.shares.map(({ column }) => board.columns[column]!.name));
  const members = new Set(group.rows);
  let left: number[] = [];
  for (let row = 0; row < board.count; row++) {
    if (!members.has(row) && board.labels[row] !== 1 && terms.every(({ fits }) => fits(row))) left.push(row);
  }
  let usual = group.expected / Math.max(1, sizeOf(board, group));
  const others = Math.max(1, board.count - members.size);
  let caught = group.rows;
  for (let more = 0; more < MAX_MORE && Math.max(left.length / others, usual) > MOST_GOOD; more++) {
    const best = narrowest(board, caught, families, left);
    if (best === null) break;
    const still = caught.filter((row) => has(board, row, best.share));
    if (still.length < LEAST_CAUGHT * group.rows.length) break;
    caught = still;
    families.add(board.columns[best.share.column]!.name);
    const term = termOf(board, group, best.share);
    terms.push(term);
    left = left.filter((row) => term.fits(row));
    usual *= best.ofAll;
  }
  if (Math.max(left.length / others, usual) > MOST_GOOD) {
    const wave = waveTerm(board);
    const inWave = group.rows.filter((row) => wave.fits(row)).length;
    if (inWave >= WAVE_SHARE * group.rows.length) terms.push(wave);
  }
  const fraud = group.rows.filter((row) => board.labels[row] === 1).length;
  const legit = group.rows.filter((row) => board.labels[row] === 2).length;
  const action = fraud >= SAFE_BLOCK && legit === 0 ? "block" : "review";
  return {
    when: terms.map(({ when }) => when).join(" && "),
    text: `${action === "block" ? "Block" : "Review"} sign-ups with ${
      terms.map(({ text }) => text).join(" and ")
    }`,
    action,
  };
}

/** Many sign-ups of one country at once. */
function waveTerm(board: Board): Term {
  const { columns, times } = board;
  const codes = columns.find(({ name }) => name === "ip.country")?.codes;
  const fits = new Uint8Array(board.count);
  const recent = new Map<number, number[]>();
  for (let row = 0; codes !== undefined && row < board.count; row++) {
    const last = recent.get(codes[row]!) ?? [];
    recent.set(codes[row]!, last);
    last.push(times[row]!);
    if (last.length > WAVE) last.shift();
    if (codes[row] !== 0 && last.length === WAVE && last[0]! > times[row]! - WAVE_MS) fits[row] = 1;
  }
  return {
    when: `signups("country", "10m") >= ${WAVE}`,
    text: `at least ${WAVE} sign-ups of their country in 10 minutes`,
    fits: (row) => fits[row] === 1,
  };
}

function sizeOf({ count, times, now }: Board, { days }: Group): number {
  let size = 0;
  for (let row = count - 1; row >= 0 && times[row]! >= now - days * DAY_MS; row--) size++;
  return size;
}

/** Private domains, few enough for a rule to name them, that nearly all members are at. Null: there are none. */
function ownDomains(board: Board, rows: readonly number[]): Share | null {
  const column = board.columns.findIndex(({ name }) => name === "email.domain");
  const classes = columnOf(board, "email.domain_class");
  const isPrivate = (classes?.values.indexOf("private") ?? -1) + 1;
  if (column === -1 || classes === null || isPrivate === 0) return null;
  const { codes } = board.columns[column]!;
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (classes.codes[row] === isPrivate) counts.set(codes[row]!, (counts.get(codes[row]!) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([code, count]) => code !== 0 && count >= MIN_AT_DOMAIN);
  const covered = repeated.reduce((sum, [, count]) => sum + count, 0);
  if (repeated.length > MAX_DOMAINS || covered < SHARED_BY * rows.length) return null;
  return { column, codes: repeated.map(([code]) => code) };
}

/** The value that nearly all members have and the fewest of the others. */
function narrowest(
  board: Board,
  rows: readonly number[],
  own: ReadonlySet<string>,
  left: readonly number[],
): { readonly share: Share; readonly ofAll: number } | null {
  let best: { share: Share; ofAll: number; left: number } | null = null;
  const domains = own.has("email.domain") ? null : ownDomains(board, rows);
  if (domains !== null) {
    const { codes } = board.columns[domains.column]!;
    const ofAll = codes.filter((code) => domains.codes.includes(code)).length / Math.max(1, board.count);
    best = { share: domains, ofAll, left: left.filter((row) => has(board, row, domains)).length };
  }
  for (const [column, { name, codes }] of board.columns.entries()) {
    if (own.has(name) || !(isFact(name) || name === DEVICE_KIND)) continue;
    const counts = new Map<number, number>();
    for (const row of rows) counts.set(codes[row]!, (counts.get(codes[row]!) ?? 0) + 1);
    for (const [code, count] of counts) {
      if (count < SHARED_BY * rows.length || (code === 0 && !MISSED.includes(name))) continue;
      const rest = left.filter((row) => codes[row] === code).length;
      let all = 0;
      for (const each of codes) if (each === code) all++;
      const ofAll = all / Math.max(1, board.count);
      const isBetter = best === null || rest < best.left || (rest === best.left && ofAll < best.ofAll);
      if (isBetter) best = { share: { column, codes: [code] }, ofAll, left: rest };
    }
  }
  return best === null || best.ofAll > 0.95 ? null : best;
}

/** Of which "unknown" tells something. */
const MISSED: readonly string[] = ["phone.country", "device.browser"];

function termOf(board: Board, { rows }: Group, share: Share): Term {
  const { name, values } = valuesOf(board, share);
  const { codes } = board.columns[share.column]!;
  const text = wordsOf(board, share);
  const fits = (row: number) => share.codes.includes(codes[row]!);
  if (name === DEVICE_KIND) {
    const [browser, os] = String(values[0]).split(BETWEEN);
    const when = `device.browser == ${JSON.stringify(browser)} && device.os == ${JSON.stringify(os)}`;
    return { when, text, fits };
  }
  if (isFact(name)) {
    if (values[0] === null) return { when: `!known(${name})`, text, fits };
    const literals = values.map(literalOf);
    return {
      when: literals.length === 1 ? `${name} == ${literals[0]}` : `${name} in [${literals.join(", ")}]`,
      text,
      fits,
    };
  }
  const least = Math.max(MIN_COUNT, Math.min(MAX_COUNT, Math.floor(rows.length * COUNT_SHARE)));
  const counts = new Uint32Array(board.columns[share.column]!.values.length + 1);
  for (const code of codes) counts[code]!++;
  const dimension = COUNTED[name];
  return {
    when: dimension === undefined
      ? `linkage.ring.size >= ${least}`
      : `signups("${dimension}", "30d") >= ${least}${name === "dimension.device" ? OWN_DEVICE : ""}`,
    text: dimension === undefined
      ? `a ring of at least ${least}`
      : `at least ${least} sign-ups of 30 days on ${text}`,
    fits: (row) => codes[row]! > 0 && counts[codes[row]!]! >= least,
  };
}

/** As conditions have it: they have no whole numbers of more than 53 bits. */
function literalOf(value: FactValue | null): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? Number(value).toExponential()
    : JSON.stringify(value);
}
