/** The rows of a CSV file of labels. Every row is a label, or is skipped with the reason. */
import { AppError } from "../../../model/error.ts";
import type { LabelType, Outcome } from "../../../model/records.ts";
import type { IdentifierHasher } from "../../access/identifier_hasher.ts";
import { cellOf, readTime } from "../../backtest/cells.ts";
import { type ByteSource, cellsOf, openCsv } from "../../backtest/csv_records.ts";
import { dateFormat, DateFormatError, guessedFormats, type ReadTime } from "../../backtest/date_format.ts";
import { excerpt } from "../../excerpt.ts";
import type { NamedOutcome } from "../outcome.ts";
import { readPerson } from "../people.ts";
import {
  type ColumnIndexes,
  findLabelColumns,
  type LabelColumns,
  type LabelRole,
  NAMING_ROLES,
} from "./label_columns.ts";
import { type Meaning, meaningWord, type OwnWords, type ReadWord, wordReader } from "./label_words.ts";

/** How a file is written, where that does not follow from it, and what its rows do not say. */
export interface LabelFileFormat {
  readonly columns?: LabelColumns;
  readonly words?: OwnWords;
  /** Such as `DD.MM.YYYY HH:mm`; otherwise ISO 8601, Unix time, or the one usual format that reads all dates. */
  readonly dateFormat?: string;
  /** Of rows that do not say it. */
  readonly outcome?: Outcome;
  readonly type?: LabelType;
}

export interface LabelRow extends NamedOutcome {
  /** From 1. */
  readonly line: number;
  /** What names the score or the person, as the file has it. */
  readonly value: string;
}

interface SkippedRow {
  readonly line: number;
  readonly value: string;
  readonly reason: string;
}

export interface LabelFile {
  readonly columns: LabelColumns;
  /** Columns that are not used, the first ones. */
  readonly unused: readonly string[];
  /** By word, as the file has it: what it means; null: that is not known. */
  readonly words: ReadonlyMap<string, Meaning | null>;
  /** How dates are read that are neither ISO 8601 nor Unix time; two: they can be read in both ways. */
  readonly dateFormats: readonly string[];
  readonly rows: readonly LabelRow[];
  readonly skipped: readonly SkippedRow[];
}

export const MAX_LABEL_ROWS = 10_000;
/** Words that are told. */
const MAX_WORDS = 200;
const MAX_WORD = 80;
/** Longer cells are refused. */
const MAX_CELL = 400;
/** Dates by which a format is guessed. */
const MAX_GUESSED_BY = 500;

/**
 * One row or so per step, for `runInSlices`.
 * @param now milliseconds since the epoch: what is later has not happened
 * @throws AppError invalid_value, too_many_items
 */
export function* readLabelFile(
  source: ByteSource,
  format: LabelFileFormat,
  { hasher, now }: { readonly hasher: IdentifierHasher; readonly now: number },
): Generator<void, LabelFile> {
  const { delimiter, header, records } = openCsv(source, refuse);
  const { indexes, names, unused } = findLabelColumns(header, format.columns ?? {}, refuse);
  const found: { readonly line: number; readonly cells: readonly string[] }[] = [];
  const skipped: SkippedRow[] = [];
  let rows = 0;
  for (const { line, problem, ...place } of records) {
    if (++rows > MAX_LABEL_ROWS) {
      throw new AppError("too_many_items", `The file has more than ${MAX_LABEL_ROWS} rows`);
    }
    const cells = problem === undefined ? cellsOf(source, place, delimiter) : null;
    const reason = problem ?? shapeProblem(cells, header.length);
    if (cells === null || reason !== null) skipped.push({ line, value: "", reason: reason ?? "" });
    else found.push({ line, cells });
    yield;
  }
  const dates = readDates(found.map(({ cells }) => cellOf(cells, indexes.date)), format.dateFormat);
  const reader = new RowReader(indexes, format, dates, hasher, now);
  const read: LabelRow[] = [];
  for (const { line, cells } of found) {
    const row = reader.row(line, cells);
    if (typeof row !== "string") read.push(row);
    else skipped.push({ line, value: excerpt(reader.nameOf(cells)?.[1] ?? ""), reason: row });
    yield;
  }
  return {
    columns: names,
    unused,
    words: reader.words,
    dateFormats: dates.formats,
    rows: read,
    skipped: skipped.sort((one, other) => one.line - other.line),
  };
}

function refuse(why: string): AppError {
  return new AppError("invalid_value", `The file cannot be read: ${why}`);
}

function shapeProblem(cells: readonly string[] | null, width: number): string | null {
  if (cells === null) return "its quotes are not valid CSV";
  return cells.length === width ? null : `it has ${cells.length} columns, and the header has ${width}`;
}

interface Dates {
  readonly formats: readonly string[];
  /** Null: it cannot be read, or in two ways. */
  readonly read: ReadTime;
}

