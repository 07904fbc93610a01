/** Reads the cells of a row: times, labels, scores, device ids. */
import { hash } from "node:crypto";
import type { Outcome } from "../../model/records.ts";
import type { SignupFields } from "../score/read_signup.ts";
import type { Columns, Role } from "./columns.ts";
import type { ReadTime } from "./date_format.ts";
import { labelReader, NO_WORDS } from "./label_words.ts";

/** A sign-up of the past. */
export interface PastSignup {
  /** Of the file, from 1. */
  readonly line: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly fields: SignupFields;
  /** Null: unknown. */
  readonly label: Outcome | null;
  /** Of another vendor. */
  readonly score: number | null;
  /** Cells of these roles hold something that cannot be read; the row counts without it. */
  readonly ignored: readonly Role[];
}

/** What exports write for "nothing". */
const BLANK: ReadonlySet<string> = new Set(["", "null", "\\n", "nan", "n/a", "na", "none", "nil", "-"]);
/** Longer cells are refused. */
const MAX_CELL = 1_000;

/** Why a row has no time. */
export const TIME_UNREAD = "its time cannot be read";

/** How the cells of a file are read. */
export interface CellReaders {
  /** Before the usual spellings; null: none but these. */
  readonly time: ReadTime | null;
  readonly label: (cell: string) => Outcome | undefined;
}

const USUAL: CellReaders = { time: null, label: labelReader(NO_WORDS) };

/** @param cells of one record; a text is why the row cannot be read */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  line: number,
  readers = USUAL,
): PastSignup | string {
  const time = cellOf(cells, columns.time) ?? "";
  const at = readers.time?.(time) ?? readTime(time);
  if (at === null) return TIME_UNREAD;
  const values: Partial<Record<Role, string>> = {};
  for (const [role, index] of Object.entries(columns) as [Role, number][]) {
    const cell = cellOf(cells, index);
    if (cell === null) continue;
    if (cell.length > MAX_CELL) return `its ${role} is longer than ${MAX_CELL} characters`;
    if (cell.includes("\ufffd")) return `its ${role} is not UTF-8`;
    values[role] = cell;
  }
  const ignored: Role[] = [];
  const label = values.label === undefined ? null : readers.label(values.label);
  if (label === undefined) ignored.push("label");
  const score = values.score === undefined ? null : readNumber(values.score);
  if (score === null && values.score !== undefined) ignored.push("score");
  const { ip, email, phone, phone_country, device, domain } = values;
  const fields: SignupFields = {
    ip,
    email,
    phone,
    phone_country,
    domain,
    device_id: device === undefined ? undefined : deviceId(device),
  };
  return { line, at, fields, label: label ?? null, score, ignored };
}

/** Trimmed; null: blank. */
export function cellOf(cells: readonly string[], index: number | undefined): string | null {
  const cell = index === undefined ? "" : (cells[index] ?? "").trim();
  return BLANK.has(cell.toLowerCase()) ? null : cell;
}

function readNumber(text: string): number | null {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : null;
}

const DEVICE_ID = /^[0-9a-f]{8,128}$/i;

/** Ids that are not hexadecimal are hashed, so that equal ones stay equal. */
export function deviceId(text: string): string {
  return DEVICE_ID.test(text) ? text : hash("sha256", text);
}

/** ISO 8601 without separators: as Unix time it would be a day of 1970. */
const BASIC_DATE = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?$/;
const UNIX_SECONDS = /^\d{1,10}(?:\.\d{1,9})?$/;
const UNIX_MILLISECONDS = /^\d{11,13}$/;
/** Ids of scores begin with 48 bits of time; stored dates have years of four digits. */
const MAX_TIME = Date.UTC(9000, 0, 1);

/**
 * ISO 8601 (a time without a zone is UTC), or Unix time in seconds or milliseconds; milliseconds since the epoch. Null for
 * other text: `01/02/2026` means two different days.
 */
export function readTime(text: string): number | null {
  const basic = BASIC_DATE.exec(text);
  if (basic !== null) return readTime(basic.slice(1).join("-"));
  if (UNIX_SECONDS.test(text)) return Math.floor(Number(text) * 1000);
  if (UNIX_MILLISECONDS.test(text)) return Number(text);
  const match = ISO.exec(text);
  if (match === null) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) =>
    part === undefined ? undefined : Number(part)
  ) as [number, number, number, number?, number?, number?];
  if (hour > 23 || minute > 59 || second > 60) return null;
  const milliseconds = Number(`0.${match[7] ?? 0}`) * 1000;
  const date = Date.UTC(year, month - 1, day);
  // The calendar would take 30 February for 1 March.
  if (new Date(date).getUTCMonth() !== month - 1 || new Date(date).getUTCDate() !== day) return null;
  const zone = offsetOf(match[8]);
  if (zone === null) return null;
  const at = date + ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(milliseconds) - zone;
  return at >= 0 && at < MAX_TIME ? at : null;
}

/** Whether the text is a time of no zone. */
export function hasNoZone(text: string): boolean {
  return ISO.exec(text)?.[8] === undefined && ISO.test(text);
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined || /^[A-Z]/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", "") || 0)];
  if (hours > 18 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
