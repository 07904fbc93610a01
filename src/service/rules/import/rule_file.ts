/**
 * Reads a file of rule values, one per line, plain or CSV. Every line is reported once: as an entry, as a duplicate of an
 * earlier one, or as skipped with its reason. Blank lines, comments and headers are skipped lines too.
 */
import { AppError } from "../../../model/error.ts";
import {
  type CanonicalPhone,
  isClassified,
  RULE_ACTIONS,
  type RuleAction,
  type RuleValue,
  type UnclassifiedValue,
} from "../../../model/rules/rule.ts";
import { parseCsv } from "../../csv.ts";
import { excerpt } from "../../excerpt.ts";
import { type Header, judgeLine, readHeader, type WrittenValue } from "./rule_columns.ts";
import { countLineEnds, DELIMITERS, Lines, MAX_IMPORT_ENTRIES, skipReason, split } from "./rule_lines.ts";
import { MAX_RULE_NOTE } from "../rule_options.ts";

/** A rule that the file asks for. */
export interface RuleFileEntry extends RuleValue, Omit<LineOptions, "cut"> {
  /** From 1. */
  readonly line: number;
  /** The value as it is written in the file. */
  readonly written: string;
}

interface SkippedLine {
  readonly line: number;
  /** The line, at most 200 characters of it. */
  readonly value: string;
  readonly reason: string;
  /** What the value may have been meant as. */
  readonly suggestion?: string;
}

/** What was read otherwise than it is written. */
export interface ReadOtherwise {
  readonly line: number;
  readonly value: string;
  readonly read_as: string;
}

/** `entries.length + duplicatesInFile + skipped.length === lines`. */
export interface RuleFile {
  readonly lines: number;
  readonly entries: readonly RuleFileEntry[];
  readonly skipped: readonly SkippedLine[];
  readonly duplicatesInFile: number;
  /** Notes that were too long. */
  readonly cutNotes: readonly ReadOtherwise[];
}

interface RuleFileOptions {
  /** MAX_IMPORT_ENTRIES by default. */
  readonly limit?: number;
  readonly canonicalPhone?: CanonicalPhone;
  /** Of lines that name none. */
  readonly action?: RuleAction | null;
  /** Milliseconds since the epoch: a line whose rule has expired by then is skipped. */
  readonly now?: number;
  /** The value of a line with a `ref`; null when it is none of the account. */
  readonly valueOfRef?: (ref: string, mask: string) => RuleValue | null;
  /** Why a value cannot be trusted; null: it can. */
  readonly trustRefusal?: (value: RuleValue) => string | null;
}

/**
 * Reads one line or record per step, for `runInSlices`: a large file takes seconds. Columns are separated by commas,
 * semicolons or tabs; by only one of them where the header shows which.
 * @throws AppError too_many_items
 */
export function* readRuleFile(text: string, options: RuleFileOptions = {}): Generator<void, RuleFile> {
  const reader = new Reader(new Lines(text), options);
  if (text.includes('"')) yield* reader.readQuoted();
  else yield* reader.readPlain();
  return reader.result();
}

/** The header is searched in this many lines that are not blank or comments. */
const MAX_PREAMBLE = 20;
/** A quoted field over more lines is taken for a quote that is not closed, except for a note. */
const MAX_QUOTED_LINES = 20;

class Reader {
  readonly #lines: Lines;
  readonly #options: RuleFileOptions;
  readonly #limit: number;
  readonly #entries: RuleFileEntry[] = [];
  readonly #skipped: SkippedLine[] = [];
  readonly #cutNotes: ReadOtherwise[] = [];
  readonly #seen = new Set<string>();
  readonly #delimiters: readonly string[];
  #header: Header | null = null;
  #duplicates = 0;
  #candidates = 0;

  constructor(lines: Lines, options: RuleFileOptions) {
    this.#lines = lines;
    this.#options = options;
    this.#limit = options.limit ?? MAX_IMPORT_ENTRIES;
    this.#delimiters = delimitersOf(lines.all);
  }

  result(): RuleFile {
    return {
      lines: this.#lines.all.length,
      entries: this.#entries,
      skipped: this.#skipped,
      duplicatesInFile: this.#duplicates,
      cutNotes: this.#cutNotes,
    };
  }

  *readPlain(): Generator<void, void> {
    for (const [index, line] of this.#lines.all.entries()) {
      this.#readLine(index, split(line, this.#delimiters));
      yield;
    }
  }

