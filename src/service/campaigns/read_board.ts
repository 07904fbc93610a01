/** Reads what the finder looks at: the columns of an account's sign-ups, its rings and its labels. */
import {
  type Board,
  type BoardColumn,
  DOUBTS,
  type Family,
  RING,
  type Spread,
} from "../../model/campaigns/board.ts";
import { withDerived } from "../../model/campaigns/derived.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import type { CustomFact } from "../../model/facts/custom.ts";
import type { FactValue } from "../../model/facts/fact.ts";
import { requestIdOf } from "../../model/linkage/ring.ts";
import { type KeyMode, linksOwner, type Outcome } from "../../model/records.ts";
import { VERDICTS } from "../../model/verdict.ts";
import { rowsOf as rowsOfSlots } from "../../records/scores/column_rows.ts";
import type { Column, ColumnBlock, ColumnName } from "../../records/scores/score_columns.ts";
import { positionOf, type ScorePosition } from "../../records/scores/score_search.ts";
import type { Store } from "../../records/store.ts";
import { rowsOf } from "../conditions/counts/past_signups.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** The columns that groups are made of. Those that say the same as another one are left out, and so is the time of day. */
const GROUPED: readonly (readonly [name: ColumnName, family: Family, spread: Spread])[] = [
  ["ip.country", "place", "few"],
  ["ip.region", "place", "few"],
  ["ip.city", "place", "few"],
  ["device.timezone", "place", "few"],
  ["device.language", "place", "few"],
  ["ip.asn", "network", "few"],
  ["ip.network", "network", "few"],
  ["dimension.ip", "line", "many"],
  ["dimension.subnet", "line", "many"],
  ["email.domain", "mail", "many"],
  ["email.domain_class", "mail", "few"],
  ["domain.registrar", "mail", "few"],
  ["dimension.email", "mail", "many"],
  ["email.shape", "shape", "few"],
  ["phone.country", "phone", "few"],
  ["phone.line_type", "phone", "few"],
  ["phone.carrier", "phone", "few"],
  ["phone.block", "phone", "many"],
  ["dimension.phone", "phone", "many"],
  ["dimension.device", "device", "many"],
  ["device.browser", "device", "few"],
  ["device.browser_major", "device", "few"],
  ["device.os", "device", "few"],
  ["device.device_class", "device", "few"],
  ["device.automation", "device", "few"],
  ["device.is_common", "device", "few"],
  ["signup.user_agent_family", "device", "few"],
  ["signup.agent", "device", "few"],
  ["signup.referral", "own", "many"],
];
/** Columns that rows are judged by besides. */
const JUDGED = ["subject", "mode", "verdict", "components", "email.domain_age_days"] as const;

/** Sign-ups that are looked at, the newest: about 250 bytes each while a pass runs. */
const MAX_ROWS = 150_000;
/** How far back the usual is learned. */
const PAST_DAYS = 90;
/** Fields of an account's own that are looked at. */
const MAX_FIELDS = 32;
/** Words of conditions, in which no rule could name a field; and what is a column already. */
const LEFT_OUT: readonly CustomFact[] = [
  "custom.referral",
  "custom.in",
  "custom.true",
  "custom.false",
  "custom.null",
];
/** Rings that are looked through, and the largest of them that are looked at. */
const MAX_RINGS = 20_000;
const MAX_BOARD_RINGS = 1_000;
const YOUNG_DAYS = 90;
const DOUBTFUL_NETWORKS: ReadonlySet<FactValue> = new Set(["datacenter", "vpn", "proxy", "tor"]);

type BoardStore = Pick<Store, "scoreColumns" | "labels" | "rings">;

/** A board, and where its rows are among the account's scores. */
interface ReadBoard {
  readonly board: Board;
  positions(rows: readonly number[]): Promise<readonly ScorePosition[]>;
}

interface Part {
  readonly block: ColumnBlock;
  readonly rows: readonly number[];
  readonly times: Float64Array;
  readonly doubts: Uint8Array;
  readonly verdicts: Uint8Array;
  readonly labels: Uint8Array;
  readonly codes: readonly Uint32Array[];
}

