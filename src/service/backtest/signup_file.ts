/**
 * The rows of a CSV file in order of time. The file is read twice: once for the times, and once in their order. Between the
 * two a row costs 24 bytes of memory, and 4 more while a file that is not sorted is being sorted.
 */
import { type ByteSource, cellsOf, openCsv } from "./csv_records.ts";
import { cellOf, type CellReaders, hasNoZone, type PastSignup, readRow, TIME_UNREAD } from "./cells.ts";
import { dateFormat, DateFormatError } from "./date_format.ts";
import { labelReader, type LabelWords, NO_WORDS } from "./label_words.ts";
import { type Reading, ReadingNotes, type UnreadKind } from "./reading.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { BacktestInputError, type ColumnNames, findColumns, type FoundColumns } from "./columns.ts";

interface UnreadableRow {
  readonly line: number;
  readonly reason: string;
}

/** Unreadable rows that are listed; more are only counted. */
const MAX_LISTED_ROWS = 100;

/** How a file is written, where that is not the usual way. */
export interface FileFormat {
  readonly columns: ColumnNames;
  /** Such as `DD.MM.YYYY HH:mm`; absent: ISO 8601 and Unix time only. */
  readonly dateFormat?: string;
  /** Words of the column of labels in addition to the usual ones. */
  readonly labelWords?: LabelWords;
}

interface FileOptions extends FileFormat {
  /** Most rows. */
  readonly limit?: number;
}

/** Steps after which a long work reports. */
const REPORT_EVERY = 500;

export class SignupFile {
  readonly found: FoundColumns;
  readonly #source: ByteSource;
  readonly #delimiter: string;
  readonly #width: number;
  readonly #times = new GrowingNumbers(Float64Array);
  readonly #offsets = new GrowingNumbers(Float64Array);
  readonly #lengths = new GrowingNumbers(Uint32Array);
  readonly #lines = new GrowingNumbers(Uint32Array);
  readonly #readers: CellReaders;
  readonly #notes = new ReadingNotes();
  readonly #unreadable: UnreadableRow[] = [];
  #unreadableCount = 0;
  #isSorted = true;
  #isZoneless = false;

  private constructor(
    source: ByteSource,
    { delimiter, header, found }: FileHeader,
    readers: CellReaders,
  ) {
    this.#readers = readers;
    this.#source = source;
    this.#delimiter = delimiter;
    this.#width = header.length;
    this.found = found;
  }

  /**
   * Yields the share of the file that was read so far.
   * @throws BacktestInputError when it is not such a file
   */
  static *open(
    source: ByteSource,
    { columns, limit = Infinity, ...format }: FileOptions,
  ): Generator<number, SignupFile> {
    const head = readHeader(source, columns);
    const file = new SignupFile(source, head, readersOf(format));
    let rows = 0;
    for (const record of head.records) {
      if (++rows > limit) throw new BacktestInputError(`the file has more than ${limit} rows`);
      file.#note(record);
      if (rows % REPORT_EVERY === 0) yield record.offset / source.size;
    }
    return file;
  }

  /** Rows that can be scored, unless one of their values is refused. */
  get size(): number {
    return this.#times.length;
  }

  get isSorted(): boolean {
    return this.#isSorted;
  }

  /** Some times are written without a zone. */
  get isZoneless(): boolean {
    return this.#isZoneless;
  }

  /** What was read, before a row is scored. */
  get reading(): Reading {
    return this.#notes.reading();
  }

  /** Counts a row that was read as one that cannot be scored. */
  refuse(line: number, reason: string): void {
    this.#notes.takeBack();
    this.#leaveOut("value", line, null, reason);
  }

  #leaveOut(kind: UnreadKind, line: number, cell: string | null, reason: string): void {
    this.#notes.note(kind, line, cell, reason, true);
    this.#unreadableCount++;
    if (this.#unreadable.length < MAX_LISTED_ROWS) this.#unreadable.push({ line, reason });
  }

