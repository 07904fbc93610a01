/** A campaign that has several domains, or blocks of numbers: further values that were never seen before and are used alike. */
import { DAY_MS } from "../duration.ts";
import { type Board, columnOf, DEVICE_KIND } from "./board.ts";
import { mostOf } from "./company.ts";
import { type Group, rowsWith } from "./group.ts";

const COLUMNS: readonly string[] = ["email.domain", "phone.block"];
const MIN_MEMBERS = 2;
const MAX_SIBLINGS = 20;
const ALIKE = 0.8;

/** The group with its siblings. */
export function withSiblings(board: Board, group: Group): Group {
  const [share, ...others] = group.shares;
  if (share === undefined || others.length > 0) return group;
  const { name, codes, values } = board.columns[share.column]!;
  const kinds = columnOf(board, DEVICE_KIND);
  if (!COLUMNS.includes(name) || kinds === null) return group;
  const kind = mostOf(kinds.codes, group.rows);
  if (kind === null || kind.count < ALIKE * group.rows.length) return group;
  const since = board.now - group.days * DAY_MS;
  const from = board.times.findIndex((time) => time >= since);
  const known = new Set(codes.subarray(0, from));
  const first = group.rows[0]!;
  const rowsOf = new Map<number, number[]>();
  for (let row = from; row < board.count; row++) {
    const code = codes[row]!;
    if (code === 0 || known.has(code) || share.codes.includes(code)) continue;
    const rows = rowsOf.get(code);
    if (rows === undefined) rowsOf.set(code, [row]);
    else rows.push(row);
  }
  const classes = columnOf(board, "email.domain_class");
  const isPrivate = (row: number) =>
    classes === null || classes.values[classes.codes[row]! - 1] === "private";
  const spanMs = board.times[group.rows.at(-1)!]! - board.times[first]!;
  const siblings = [...rowsOf].filter(([, rows]) =>
    rows.length >= MIN_MEMBERS && (name !== "email.domain" || isPrivate(rows[0]!)) &&
    rows.every((row) =>
      kinds.codes[row] === kind.code && Math.abs(board.times[row]! - board.times[first]!) <= spanMs + DAY_MS
    )
  ).map(([code]) => code).slice(0, MAX_SIBLINGS);
  if (siblings.length === 0 || values.length === 0) return group;
  const shares = [{ column: share.column, codes: [...share.codes, ...siblings] }];
  return { ...group, shares, rows: rowsWith(board, shares, from) };
}
