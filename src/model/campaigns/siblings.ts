/** A campaign that has several domains: further ones that were never seen before and are used alike. */
import { DAY_MS } from "../duration.ts";
import { type Board, columnOf, DEVICE_KIND } from "./board.ts";
import { mostOf, type Population } from "./company.ts";
import type { Group } from "./group.ts";
import { firstRow } from "./window.ts";

const MIN_ROWS = 2;
const MAX_SIBLINGS = 20;
/** Of all its domains: a rule of 2,000 characters names them with what else is shared. */
const MAX_CHARS = 600;
const ALIKE = 0.8;

/** The group with its siblings. */
export function withSiblings(board: Board, { domains }: Population, group: Group): Group {
  const [share, ...others] = group.shares;
  if (share === undefined || others.length > 0) return group;
  const kinds = columnOf(board, DEVICE_KIND);
  if (board.columns[share.column]!.name !== "email.domain" || kinds === null) return group;
  const kind = mostOf(kinds.codes, group.rows);
  if (kind === null || kind.count < ALIKE * group.rows.length) return group;
  const from = firstRow(board.times, board.now - group.days * DAY_MS);
  const [first, last] = [board.times[group.rows[0]!]!, board.times[group.rows.at(-1)!]!];
  const isNear = (row: number) => Math.abs(board.times[row]! - first) <= last - first + DAY_MS;
  const { values } = board.columns[share.column]!;
  const siblings: number[] = [];
  let chars = String(values[share.codes[0]! - 1]).length;
  for (const [code, rows] of domains) {
    const more = String(values[code - 1]).length;
    if (chars + more > MAX_CHARS || rows.length < MIN_ROWS || rows[0]! < from || share.codes.includes(code)) {
      continue;
    }
    if (!rows.every((row) => kinds.codes[row] === kind.code && isNear(row))) continue;
    siblings.push(code);
    chars += more;
    if (siblings.length === MAX_SIBLINGS) break;
  }
  if (siblings.length === 0) return group;
  const rows = [...group.rows, ...siblings.flatMap((code) => domains.get(code)!)];
  // In the order in which they came, whichever of them was found.
  const all = new Set([...share.codes, ...siblings]);
  const codes = [...new Set([...[...domains.keys()].filter((code) => all.has(code)), ...all])];
  const shares = [{ column: share.column, codes }];
  return { ...group, shares, rows: rows.sort((one, other) => one - other) };
}
