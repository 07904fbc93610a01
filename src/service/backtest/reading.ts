/** What was read of a file and what was not, with an example of each kind and how to read it. */
import { guessedFormats } from "./date_format.ts";
import type { ColumnNames, Role } from "./columns.ts";

/** Why a row, or a cell of it, was not read. */
export type UnreadKind = "time" | "label" | "score" | "shape" | "value";

interface Unread {
  readonly kind: UnreadKind;
  /** Of the rows, each counted once a kind. */
  readonly rows: number;
  /** The first one. */
  readonly line: number;
  /** Its cell; null where the row has no such. */
  readonly cell: string | null;
  readonly reason: string;
}

/** A column of devices with so few names that they are of models. */
interface DeviceModels {
  readonly names: number;
  readonly people: number;
}

export interface Reading {
  /** Rows that have a time and can be scored. */
  readonly read: number;
  /** Rows that cannot. */
  readonly unread: number;
  readonly kinds: readonly Unread[];
  /** Words of labels that were not understood, the most frequent first. */
  readonly words: readonly { readonly word: string; readonly rows: number }[];
  /** Rows whose label was understood. */
  readonly labels: number;
  readonly models: DeviceModels | null;
}

const MAX_CELL = 60;
/** Words that are counted. */
const MAX_WORDS = 20;
/** Minimum of people for a column of devices to be judged. */
const MIN_PEOPLE = 200;
/** People for each name above which names are of models, not of machines. */
const PEOPLE_OF_A_MODEL = 8;
/** Names beyond these are surely of machines. */
const MAX_NAMES = 100_000;

export class ReadingNotes {
  readonly #kinds = new Map<UnreadKind, { -readonly [name in keyof Unread]: Unread[name] }>();
  readonly #words = new Map<string, number>();
  /** Hashes of 32 bits. */
  readonly #devices = new Set<number>();
  readonly #people = new Set<number>();
  #labels = 0;
  #read = 0;
  #unread = 0;

  /** @param isRow the whole row is left out */
  note(kind: UnreadKind, line: number, cell: string | null, reason: string, isRow: boolean): void {
    if (isRow) this.#unread++;
    const noted = this.#kinds.get(kind);
    if (noted !== undefined) {
      noted.rows++;
      return;
    }
    const shown = cell === null ? null : shortened(cell);
    this.#kinds.set(kind, { kind, rows: 1, line, cell: shown, reason });
  }

