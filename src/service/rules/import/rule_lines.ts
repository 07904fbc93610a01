/** The lines of a file of rule values, and the cells of a line. */
import { AppError } from "../../../model/error.ts";

/** Lines other than blank lines, comments and headers. */
export const MAX_IMPORT_ENTRIES = 10_000;
/** Lines of any kind. */
export const MAX_IMPORT_LINES = 2 * MAX_IMPORT_ENTRIES;
/** A longer line is skipped. */
const MAX_LINE = 4_096;

export const DELIMITERS = [",", ";", "\t"] as const;

/** UTF-8, or UTF-16 with a byte order mark. Invalid bytes become U+FFFD, and their line is skipped later. */
export function decodeRuleFile(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : null;
  return new TextDecoder(utf16 ?? "utf-8").decode(bytes);
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

/** @throws AppError too_many_items */
export function lineEndsOf(text: string): number {
  const ends = countLineEnds(text);
  if (ends <= MAX_IMPORT_LINES) return ends;
  throw new AppError("too_many_items", `The file has more than ${MAX_IMPORT_LINES} lines`);
}

/** Lines end in CRLF, LF or CR; a line end at the end of the text does not start a line. */
export class Lines {
  readonly all: readonly string[];
  readonly #ends: readonly string[];

  constructor(text: string) {
    const parts = text.replace(/^\ufeff/, "").split(/(\r\n|\n|\r)/);
    const lines = parts.filter((_, index) => index % 2 === 0);
    if (lines.at(-1) === "") lines.pop();
    this.all = lines;
    this.#ends = parts.filter((_, index) => index % 2 === 1);
  }

  /** Several lines as they are in the file, without the end of the last one. */
  between(first: number, last: number): string {
    let text = this.all[first]!;
    for (let index = first + 1; index <= last; index++) text += this.#ends[index - 1]! + this.all[index]!;
    return text;
  }

  /** As one text of equal line ends, without what `skipReason` skips outside of quotes. */
  values(): string {
    let isOpen = false;
    return this.all.map((line) => {
      if (!isOpen && skipReason(line) !== null) return "";
      if ((line.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
      return line;
    }).join("\n");
  }
}

/** Why a line holds no values; null for a line that may hold some. */
export function skipReason(line: string): string | null {
  if (line.length > MAX_LINE) return `a line longer than ${MAX_LINE} characters`;
  const start = /^\s*(\S{0,2})(\s?)/.exec(line)!;
  if (start[1] === "") return "blank";
  return start[1]!.startsWith("#") || start[1] === "//" || (start[1] === ";" && start[2] !== "")
    ? "comment"
    : null;
}

export function split(line: string, delimiters: readonly string[]): string[] {
  return line.split(delimiters.length === 1 ? delimiters[0]! : /[,;\t]/);
}