export async function readBoard(
  store: BoardStore,
  { account, mode }: { readonly account: string; readonly mode: KeyMode },
  now: number,
): Promise<ReadBoard> {
  const since = now - PAST_DAYS * DAY_MS;
  const fields = await store.scoreColumns.customFacts(account, MAX_FIELDS);
  const own = fields.filter((name) => !LEFT_OUT.includes(name));
  const grouped = [...GROUPED, ...own.map((name: CustomFact) => [name, "own", "many"] as const)];
  const asked = ["at", ...JUDGED, ...grouped.map(([name]) => name)] as const;
  const labels = await labelsSince(store, account, since);
  const rings = await ringsOf(store, linksOwner(account, mode), now);
  const dictionaries = grouped.map(() => new Map<FactValue, number>());
  const parts: Part[] = [];
  const slice = new TimeSlice();
  let count = 0;
  const span = { since, until: now + MINUTE_MS };
  slice.pause();
  for await (const block of store.scoreColumns.blocks(account, asked, span, "newest")) {
    slice.resume();
    const rows = rowsOf(block, mode);
    const codes: Uint32Array[] = [];
    for (const [at, [name]] of grouped.entries()) {
      codes.push(codesIn(block.column(name), rows, dictionaries[at]!));
      if (slice.isOver) await slice.next();
    }
    const placeOf = new Map(rows.map((row, at) => [row, at]));
    const rowLabels = new Uint8Array(rows.length);
    for (const [outcome, code] of [["fraud", 1], ["legit", 2]] as const) {
      for (const row of await rowsOfSlots(block, within(labels[outcome], block))) {
        const at = placeOf.get(row);
        if (at !== undefined) rowLabels[at] = code;
      }
    }
    const ofRings = new Uint32Array(rows.length);
    for (const [ring, { members }] of rings.entries()) {
      for (const row of await rowsOfSlots(block, within(members, block))) {
        const at = placeOf.get(row);
        if (at !== undefined) ofRings[at] = ring + 1;
      }
      if (slice.isOver) await slice.next();
    }
    codes.push(ofRings);
    const { times } = block;
    parts.push({
      block,
      rows,
      times: Float64Array.from(rows, (row) => times[row]!),
      doubts: doubtsIn(block, rows, rowLabels),
      verdicts: Uint8Array.from(
        codesOf(block.column("verdict"), rows, (value) => VERDICTS.indexOf(value as never)),
      ),
      labels: rowLabels,
      codes,
    });
    count += rows.length;
    if (count >= MAX_ROWS) break;
    if (slice.isOver) await slice.next();
    slice.pause();
  }
  parts.reverse();
  const columns = [...grouped, [RING, "line", "many"] as const].map((
    [name, family, spread],
    at,
  ): BoardColumn => ({
    name,
    family,
    spread,
    values: name === RING ? rings.map(({ id }) => id) : [...dictionaries[at]!.keys()],
    codes: joined(parts.map(({ codes }) => codes[at]!), count),
  }));
  const bytes = (of: (part: Part) => Uint8Array) => {
    const all = new Uint8Array(count);
    let from = 0;
    for (const part of parts) {
      all.set(of(part), from);
      from += of(part).length;
    }
    return all;
  };
  const times = new Float64Array(count);
  let from = 0;
  for (const part of parts) {
    times.set(part.times, from);
    from += part.times.length;
  }
  const board = {
    now,
    count,
    times,
    columns: withDerived(columns.filter(({ values }) => values.length > 0)),
    doubts: bytes(({ doubts }) => doubts),
    verdicts: bytes(({ verdicts }) => verdicts),
    labels: bytes(({ labels }) => labels),
  };
  return { board, positions: (rows) => positionsOf(parts, rows) };
}

/** @param rows in ascending order */
async function positionsOf(parts: readonly Part[], rows: readonly number[]): Promise<ScorePosition[]> {
  const found: ScorePosition[] = [];
  let [from, next] = [0, 0];
  for (const { block, rows: own } of parts) {
    const wanted: number[] = [];
    for (; next < rows.length && rows[next]! < from + own.length; next++) {
      wanted.push(own[rows[next]! - from]!);
    }
    found.push(...await block.positions(wanted));
    from += own.length;
  }
  return found;
}

