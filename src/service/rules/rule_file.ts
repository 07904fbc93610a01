/**
 * Reads a file of rule values, one per line, plain or CSV. Every line is reported once: as an entry, as a duplicate of an
 * earlier one, or as skipped with its reason. Blank lines, comments and headers are skipped lines too.
 */
import { parse } from "csv-parse/sync";
import { AppError } from "../../model/error.ts";
import { type CanonicalPhone, type ClassifiedValue, isClassified } from "../../model/rules/rule.ts";
import { excerpt } from "../excerpt.ts";
import { type Header, judgeLine, readHeader } from "./rule_columns.ts";

/** Lines other than blank lines, comments and headers. */
export const MAX_IMPORT_ENTRIES = 10_000;
/** Lines of any kind. */
export const MAX_IMPORT_LINES = 2 * MAX_IMPORT_ENTRIES;
/** A longer line is skipped. */
const MAX_LINE = 4_096;
/** A quoted field over more lines is taken for a quote that is not closed. */
const MAX_QUOTED_LINES = 20;

interface RuleFileEntry extends ClassifiedValue {
  /** From 1. */
  readonly line: number;
}

interface SkippedLine {
  readonly line: number;
  /** The line, at most 200 characters of it. */
  readonly value: string;
  readonly reason: string;
}

/** `entries.length + duplicatesInFile + skipped.length === lines`. */
export interface RuleFile {
  readonly lines: number;
  readonly entries: readonly RuleFileEntry[];
  readonly skipped: readonly SkippedLine[];
  readonly duplicatesInFile: number;
}

type RuleFileOptions = { readonly limit?: number; readonly canonicalPhone?: CanonicalPhone };

/** UTF-8, or UTF-16 with a byte order mark. Invalid bytes become U+FFFD, and their line is skipped later. */
export function decodeRuleFile(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : null;
  return new TextDecoder(utf16 ?? "utf-8").decode(bytes);
}

/**
 * Reads one line or record per step, for `runInSlices`: a large file takes seconds. Columns are separated by commas,
 * semicolons or tabs; by only one of them where the header shows which.
 * @param options the limit is MAX_IMPORT_ENTRIES by default
 * @throws AppError too_many_items
 */
export function* readRuleFile(text: string, options: RuleFileOptions = {}): Generator<void, RuleFile> {
  const lines = linesOf(text);
  const reader = new Reader(lines, options.limit ?? MAX_IMPORT_ENTRIES, options.canonicalPhone);
  if (text.includes('"')) yield* reader.readQuoted();
  else yield* reader.readPlain();
  return reader.result();
}

const DELIMITERS = [",", ";", "\t"] as const;
/** The header is searched in this many lines that are not blank or comments. */
const MAX_PREAMBLE = 20;

interface CsvRecord {
  readonly columns: readonly string[];
  /** Number of the line it ends on. */
  readonly lastLine: number;
}

class Reader {
  readonly #lines: readonly string[];
  readonly #limit: number;
  readonly #canonicalPhone: CanonicalPhone | undefined;
  readonly #entries: RuleFileEntry[] = [];
  readonly #skipped: SkippedLine[] = [];
  readonly #seen = new Set<string>();
  readonly #delimiters: readonly string[];
  #header: Header | null = null;
  #duplicates = 0;
  #candidates = 0;

  constructor(lines: readonly string[], limit: number, canonicalPhone: CanonicalPhone | undefined) {
    this.#lines = lines;
    this.#limit = limit;
    this.#canonicalPhone = canonicalPhone;
    this.#delimiters = delimitersOf(lines);
  }

  result(): RuleFile {
    return {
      lines: this.#lines.length,
      entries: this.#entries,
      skipped: this.#skipped,
      duplicatesInFile: this.#duplicates,
    };
  }

  *readPlain(): Generator<void, void> {
    for (const [index, line] of this.#lines.entries()) {
      this.#readLine(index, split(line, this.#delimiters));
      yield;
    }
  }

