/** What a line of a rule file says besides the value, in the columns that the header names for it. */
import type { RuleAction, UnclassifiedValue } from "../../../model/rules/rule.ts";
import type { Header } from "./rule_columns.ts";
import { MAX_RULE_NOTE } from "../rule_options.ts";

export interface LineOptions {
  /** Null: neither the line nor the request names one. */
  readonly action: RuleAction | null;
  readonly note: string | null;
  /** RFC 3339. */
  readonly expiresAt: string | null;
  /** The whole note, where only its beginning is kept; otherwise null. */
  readonly cut: string | null;
}

/**
 * @param action of a line that names none
 * @param now milliseconds since the epoch
 */
export function readLineOptions(
  columns: readonly string[],
  header: Header | null,
  action: RuleAction | null,
  now: number,
): LineOptions | UnclassifiedValue {
  if (header === null) return { action, note: null, expiresAt: null, cut: null };
  const cell = (index: number | null) => textCell(index === null ? "" : columns[index] ?? "");
  const { options } = header;
  const word = cell(options.action).toLowerCase();
  if (word !== "" && word !== "allow" && word !== "block") {
    return { reason: "the action must be allow or block" };
  }
  const expires = cell(options.expiresAt);
  const at = expires === "" ? null : timeOf(expires);
  if (at !== null && Number.isNaN(at)) {
    return { reason: "the expiry must be a date such as 2030-01-31 or 2030-01-31T12:00:00Z" };
  }
  if (at !== null && at <= now) return { reason: "expired" };
  const given = cell(options.note);
  const note = given.length > MAX_RULE_NOTE ? given.slice(0, MAX_RULE_NOTE).toWellFormed().trim() : given;
  return {
    action: word === "" ? action : word,
    note: note === "" ? null : note,
    expiresAt: at === null ? null : new Date(at).toISOString(),
    cut: note === given ? null : given,
  };
}

/** Without blanks around it, and without the apostrophe that spreadsheets and our own export put before a formula. */
function textCell(cell: string): string {
  const text = cell.trim();
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Milliseconds since the epoch; a date alone is its beginning in UTC. NaN for anything else. */
function timeOf(text: string): number {
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  if (!isDay) return NaN;
  if (DATE.test(text)) return day;
  return TIME.test(text) ? Date.parse(text) : NaN;
}