  unreadable(): { readonly count: number; readonly rows: readonly UnreadableRow[] } {
    return { count: this.#unreadableCount, rows: this.#unreadable.toSorted((a, b) => a.line - b.line) };
  }

  /** In order of time; rows of one moment in the order of the file. */
  *rows(): Generator<PastSignup> {
    for (const index of this.#order()) {
      const place = { offset: this.#offsets.at(index), length: this.#lengths.at(index) };
      const row = readRow(
        cellsOf(this.#source, place, this.#delimiter)!,
        this.found.columns,
        this.#lines.at(index),
        this.#readers,
      );
      if (typeof row !== "string") yield row;
    }
  }

  #note(
    { offset, length, line, problem }: { offset: number; length: number; line: number; problem?: string },
  ) {
    if (problem !== undefined) return this.#leaveOut("shape", line, null, problem);
    const cells = cellsOf(this.#source, { offset, length }, this.#delimiter);
    if (cells === null) return this.#leaveOut("shape", line, null, "its quotes are not valid CSV");
    if (cells.length !== this.#width) {
      const reason = `it has ${cells.length} columns, and the header has ${this.#width}`;
      return this.#leaveOut("shape", line, null, reason);
    }
    const { columns } = this.found;
    const row = readRow(cells, columns, line, this.#readers);
    if (typeof row === "string") {
      const isTime = row === TIME_UNREAD;
      return this.#leaveOut(
        isTime ? "time" : "value",
        line,
        isTime ? cells[columns.time!]!.trim() : null,
        row,
      );
    }
    for (const role of ["score", "label"] as const) {
      if (!row.ignored.includes(role)) continue;
      const cell = cellOf(cells, columns[role])!; // there is something that cannot be read
      this.#notes.note(role, line, cell, "", false);
      if (role === "label") this.#notes.word(cell);
    }
    this.#notes.row(
      row.label !== null,
      row.fields.device_id ?? null,
      row.fields.email ?? row.fields.phone ?? null,
    );
    if (this.size > 0 && row.at < this.#times.at(this.size - 1)) this.#isSorted = false;
    this.#isZoneless ||= hasNoZone(cells[columns.time!]!.trim());
    this.#times.push(row.at);
    this.#offsets.push(offset);
    this.#lengths.push(length);
    this.#lines.push(line);
  }

  #order(): Iterable<number> {
    const order = new Uint32Array(this.size).map((_, index) => index);
    const times = this.#times;
    return this.#isSorted ? order : order.sort((a, b) => times.at(a) - times.at(b) || a - b);
  }
}

type FileHeader = ReturnType<typeof readHeader>;

/** @throws BacktestInputError */
function readersOf({ dateFormat: format, labelWords }: Omit<FileFormat, "columns">): CellReaders {
  try {
    return {
      time: format === undefined ? null : dateFormat(format),
      label: labelReader(labelWords ?? NO_WORDS),
    };
  } catch (error) {
    if (!(error instanceof DateFormatError)) throw error;
    throw new BacktestInputError(
      `the date format ${JSON.stringify(format)} cannot be used: ${error.message}`,
    );
  }
}

/** As `SignupFile.open`, giving others their turn. @param onShare called with the share that was read */
export async function openSignupFile(
  source: ByteSource,
  options: FileOptions,
  onShare: (share: number) => void = () => {},
): Promise<SignupFile> {
  const reading = SignupFile.open(source, options);
  for (const slice = new TimeSlice();;) {
    const step = reading.next();
    if (step.done) return step.value;
    onShare(step.value);
    if (slice.isOver) await slice.next();
  }
}

/** @throws BacktestInputError when the file has no header that can be used */
function readHeader(source: ByteSource, columns: ColumnNames) {
  const { delimiter, header, records } = openCsv(source, (why) => new BacktestInputError(why));
  return { delimiter, header, found: findColumns(header, columns), records };
}

/** Most bytes of a file in which its header is looked for in one step. */
const MAX_HEAD = 256 * 1024;

/** As `readHeader`, in a moment for any file. @throws BacktestInputError */
export function checkHeader(source: ByteSource, columns: ColumnNames): void {
  readHeader({
    size: Math.min(source.size, MAX_HEAD),
    read: (offset, length) => source.read(offset, Math.min(length, MAX_HEAD - offset)),
  }, columns);
}

/** A list of numbers without the overhead of an array of them. */
interface Numbers {
  readonly length: number;
  [index: number]: number;
  set(from: Numbers): void;
}

const FIRST = 1024;

class GrowingNumbers {
  readonly #make: new (length: number) => Numbers;
  #numbers: Numbers;
  #length = 0;

  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = new make(FIRST);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const more = new this.#make(this.#length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = value;
  }

  /** Within the length. */
  at(index: number): number {
    return this.#numbers[index]!;
  }
}
