/** What a group is, for people and as a rule. */
import { DAY_MS } from "../duration.ts";
import { isFactName } from "../facts/table.ts";
import type { FactValue } from "../facts/fact.ts";
import { isCustomFact } from "../facts/custom.ts";
import { VERDICTS } from "../verdict.ts";
import type { Board } from "./board.ts";
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
};
/** Dimensions that conditions count sign-ups by. */
const COUNTED: Readonly<Record<string, string>> = {
  "dimension.ip": "ip",
  "dimension.subnet": "subnet",
  "dimension.device": "device",
};
/** People that a rule may touch. */
const MOST_GOOD = 0.005;
const SHARED_BY = 0.9;
const MAX_MORE = 3;
const MIN_COUNT = 4;
const RING_SIZE = 5;
const GOOD_DAYS = 30;
const SAFE_BLOCK = 3;

export interface Described {
  readonly text: string;
  readonly facts: CampaignFacts;
  readonly shared: readonly string[];
  readonly rule: SuggestedRule;
  readonly shareOfGood: number;
}

export function describe(board: Board, group: Group): Described {
  const facts: Record<string, FactValue[]> = {};
  const shared: string[] = group.ring === null ? [] : [`ring ${group.ring}`];
  const words: string[] = group.ring === null ? [] : ["one ring"];
  for (const share of group.shares) {
    const { name, value } = valueOf(board, share);
    if (isFact(name)) facts[name] = [value];
    else shared.push(`${name} ${value}`);
    words.push(wordsOf(name, value, board, group.rows));
  }
  return {
    text: words.join(", "),
    facts,
    shared,
    rule: ruleOf(board, group),
    shareOfGood: shareOfGood(board, group),
  };
}

function valueOf(
  board: Board,
  { column, code }: Share,
): { readonly name: string; readonly value: FactValue } {
  const { name, values } = board.columns[column]!;
  return { name, value: values[code - 1]! };
}

function isFact(name: string): boolean {
  return isFactName(name) || isCustomFact(name);
}

function wordsOf(name: string, value: FactValue, _board: Board, _rows: readonly number[]): string {
  const words = WORDS[name] ?? (name.startsWith("custom.") ? name.slice("custom.".length) : name);
  if (!isFact(name) || name === "phone.block" || value === true) return words;
  return name === "ip.asn" ? `${words}${value}` : `${words} ${value}`;
}

/** Of the account's allowed sign-ups of 30 days, unlabelled or legit. */
function shareOfGood(board: Board, group: Group): number {
  const members = new Set(group.rows);
  const since = board.now - GOOD_DAYS * DAY_MS;
  let [good, fitting] = [0, 0];
  for (let row = board.count - 1; row >= 0 && board.times[row]! >= since; row--) {
    if (board.verdicts[row] !== VERDICTS.indexOf("allow") || board.labels[row] === 1) continue;
    good++;
    const fits = group.ring === null
      ? group.shares.every((share) => has(board, row, share))
      : members.has(row);
    if (fits) fitting++;
  }
  return good === 0 ? 0 : Math.round(fitting / good * 10_000) / 10_000;
}

interface Term {
  readonly when: string;
  readonly text: string;
  /** Rows outside the group that it is true of. */
  readonly rows: Uint8Array;
}

function ruleOf(board: Board, group: Group): SuggestedRule {
  const terms = group.ring === null
    ? group.shares.map((share) => termOf(board, group, share))
    : [ringTerm(board)];
  const own = new Set(group.shares.map(({ column }) => column));
  const members = new Set(group.rows);
  const others = Array.from({ length: board.count }, (_, row) => row)
    .filter((row) => !members.has(row) && board.labels[row] !== 1);
  let left = others.filter((row) => terms.every(({ rows }) => rows[row] === 1));
  const isMuch = () =>
    Math.max(left.length / Math.max(1, others.length), usualShare(board, group)) > MOST_GOOD;
  let narrowed = 1;
  for (let more = 0; more < MAX_MORE && isMuch(); more++) {
    const best = narrowest(board, group.rows, own, left);
    if (best === null) break;
    own.add(best.share.column);
    terms.push(termOf(board, group, best.share));
    left = best.left;
    narrowed *= best.ratio;
    if (
      left.length / Math.max(1, others.length) <= MOST_GOOD &&
      narrowed * usualShare(board, group) <= MOST_GOOD
    ) break;
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

/** Of usual sign-ups that are among the group's. */
function usualShare({ count, times, now }: Board, { expected, days }: Group): number {
  let size = 0;
  for (let row = count - 1; row >= 0 && times[row]! >= now - days * DAY_MS; row--) size++;
  return expected / Math.max(1, size);
}

/** The value that nearly all members have and the fewest of the others. */
function narrowest(board: Board, rows: readonly number[], own: ReadonlySet<number>, left: readonly number[]) {
  let best: { share: Share; left: number[]; ratio: number } | null = null;
  for (const [column, { name, codes }] of board.columns.entries()) {
    if (own.has(column) || !isFact(name)) continue;
    const counts = new Map<number, number>();
    for (const row of rows) counts.set(codes[row]!, (counts.get(codes[row]!) ?? 0) + 1);
    for (const [code, count] of counts) {
      if (code === 0 || count < SHARED_BY * rows.length) continue;
      const rest = left.filter((row) => codes[row] === code);
      const all = codes.reduce((sum, each) => sum + (each === code ? 1 : 0), 0) / Math.max(1, board.count);
      const ratio = left.length === 0 ? all : rest.length / left.length;
      if (ratio < 1 && (best === null || ratio < best.ratio)) {
        best = { share: { column, code }, left: rest, ratio };
      }
    }
  }
  return best;
}

function termOf(board: Board, { rows }: Group, share: Share): Term {
  const { name, value } = valueOf(board, share);
  const { codes } = board.columns[share.column]!;
  const dimension = COUNTED[name];
  if (isFact(name)) {
    return {
      when: `${name} == ${JSON.stringify(value)}`,
      text: wordsOf(name, value, board, rows),
      rows: Uint8Array.from(codes, (code) => code === share.code ? 1 : 0),
    };
  }
  if (dimension === undefined) return ringTerm(board);
  const least = Math.max(MIN_COUNT, Math.min(10, Math.floor(rows.length / 2)));
  const counts = new Uint32Array(board.columns[share.column]!.values.length + 1);
  for (const code of codes) counts[code]!++;
  return {
    when: `signups("${dimension}", "30d") >= ${least}`,
    text: `at least ${least} sign-ups of 30 days on ${WORDS[name]}`,
    rows: Uint8Array.from(codes, (code) => code > 0 && counts[code]! >= least ? 1 : 0),
  };
}

function ringTerm(board: Board): Term {
  const rows = new Uint8Array(board.count);
  for (const ring of board.rings) for (const row of ring.rows) rows[row] = 1;
  return { when: `linkage.ring.size >= ${RING_SIZE}`, text: `a ring of at least ${RING_SIZE}`, rows };
}