  word(word: string): void {
    const rows = this.#words.get(word);
    if (rows !== undefined || this.#words.size < MAX_WORDS) this.#words.set(word, (rows ?? 0) + 1);
  }

  row(isLabelled: boolean, device: string | null, person: string | null): void {
    this.#read++;
    if (isLabelled) this.#labels++;
    if (device === null || this.#devices.size >= MAX_NAMES) return;
    this.#devices.add(hashOf(device));
    this.#people.add(person === null ? this.#read : hashOf(person));
  }

  /** A row that was read turned out to be one that cannot be scored. */
  takeBack(): void {
    this.#read--;
  }

  reading(): Reading {
    const [names, people] = [this.#devices.size, this.#people.size];
    const areModels = names > 0 && people >= MIN_PEOPLE && names * PEOPLE_OF_A_MODEL <= people;
    return {
      read: this.#read,
      unread: this.#unread,
      kinds: [...this.#kinds.values()],
      words: [...this.#words].map(([word, rows]) => ({ word: shortened(word), rows }))
        .sort((a, b) => b.rows - a.rows),
      labels: this.#labels,
      models: areModels ? { names, people } : null,
    };
  }
}

/** How a choice is named where it is made: `--date-format` on the command line, a field on the page. */
export interface ReadingWords {
  readonly dateFormat: (formats: readonly string[]) => string;
  /** @param examples how all the words could be told, such as `fraud=ja,legit=nein` */
  readonly labelWords: (examples: readonly string[]) => string;
  readonly column: (role: Role) => string;
}

/** What people should know before they believe a figure; the first sentence says how much was read. */
export function readingLines(reading: Reading, names: ColumnNames, words: ReadingWords): string[] {
  const { read, unread } = reading;
  const total = read + unread;
  const lines = [
    unread === 0
      ? `All ${count(total, "row")} of the file were read.`
      : `${read.toLocaleString("en")} of ${count(total, "row")} were read; ${
        unread.toLocaleString("en")
      } could not be read and are in no figure.`,
  ];
  for (const { kind, rows, line, cell, reason } of reading.kinds) {
    if (kind === "label") continue;
    const example = cell === null ? `line ${line}: ${reason}` : `line ${line}: ${quoted(cell)}`;
    lines.push(`${count(rows, "row")}: ${NAMES[kind]}, for example ${example}${adviceOf(kind, cell, words)}`);
  }
  if (reading.words.length > 0) lines.push(labelLine(reading, names.label ?? "label", words));
  else if (names.label !== undefined && reading.labels === 0 && read > 0) {
    lines.push(`The column ${quoted(names.label)} has no label in any row.`);
  }
  if (reading.models !== null && names.device !== undefined) {
    const { names: few, people } = reading.models;
    lines.push(
      `The column ${quoted(names.device)} names ${few.toLocaleString("en")} devices for ${
        people.toLocaleString("en")
      } people: these are models, not machines, so that links by device would join people who share nothing. ${
        words.column("device")
      }`,
    );
  }
  return lines;
}

/** Fields of rows that could not be read, as one sentence each. */
export function invalidLine(
  counted: { readonly field: string; readonly rows: number; readonly line: number },
): string {
  const { field, rows, line } = counted;
  return `${
    count(rows, "row")
  }: the ${field} cannot be read, for example in line ${line}; the rest was judged, and the verdict is at least review, as with on_invalid=review`;
}

/** Why no row has a label. */
export function noLabels(report: {
  readonly columns: { readonly used: ColumnNames };
  readonly rows: { readonly reading: Reading };
}): string {
  const { columns: { used }, rows: { reading } } = report;
  if (used.label === undefined) return "No column of labels was found";
  return reading.words.length === 0
    ? `The column ${quoted(used.label)} has no label in any row`
    : `The labels of the column ${quoted(used.label)} were not understood`;
}

/** Enough is unread that people should see it before a figure is made. */
export function isDoubtful({ read, unread, kinds, words, labels, models }: Reading): boolean {
  const unknown = kinds.find(({ kind }) => kind === "label")?.rows ?? 0;
  return unread * UNREAD_SHARE > read + unread || (words.length > 0 && unknown * UNREAD_SHARE > labels) ||
    models !== null;
}

/** One row of this many. */
const UNREAD_SHARE = 100;

const NAMES: Readonly<Record<Exclude<UnreadKind, "label">, string>> = {
  time: "the time cannot be read",
  score: "the other score is not a number; the row counts without it",
  shape: "the row does not fit the header",
  value: "a value cannot be read",
};

function adviceOf(kind: UnreadKind, cell: string | null, words: ReadingWords): string {
  const formats = kind === "time" && cell !== null ? guessedFormats(cell) : [];
  if (kind !== "time") return "";
  return ` · ${words.dateFormat(formats)}`;
}

function labelLine({ words, labels, kinds }: Reading, column: string, { labelWords }: ReadingWords): string {
  const rows = kinds.find(({ kind }) => kind === "label")?.rows ?? 0;
  const shown = words.slice(0, 5).map(({ word, rows }) => `${quoted(word)} (${rows.toLocaleString("en")})`);
  return `${count(rows, "row")}: the label in the column ${quoted(column)} was not understood${
    labels === 0 ? " in any row" : ""
  }: ${shown.join(", ")} · ${labelWords(wordExamples(words))}`;
}

/** Fraud is rarely the rule, so that of several words the rarest one is its example. */
function wordExamples(words: Reading["words"]): string[] {
  const [rarest, ...others] = words.slice(0, 5).map(({ word }) => word).reverse();
  return others.length === 0
    ? [`fraud=${rarest}`, `legit=${rarest}`]
    : [[`fraud=${rarest}`, ...others.map((word) => `legit=${word}`)].join(",")];
}

function count(rows: number, noun: string): string {
  return `${rows.toLocaleString("en")} ${noun}${rows === 1 ? "" : "s"}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function shortened(text: string): string {
  return text.slice(0, MAX_CELL).toWellFormed();
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