/** Slots of the block. @param slots sorted */
function within(slots: readonly ScorePosition[], { from, to }: ColumnBlock): ScorePosition[] {
  return slots.filter((slot) => slot >= from && slot < to);
}

function codesIn(
  column: Column | null,
  rows: readonly number[],
  dictionary: Map<FactValue, number>,
): Uint32Array {
  return codesOf(column, rows, (value) => {
    const known = dictionary.get(value);
    if (known !== undefined) return known;
    dictionary.set(value, dictionary.size + 1);
    return dictionary.size;
  });
}

/** Of each row what `codeOf` makes of its value, once for each value; 0 without one. */
function codesOf(
  column: Column | null,
  rows: readonly number[],
  codeOf: (value: FactValue) => number,
): Uint32Array {
  const codes = new Uint32Array(rows.length);
  if (column === null) return codes;
  const { values, codes: own } = column;
  const known = new Int32Array(values.length + 1).fill(-1);
  known[0] = 0;
  for (let at = 0; at < rows.length; at++) {
    const code = own[rows[at]!]!;
    if (known[code] === -1) known[code] = codeOf(values[code - 1] as FactValue); // asked of columns that are no sets
    codes[at] = known[code]!;
  }
  return codes;
}

function doubtsIn(block: ColumnBlock, rows: readonly number[], labels: Uint8Array): Uint8Array {
  const doubts = new Uint8Array(rows.length);
  const mark = (
    name: ColumnName,
    bit: number,
    isDoubtful: (value: FactValue | readonly string[]) => boolean,
  ) => {
    const column = block.column(name);
    if (column === null) return;
    const marks = [false, ...column.values.map(isDoubtful)];
    for (let at = 0; at < rows.length; at++) if (marks[column.codes[rows[at]!]!]) doubts[at]! |= bit;
  };
  mark("ip.network", DOUBTS.hosting, (value) => DOUBTFUL_NETWORKS.has(value as FactValue));
  mark("email.domain_class", DOUBTS.disposable, (value) => value === "disposable");
  mark("email.domain_age_days", DOUBTS.young, (value) => typeof value === "number" && value < YOUNG_DAYS);
  mark("device.automation", DOUBTS.automated, (value) => value === true);
  mark("device.device_class", DOUBTS.automated, (value) => value === "program");
  mark("components", DOUBTS.noDevice, (value) => !(value as readonly string[]).includes("device"));
  mark("verdict", DOUBTS.refused, (value) => value !== "allow");
  for (let at = 0; at < rows.length; at++) if (labels[at] === 1) doubts[at]! |= DOUBTS.fraud;
  return doubts;
}

function joined(parts: readonly Uint32Array[], count: number): Uint32Array {
  const all = new Uint32Array(count);
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

async function labelsSince(
  { labels }: Pick<BoardStore, "labels">,
  account: string,
  since: number,
): Promise<Record<Outcome, ScorePosition[]>> {
  const found: Record<Outcome, ScorePosition[]> = { fraud: [], legit: [] };
  const slice = new TimeSlice();
  for await (const { requestId, outcome } of labels.list(account, { since })) {
    const position = positionOf(requestId);
    if (position !== null) found[outcome].push(position);
    if (slice.isOver) await slice.next();
  }
  return found;
}

/** The largest rings, with the places of their members. */
async function ringsOf({ rings }: Pick<BoardStore, "rings">, owner: string, now: number) {
  const found: { readonly id: string; readonly members: ScorePosition[] }[] = [];
  const slice = new TimeSlice();
  let seen = 0;
  for await (const { ring, members } of rings.list(owner, now)) {
    if (++seen > MAX_RINGS) break;
    found.push({ id: ring.ring_id, members: members.flatMap((id) => positionOf(requestIdOf(id)) ?? []) });
    if (slice.isOver) await slice.next();
  }
  return found.sort((one, other) => other.members.length - one.members.length).slice(0, MAX_BOARD_RINGS);
}