/** @throws AppError for a format that is none */
function readDates(cells: readonly (string | null)[], given: string | undefined): Dates {
  if (given !== undefined && cells.some((cell) => cell !== null)) {
    const read = formatOf(given);
    return { formats: [given], read: (text) => read(text) ?? readTime(text) };
  }
  const others = [...new Set(cells)].filter((cell) => cell !== null && readTime(cell) === null)
    .slice(0, MAX_GUESSED_BY) as string[]; // without null
  const guessed = [...new Set(others.flatMap(guessedFormats))];
  const reading = guessed.filter((format) => {
    const read = dateFormat(format);
    return others.every((text) => read(text) !== null);
  });
  const only = reading.length === 1 ? dateFormat(reading[0]!) : null;
  return { formats: reading, read: (text) => readTime(text) ?? only?.(text) ?? null };
}

function formatOf(format: string): ReadTime {
  try {
    return dateFormat(format);
  } catch (error) {
    if (!(error instanceof DateFormatError)) throw error;
    throw refuse(`the date format ${JSON.stringify(format)} cannot be used: ${error.message}`);
  }
}

class RowReader {
  readonly words = new Map<string, Meaning | null>();
  readonly #columns: ColumnIndexes;
  readonly #format: LabelFileFormat;
  readonly #dates: Dates;
  readonly #hasher: IdentifierHasher;
  readonly #now: number;
  readonly #meaning: ReadWord;

  constructor(
    columns: ColumnIndexes,
    format: LabelFileFormat,
    dates: Dates,
    hasher: IdentifierHasher,
    now: number,
  ) {
    this.#columns = columns;
    this.#format = format;
    this.#dates = dates;
    this.#hasher = hasher;
    this.#now = now;
    this.#meaning = wordReader(format.words ?? new Map());
  }

  /** What the row labels: the first of its cells that names something. */
  nameOf(cells: readonly string[]): readonly [role: typeof NAMING_ROLES[number], text: string] | null {
    for (const role of NAMING_ROLES) {
      const text = cellOf(cells, this.#columns[role]);
      if (text !== null) return [role, text];
    }
    return null;
  }

  /** A text says why it is skipped. */
  row(line: number, cells: readonly string[]): LabelRow | string {
    const label = this.#label(cells);
    const name = this.nameOf(cells);
    if (name === null) return "it names nobody";
    if (typeof label === "string") return label;
    const [role, text] = name;
    if (text.length > MAX_CELL) return `its ${role} is longer than ${MAX_CELL} characters`;
    const value = excerpt(text);
    if (role === "request_id") return { ...label, line, value, of: { requestId: text } };
    try {
      return { ...label, line, value, of: readPerson(this.#hasher, role, text, (why) => new Unread(why)) };
    } catch (error) {
      if (error instanceof Unread) return `its ${role} ${error.message}`;
      throw error;
    }
  }

  #label(cells: readonly string[]): Pick<NamedOutcome, "outcome" | "type" | "happenedAt"> | string {
    const word = this.#word(cells, "outcome");
    const kind = this.#word(cells, "type");
    if (word?.meaning === undefined && word !== null) {
      return `what ${JSON.stringify(word.text)} means is not known`;
    }
    if (word?.meaning?.outcome === null || kind?.meaning?.outcome === null) {
      return "its word is to be skipped";
    }
    const { type: usual } = this.#format;
    const said = kind?.meaning?.type ?? word?.meaning?.type;
    const outcome = word?.meaning?.outcome ?? (said === undefined ? this.#format.outcome : "fraud") ??
      (usual === undefined ? undefined : "fraud");
    if (outcome === undefined) {
      return "it does not say what it was: name the column that does, or an outcome for all";
    }
    const type = outcome === "fraud" ? said ?? usual : undefined;
    const date = cellOf(cells, this.#columns.date);
    const happenedAt = date === null ? undefined : this.#dates.read(date);
    if (happenedAt === null) return this.#unreadDate();
    if (happenedAt !== undefined && happenedAt > this.#now) return "its date is in the future";
    return {
      outcome,
      ...(type === undefined ? {} : { type }),
      ...(happenedAt === undefined ? {} : { happenedAt }),
    };
  }

  #unreadDate(): string {
    const { formats } = this.#dates;
    return formats.length < 2
      ? "its date cannot be read: say its date_format"
      : `its date can be read as ${formats.join(" and as ")}: say its date_format`;
  }

  /** Null: the cell is blank. */
  #word(cells: readonly string[], role: LabelRole) {
    const text = cellOf(cells, this.#columns[role]);
    if (text === null) return null;
    const meaning = this.#meaning(text);
    const shown = text.slice(0, MAX_WORD).toWellFormed();
    if (this.words.size < MAX_WORDS) {
      this.words.set(shown, meaning === undefined ? null : meaningWord(meaning));
    }
    return { text: shown, meaning };
  }
}

/** A value of a row that cannot be read. */
class Unread extends Error {
  override readonly name = "Unread";
}
