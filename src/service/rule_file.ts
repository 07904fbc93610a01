/**
 * A file of rule values, one a line, plain or CSV, to entries. Every line of the file comes out once: as an entry, as a
 * duplicate of an earlier one, or as skipped with its reason. Blank lines, comments and headers are skipped lines too.
 */
import { parse } from "csv-parse/sync";
import { AppError } from "../domain/error.ts";
import {
  type CanonicalPhone,
  type ClassifiedValue,
  classify,
  isClassified,
  type UnclassifiedValue,
} from "../domain/rule.ts";
import { echo } from "./echo.ts";

/** Lines that hold something besides a comment or a header. */
export const MAX_IMPORT_ENTRIES = 10_000;
/** Lines of any sort: as many again may be blank, comments or headers. */
export const MAX_IMPORT_LINES = 2 * MAX_IMPORT_ENTRIES;
/** A longer line is skipped. */
const MAX_LINE = 4_096;
/** A value in a later column is not looked for. */
const MAX_COLUMNS = 32;
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
 * Columns are parted by commas, semicolons or tabs; the first that is a rule value counts.
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
  else {
    for (const [index, line] of lines.entries()) {
      reader.readLine(index, line.split(DELIMITER));
      yield;
    }
  }
  return reader.result();
}

const DELIMITER = /[,;\t]/;
const CSV = { delimiter: [",", ";", "\t"], record_delimiter: "\n", relax_column_count: true };

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
  #duplicates = 0;
  #candidates = 0;

  constructor(lines: readonly string[], limit: number, canonicalPhone: CanonicalPhone | undefined) {
    this.#lines = lines;
    this.#limit = limit;
    this.#canonicalPhone = canonicalPhone;
  }

  result(): RuleFile {
    return {
      lines: this.#lines.length,
      entries: this.#entries,
      skipped: this.#skipped,
      duplicatesInFile: this.#duplicates,
    };
  }

  /**
   * The file as CSV. A quote that is never closed, or closed in the wrong place, would swallow lines: then, and for a
   * record over several lines that holds no value, each line is read by itself.
   */
  *readQuoted(): Generator<void, void> {
    const records = parseCsv(this.#lines.map((line) => unusable(line) === null ? line : "").join("\n"));
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
    const found = this.#judge(columns);
    if (!isClassified(found) && columns.slice(0, MAX_COLUMNS).some(isHeaderWord)) {
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
    const alone = line.includes('"') && unusable(line) === null ? parseCsv(line)?.[0]?.record : undefined;
    this.readLine(index, alone ?? line.replaceAll('"', "").split(DELIMITER));
  }

  /** The first column that is a rule value, or why none is. */
  #judge(columns: readonly string[]): ClassifiedValue | UnclassifiedValue {
    const filled = columns.slice(0, MAX_COLUMNS).filter((column) => column.trim() !== "");
    let reason = "blank";
    for (const column of filled) {
      const answer = classify(bare(column), this.#canonicalPhone);
      if (isClassified(answer)) return answer;
      reason = /^\s*=/.test(column) ? "a spreadsheet formula" : answer.reason;
    }
    return { reason: filled.length > 1 ? "no column holds a rule value" : reason };
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

function parseCsv(text: string): readonly CsvRecord[] | null {
  try {
    return parse(text, { ...CSV, info: true }) as unknown as readonly CsvRecord[];
  } catch {
    return null;
  }
}

/** Without an end-of-line comment, and without the apostrophe that spreadsheets and our own export put before what would be a formula. */
function bare(column: string): string {
  const comment = column.search(/\s#/);
  const text = comment < 0 ? column : column.slice(0, comment);
  return /^\s*''*[=+\-@]/.test(text) ? text.replace("'", "") : text;
}

const HEADER_WORDS: ReadonlySet<string> = new Set(
  ("value values entry entries item items rule rules indicator indicators ip ips ip_address ip_addresses address " +
    "addresses cidr cidrs network networks range ranges subnet email emails e_mail email_address mail domain domains " +
    "host hosts hostname phone phones phone_number telephone mobile asn asns as_number kind type action")
    .split(" "),
);

function isHeaderWord(column: string): boolean {
  return column.length <= 40 && HEADER_WORDS.has(column.trim().toLowerCase().replace(/[\s-]+/g, "_"));
}

function tooMany(limit: number): AppError {
  return new AppError("too_many_items", `The file has more than ${limit} entries`);
}
