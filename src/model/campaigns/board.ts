/** What the finder looks at: the sign-ups of an account by column, the oldest first. */
import type { FactValue } from "../facts/fact.ts";

/** Facts of one family tell the same thing: a group that shares two of them shares one. */
const FAMILIES = ["place", "network", "line", "mail", "shape", "phone", "device", "own"] as const;
export type Family = typeof FAMILIES[number];

/**
 * `many`: values that few sign-ups have, so that a value that comes again says something by itself. `few`: classes, of which
 * only an unusual number does.
 */
export type Spread = "many" | "few";

export interface BoardColumn {
  /** Of a fact, or `dimension.<identity>`. */
  readonly name: string;
  readonly family: Family;
  readonly spread: Spread;
  /** `values[code - 1]`, each once. */
  readonly values: readonly FactValue[];
  /** Of each row; 0: unknown. */
  readonly codes: Uint32Array;
}

/** Bits of what is doubtful about a sign-up. */
export const DOUBTS = {
  hosting: 1,
  disposable: 2,
  young: 4,
  automated: 8,
  noDevice: 16,
  refused: 32,
  fraud: 64,
} as const;
export type Doubt = keyof typeof DOUBTS;
export const DOUBT_NAMES = Object.keys(DOUBTS) as readonly Doubt[];

export interface Board {
  /** When it was read, milliseconds since the epoch. */
  readonly now: number;
  readonly count: number;
  readonly times: Float64Array;
  readonly columns: readonly BoardColumn[];
  /** Of each row, see DOUBTS. */
  readonly doubts: Uint8Array;
  /** Of each row, as an index in VERDICTS. */
  readonly verdicts: Uint8Array;
  /** Of each row: 1 fraud, 2 legit, 0 no label. */
  readonly labels: Uint8Array;
}

/** What depends on where people are: networks have customers in one country, and people there have its phones and mailboxes. */
const PLACES: readonly string[] = [
  "ip.asn",
  "ip.network",
  "phone.country",
  "phone.line_type",
  "phone.carrier",
  "email.domain",
];

export function isOfPlace({ name, family }: BoardColumn): boolean {
  return family === "place" || PLACES.includes(name);
}

/** The column of the rings of sign-ups, by their ids. */
export const RING = "ring";
/** The column of browsers with their systems, as `<browser> on <system>`. */
export const DEVICE_KIND = "device.kind";
/** The column of browsers that are much older than those of others. */
export const OLD_BROWSER = "device.browser_major";

/** The board without some rows, and which rows the others were. */
export function* without(
  board: Board,
  taken: ReadonlySet<number>,
): Generator<void, { readonly board: Board; readonly rows: readonly number[] }> {
  const rows: number[] = [];
  for (let row = 0; row < board.count; row++) if (!taken.has(row)) rows.push(row);
  // `from` with a function takes ten times as long.
  const some = <Codes extends Uint32Array | Uint8Array | Float64Array>(all: Codes, left: Codes): Codes => {
    for (let at = 0; at < rows.length; at++) left[at] = all[rows[at]!]!;
    return left;
  };
  const columns: BoardColumn[] = [];
  for (const column of board.columns) {
    columns.push({ ...column, codes: some(column.codes, new Uint32Array(rows.length)) });
    yield;
  }
  const left = {
    now: board.now,
    count: rows.length,
    times: some(board.times, new Float64Array(rows.length)),
    columns,
    doubts: some(board.doubts, new Uint8Array(rows.length)),
    verdicts: some(board.verdicts, new Uint8Array(rows.length)),
    labels: some(board.labels, new Uint8Array(rows.length)),
  };
  return { rows, board: left };
}

export function columnOf(board: Pick<Board, "columns">, name: string): BoardColumn | null {
  return board.columns.find((column) => column.name === name) ?? null;
}
