/**
 * A file of rule values, one a line, plain or CSV, to entries. Every line of the file comes out once: as an entry, as a
 * duplicate of an earlier one, or as skipped with its reason. Blank lines, comments and headers are skipped lines too.
 */
import { parse } from "csv-parse/sync";
import { AppError } from "../../model/error.ts";
import { type CanonicalPhone, type ClassifiedValue, isClassified } from "../../model/rules/rule.ts";
import { echo } from "../excerpt.ts";
import { type Header, judgeLine, readHeader } from "./rule_columns.ts";

/** Lines that hold something besides a comment or a header. */
export const MAX_IMPORT_ENTRIES = 10_000;
/** Lines of any sort: as many again may be blank, comments or headers. */
export const MAX_IMPORT_LINES = 2 * MAX_IMPORT_ENTRIES;
/** A longer line is skipped. */
const MAX_LINE = 4_096;
/** A quoted field over more lines is taken for a quote that somebody forgot to close. */
const MAX_QUOTED_LINES = 20;

export interface RuleFileEntry extends ClassifiedValue {
  /** From 1. */
  readonly line: number;
}

export interface SkippedLine {
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

export interface RuleFileOptions {
  /** Default MAX_IMPORT_ENTRIES. */
  readonly limit?: number;
  readonly canonicalPhone?: CanonicalPhone;
}

/** UTF-8, or UTF-16 when its byte order mark says so. What is not valid becomes U+FFFD, and its line is skipped later. */
export function decodeRuleFile(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : null;
  return new TextDecoder(utf16 ?? "utf-8").decode(bytes);
}

/**
 * Columns are parted by commas, semicolons or tabs, by one of them where the header shows which.
 * @throws AppError too_many_items
 */
export function parseRuleFile(text: string, options: RuleFileOptions = {}): RuleFile {
  const steps = ruleFileSteps(text, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `parseRuleFile`, a line or record a step: a large file takes seconds, and others may have their turn meanwhile. */
export function* ruleFileSteps(text: string, options: RuleFileOptions = {}): Generator<void, RuleFile> {
  const lines = linesOf(text);
  const reader = new Reader(lines, options.limit ?? MAX_IMPORT_ENTRIES, options.canonicalPhone);
  if (text.includes('"')) yield* reader.readQuoted();
  else yield* reader.readPlain();
  return reader.result();
}

const DELIMITERS = [",", ";", "\t"] as const;
const CSV = { record_delimiter: "\n", relax_column_count: true };
/** A header is looked for in so many lines that hold something. */
const MAX_PREAMBLE = 20;

/** One record of csv-parse; `lines` is the number of the line it ends on. */
interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
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
      this.readLine(index, split(line, this.#delimiters));
      yield;
    }
  }

  /**
   * The file as CSV. A quote that is never closed, or closed in the wrong place, would swallow lines: then, and for a
   * record over several lines that holds no value, each line is read by itself.
   */
  *readQuoted(): Generator<void, void> {
    const text = this.#lines.map((line) => unusable(line) === null ? line : "").join("\n");
    const records = parseCsv(text, this.#delimiters);
    let first = 0;
    for (const { record, info } of records ?? []) {
      this.#readRecord(first, info.lines - 1, record);
      first = info.lines;
      yield;
    }
    for (; first < this.#lines.length; first++) {
      this.#readAlone(first);
      yield;
    }
  }

  #readRecord(first: number, last: number, record: readonly string[]): void {
    if (last === first) return this.readLine(first, record);
    if (last - first >= MAX_QUOTED_LINES || !isClassified(this.#judge(record))) {
      for (let index = first; index <= last; index++) this.#readAlone(index);
      return;
    }
    this.readLine(first, record);
    for (let index = first + 1; index <= last; index++) {
      this.#skip(index, `inside a quoted field that began on line ${first + 1}`);
    }
  }

  readLine(index: number, columns: readonly string[]): void {
    const line = this.#lines[index]!;
    const reason = unusable(line);
    if (reason !== null) return this.#skip(index, reason);
    // A line that the header's delimiter does not part may have another.
    const cells = columns.length === 1 && !line.includes('"') ? split(line, DELIMITERS) : columns;
    const found = this.#judge(cells);
    const header = isClassified(found) ? null : readHeader(cells);
    if (header !== null) {
      // A header stands above its entries, and the first one of a file is the file's.
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
    const record = line.includes('"') && unusable(line) === null
      ? parseCsv(line, this.#delimiters)?.[0]?.record
      : undefined;
    this.readLine(index, record ?? split(line.replaceAll('"', ""), this.#delimiters));
  }

  #judge(columns: readonly string[]) {
    return judgeLine(columns, this.#header, this.#canonicalPhone);
  }

  #skip(index: number, reason: string): void {
    this.#skipped.push({ line: index + 1, value: echo(this.#lines[index]!), reason });
  }
}

/** Lines end in CRLF, LF or CR; a last line end starts no line. */
function linesOf(text: string): string[] {
  let ends = 0;
  for (let i = 0; i < text.length && ends <= MAX_IMPORT_LINES; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) ends++;
  }
  if (ends > MAX_IMPORT_LINES) {
    throw new AppError("too_many_items", `The file has more than ${MAX_IMPORT_LINES} lines`);
  }
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Why a line holds no columns at all, null when it may. */
function unusable(line: string): string | null {
  if (line.length > MAX_LINE) return `a line longer than ${MAX_LINE} characters`;
  const start = /^\s*(\S{0,2})(\s?)/.exec(line)!;
  if (start[1] === "") return "blank";
  return start[1]!.startsWith("#") || start[1] === "//" || (start[1] === ";" && start[2] !== "")
    ? "comment"
    : null;
}

/** The one that a header among the first lines uses; all where none does, or one uses several. */
function delimitersOf(lines: readonly string[]): readonly string[] {
  for (const line of lines.filter((line) => unusable(line) === null).slice(0, MAX_PREAMBLE)) {
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

function parseCsv(text: string, delimiter: readonly string[]): readonly CsvRecord[] | null {
  try {
    return parse(text, { ...CSV, delimiter: [...delimiter], info: true }) as unknown as readonly CsvRecord[];
  } catch {
    return null;
  }
}

function tooMany(limit: number): AppError {
  return new AppError("too_many_items", `The file has more than ${limit} entries`);
}
