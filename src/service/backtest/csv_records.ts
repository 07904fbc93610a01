/**
 * Finds the records of a CSV file of any size (RFC 4180), by their place in the file, in one window of memory. A quote that
 * is not closed costs its own line and no other.
 */
import { parseCsv } from "../csv.ts";

/** Bytes that are read at random. A file in memory, or on disk. */
export interface ByteSource {
  readonly size: number;
  /** Fewer bytes only at the end. The result is valid until the next call. */
  read(offset: number, length: number): Uint8Array;
}

interface CsvRecord {
  readonly offset: number;
  /** Bytes, without the line end. */
  readonly length: number;
  /** From 1. */
  readonly line: number;
  /** Why it cannot be read. */
  readonly problem?: string;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

const WINDOW = 1 << 20;
const MAX_RECORD = 64 * 1024;
/** A quoted field over more lines is taken for a quote that is not closed. */
const MAX_QUOTED_LINES = 50;

const [LF, CR, QUOTE] = [10, 13, 34];

/** A file with a header, and the records behind it. */
interface CsvFile {
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly records: Generator<CsvRecord>;
}

/** @throws what `refuse` makes for a file without a header */
export function openCsv(source: ByteSource, refuse: (why: string) => Error): CsvFile {
  const start = begin(source, refuse);
  const delimiter = delimiterOf(firstLine(source, start));
  const records = csvRecords(source, delimiter, start);
  const first = records.next();
  if (first.done) throw refuse("the file is empty");
  const header = first.value.problem === undefined ? cellsOf(source, first.value, delimiter) : null;
  if (header === null) throw refuse("the first line is not the header of a CSV file");
  return { delimiter, header, records };
}

/** Behind a byte order mark. */
function begin(source: ByteSource, refuse: (why: string) => Error): number {
  const [a, b, c] = source.read(0, 3);
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw refuse("the file is UTF-16; save it as UTF-8");
  }
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
}

const MAX_HEADER = 64 * 1024;

function firstLine(source: ByteSource, start: number): string {
  const text = new TextDecoder().decode(source.read(start, MAX_HEADER));
  return text.replace(/^[\r\n]+/, "").split(/[\r\n]/, 1)[0]!;
}

/** Blank lines are not records. @param from where the first one begins */
export function* csvRecords(source: ByteSource, delimiter: string, from = 0): Generator<CsvRecord> {
  const byteAt = windowOver(source);
  const separator = delimiter.charCodeAt(0);
  let line = 1;
  for (let at = from; at < source.size;) {
    const { end, next, lines, problem } = recordEnd(byteAt, at, separator);
    if (end > at) yield { offset: at, length: end - at, line, ...(problem === null ? {} : { problem }) };
    line += lines;
    at = next;
  }
}

interface RecordEnd {
  readonly end: number;
  readonly next: number;
  /** Line ends up to `next`. */
  readonly lines: number;
  readonly problem: string | null;
}

function recordEnd(byteAt: (at: number) => number, start: number, separator: number): RecordEnd {
  let isQuoted = false;
  let startsCell = true;
  let lines = 0;
  /** The end of the first line. */
  let first: { end: number; next: number } | null = null;
  for (let at = start;; at++) {
    const byte = byteAt(at);
    const isEnd = byte === LF || byte === CR;
    const next = byte === CR && byteAt(at + 1) === LF ? at + 2 : at + 1;
    if (byte === -1 || (isEnd && !isQuoted)) {
      if (!isQuoted) return { end: at, next, lines: lines + 1, problem: tooLong(at - start) };
      return { ...first ?? { end: at, next }, lines: 1, problem: NOT_CLOSED };
    }
    if (isQuoted && isEnd) {
      first ??= { end: at, next };
      if (++lines > MAX_QUOTED_LINES || at - start > MAX_RECORD) {
        return { ...first, lines: 1, problem: NOT_CLOSED };
      }
      at = next - 1;
    } else if (isQuoted && byte === QUOTE) {
      if (byteAt(at + 1) === QUOTE) at++;
      else isQuoted = false;
    } else if (startsCell && byte === QUOTE) isQuoted = true;
    startsCell = byte === separator && !isQuoted;
  }
}

const NOT_CLOSED = "a quote is not closed";

function tooLong(length: number): string | null {
  return length > MAX_RECORD ? `longer than ${MAX_RECORD} bytes` : null;
}

/** The byte at a place, -1 behind the end. */
function windowOver(source: ByteSource): (at: number) => number {
  let base = 0;
  let bytes: Uint8Array = new Uint8Array();
  return (at) => {
    if (at >= source.size) return -1;
    if (at < base || at >= base + bytes.length) {
      base = Math.max(0, at - MAX_RECORD);
      bytes = source.read(base, WINDOW);
    }
    return bytes[at - base] ?? -1;
  };
}

const decoder = new TextDecoder();

/** The cells of a record; null when it is not valid CSV. */
export function cellsOf(
  source: ByteSource,
  { offset, length }: Pick<CsvRecord, "offset" | "length">,
  delimiter: string,
): readonly string[] | null {
  const text = decoder.decode(source.read(offset, length));
  if (!text.includes('"')) return text.split(delimiter);
  const records = parseCsv(text.replaceAll(/\r\n?/g, "\n"), [delimiter]);
  return records?.length === 1 ? records[0]!.columns : null;
}

/** The delimiter that the first line has most of. */
export function delimiterOf(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => count(each) > count(best) ? each : best);
}