  /**
   * The file as CSV. A quote that is not closed, or closed in the wrong place, would swallow lines: then, and for a record
   * over several lines without a value, each line is read alone.
   */
  *readQuoted(): Generator<void, void> {
    let first = 0;
    for (const { columns, lastLine } of parseCsv(this.#lines.values(), this.#delimiters) ?? []) {
      this.#readRecord(first, lastLine - 1, columns);
      first = lastLine;
      yield;
    }
    for (; first < this.#lines.all.length; first++) {
      this.#readAlone(first);
      yield;
    }
  }

  #readRecord(first: number, last: number, columns: readonly string[]): void {
    if (last === first) return this.#readLine(first, columns);
    // Line ends inside of quotes are part of the cell.
    const records = parseCsv(this.#lines.between(first, last), this.#delimiters) ?? [];
    const cells = records.length === 1 ? records[0]!.columns : columns;
    const isLong = last - first >= MAX_QUOTED_LINES && !this.#isNote(cells, last - first);
    if (isLong || !isClassified(this.#judge(cells))) {
      for (let index = first; index <= last; index++) this.#readAlone(index);
      return;
    }
    this.#readLine(first, cells);
    for (let index = first + 1; index <= last; index++) {
      this.#skip(index, `inside a quoted field that began on line ${first + 1}`);
    }
  }

  /** Whether the column of notes has all of the record's line ends. */
  #isNote(columns: readonly string[], lineEnds: number): boolean {
    const note = columns[this.#header?.options.note ?? -1];
    // One more for the apostrophe of `textCell`.
    return note !== undefined && note.length <= MAX_RULE_NOTE + 1 && countLineEnds(note) === lineEnds;
  }

  #readLine(index: number, columns: readonly string[]): void {
    const line = this.#lines.all[index]!;
    const reason = skipReason(line);
    if (reason !== null) return this.#skip(index, reason);
    // A line without the header's delimiter may use another one.
    const cells = columns.length === 1 && !line.includes('"') ? split(line, DELIMITERS) : columns;
    const found = this.#judge(cells);
    // The kind in a line with a ref would make it a header.
    const mayBeHeader = !isClassified(found) && found.reason !== UNKNOWN_REF;
    const header = mayBeHeader ? readHeader(cells) : null;
    if (header !== null) {
      // A header comes before the entries, and the first one of a file applies.
      const says = header.named.length > 0 || header.options.action !== null;
      if (this.#entries.length === 0 && says) this.#header ??= header;
      return this.#skip(index, "header");
    }
    if (++this.#candidates > this.#limit) throw tooMany(this.#limit);
    if (!isClassified(found)) return this.#skip(index, found.reason, found.suggestion);
    const { action = null, now = -Infinity } = this.#options;
    const options = readLineOptions(cells, this.#header, action, now);
    if ("reason" in options) return this.#skip(index, options.reason);
    const refusal = options.action === "trust" ? this.#options.trustRefusal?.(found) ?? null : null;
    if (refusal !== null) return this.#skip(index, refusal);
    this.#add(index + 1, found, options);
  }

  #add(line: number, value: WrittenValue, { cut, ...options }: LineOptions): void {
    const key = `${options.action} ${value.kind} ${value.hash ?? value.value}`;
    if (this.#seen.has(key)) {
      this.#duplicates++;
      return;
    }
    this.#seen.add(key);
    this.#entries.push({ line, ...value, ...options });
    if (cut !== null) {
      this.#cutNotes.push({ line, value: excerpt(cut), read_as: options.note ?? "" });
    }
  }

  #readAlone(index: number): void {
    const line = this.#lines.all[index]!;
    const columns = line.includes('"') && skipReason(line) === null
      ? parseCsv(line, this.#delimiters)?.[0]?.columns
      : undefined;
    this.#readLine(index, columns ?? split(line.replaceAll('"', ""), this.#delimiters));
  }

  #judge(columns: readonly string[]): WrittenValue | UnclassifiedValue {
    const ref = columns[this.#header?.options.ref ?? -1]?.trim() ?? "";
    if (ref === "") return judgeLine(columns, this.#header, this.#options.canonicalPhone);
    const written = columns[this.#header?.named[0]?.index ?? -1]?.trim() ?? "";
    const value = this.#options.valueOfRef?.(ref, written) ?? null;
    return value === null ? { reason: UNKNOWN_REF } : { ...value, written };
  }

  #skip(index: number, reason: string, suggestion?: string): void {
    const offered = suggestion === undefined ? {} : { suggestion };
    this.#skipped.push({ line: index + 1, value: excerpt(this.#lines.all[index]!), reason, ...offered });
  }
}

const UNKNOWN_REF = "not a ref of this account";

/** The one delimiter that a header among the first lines uses; all when there is no header or it uses several. */
function delimitersOf(lines: readonly string[]): readonly string[] {
  for (const line of lines.filter((line) => skipReason(line) === null).slice(0, MAX_PREAMBLE)) {
    const cells = split(line.replaceAll('"', ""), DELIMITERS);
    if (isClassified(judgeLine(cells, null, undefined))) break;
    if (readHeader(cells) === null) continue;
    const used = DELIMITERS.filter((delimiter) => line.includes(delimiter));
    return used.length === 1 ? used : DELIMITERS;
  }
  return DELIMITERS;
}

function tooMany(limit: number): AppError {
  return new AppError("too_many_items", `The file has more than ${limit} entries`);
}

/** What a line of a rule file says besides the value, in the columns that the header names for it. */
interface LineOptions {
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
function readLineOptions(
  columns: readonly string[],
  header: Header | null,
  action: RuleAction | null,
  now: number,
): LineOptions | UnclassifiedValue {
  if (header === null) return { action, note: null, expiresAt: null, cut: null };
  const cell = (index: number | null) => textCell(index === null ? "" : columns[index] ?? "");
  const { options } = header;
  const word = cell(options.action).toLowerCase();
  const named = RULE_ACTIONS.find((action) => action === word);
  if (word !== "" && named === undefined) return { reason: "the action must be allow or block" };
  const expires = cell(options.expiresAt);
  const at = expires === "" ? null : timeOf(expires);
  if (at !== null && Number.isNaN(at)) {
    return { reason: "the expiry must be a date such as 2030-01-31 or 2030-01-31T12:00:00Z" };
  }
  if (at !== null && at <= now) return { reason: "expired" };
  const given = cell(options.note);
  const note = given.length > MAX_RULE_NOTE ? given.slice(0, MAX_RULE_NOTE).toWellFormed().trim() : given;
  return {
    action: named ?? action,
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