  /**
   * The file as CSV. A quote that is not closed, or closed in the wrong place, would swallow lines: then, and for a record
   * over several lines without a value, each line is read alone.
   */
  *readQuoted(): Generator<void, void> {
    const text = this.#lines.map((line) => skipReason(line) === null ? line : "").join("\n");
    let first = 0;
    for (const { columns, lastLine } of parseCsv(text, this.#delimiters) ?? []) {
      this.#readRecord(first, lastLine - 1, columns);
      first = lastLine;
      yield;
    }
    for (; first < this.#lines.length; first++) {
      this.#readAlone(first);
      yield;
    }
  }

  #readRecord(first: number, last: number, columns: readonly string[]): void {
    if (last === first) return this.#readLine(first, columns);
    if (last - first >= MAX_QUOTED_LINES || !isClassified(this.#judge(columns))) {
      for (let index = first; index <= last; index++) this.#readAlone(index);
      return;
    }
    this.#readLine(first, columns);
    for (let index = first + 1; index <= last; index++) {
      this.#skip(index, `inside a quoted field that began on line ${first + 1}`);
    }
  }

  #readLine(index: number, columns: readonly string[]): void {
    const line = this.#lines[index]!;
    const reason = skipReason(line);
    if (reason !== null) return this.#skip(index, reason);
    // A line without the header's delimiter may use another one.
    const cells = columns.length === 1 && !line.includes('"') ? split(line, DELIMITERS) : columns;
    const found = this.#judge(cells);
    const header = isClassified(found) ? null : readHeader(cells);
    if (header !== null) {
      // A header comes before the entries, and the first one of a file applies.
      if (this.#entries.length === 0 && header.named.length > 0) this.#header ??= header;
      return this.#skip(index, "header");
    }
    if (++this.#candidates > this.#limit) throw tooMany(this.#limit);
    if (!isClassified(found)) return this.#skip(index, found.reason);
    const key = `${found.kind} ${found.value}`;
    if (this.#seen.has(key)) this.#duplicates++;
    else {
      this.#seen.add(key);
      this.#entries.push({ line: index + 1, ...found });
    }
  }

  #readAlone(index: number): void {
    const line = this.#lines[index]!;
    const columns = line.includes('"') && skipReason(line) === null
      ? parseCsv(line, this.#delimiters)?.[0]?.columns
      : undefined;
    this.#readLine(index, columns ?? split(line.replaceAll('"', ""), this.#delimiters));
  }

  #judge(columns: readonly string[]) {
    return judgeLine(columns, this.#header, this.#canonicalPhone);
  }

  #skip(index: number, reason: string): void {
    this.#skipped.push({ line: index + 1, value: excerpt(this.#lines[index]!), reason });
  }
}

/** Of the first lines, one more than an import takes. */
export function countLineEnds(text: string): number {
  let ends = 0;
  for (let i = 0; i < text.length && ends <= MAX_IMPORT_LINES; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) ends++;
  }
  return ends;
}

/** Lines end in CRLF, LF or CR; a line end at the end of the text does not start a line. */
function linesOf(text: string): string[] {
  if (countLineEnds(text) > MAX_IMPORT_LINES) {
    throw new AppError("too_many_items", `The file has more than ${MAX_IMPORT_LINES} lines`);
  }
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Why a line holds no values; null for a line that may hold some. */
function skipReason(line: string): string | null {
  if (line.length > MAX_LINE) return `a line longer than ${MAX_LINE} characters`;
  const start = /^\s*(\S{0,2})(\s?)/.exec(line)!;
  if (start[1] === "") return "blank";
  return start[1]!.startsWith("#") || start[1] === "//" || (start[1] === ";" && start[2] !== "")
    ? "comment"
    : null;
}

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

function split(line: string, delimiters: readonly string[]): string[] {
  return line.split(delimiters.length === 1 ? delimiters[0]! : /[,;\t]/);
}

/** Null when the text is not valid CSV. */
function parseCsv(text: string, delimiters: readonly string[]): readonly CsvRecord[] | null {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      delimiter: [...delimiters],
      record_delimiter: "\n",
      relax_column_count: true,
      on_record: (columns: string[], { lines }) => {
        records.push({ columns, lastLine: lines });
        return null;
      },
    });
  } catch {
    return null;
  }
  return records;
}

function tooMany(limit: number): AppError {
  return new AppError("too_many_items", `The file has more than ${limit} entries`);
}
