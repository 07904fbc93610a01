/** Decodes the text of a feed, iterates over its rows, and counts rows that are left out. */
import { type FeedContent, FeedRefused, type Parsed } from "../feed.ts";

const EXAMPLE_LENGTH = 80;

/**
 * UTF-8 with or without a byte order mark.
 * @throws {FeedRefused} for an empty file, another encoding, and an HTML page instead of the file
 */
export function feedText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new FeedRefused("the file is empty");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FeedRefused("the file is not UTF-8 text");
  }
  const start = text.slice(0, 200).trimStart();
  if (start === "" && text.trim() === "") throw new FeedRefused("the file is empty");
  if (start.startsWith("<")) throw new FeedRefused("an HTML or XML page came instead of the file");
  return text;
}

/** @throws {FeedRefused} when the text is not JSON, for example cut off */
export function feedJson(bytes: Uint8Array): unknown {
  const text = feedText(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FeedRefused(`not valid JSON: ${(error as Error).message.slice(0, 120)}`);
  }
}

/** Trimmed lines that are neither blank nor a `#` or `;` comment. LF and CRLF. */
export function* feedLines(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line !== "" && line[0] !== "#" && line[0] !== ";") yield line;
  }
}

/** Counts the accepted and left-out rows of a feed. */
export class RowCount {
  entries = 0;
  bad = 0;
  dropped = 0;
  example: string | null = null;

  /** A malformed row. */
  skip(row: unknown): void {
    this.bad++;
    this.#keep(row);
  }

  /** A well-formed row that is left out on purpose. */
  drop(row: unknown): void {
    this.dropped++;
    this.#keep(row);
  }

  /** The result of a parser that counted its rows here. */
  parsed(content: FeedContent): Parsed {
    const { entries, bad, dropped, example } = this;
    return { content, entries, bad, dropped, example };
  }

  #keep(row: unknown): void {
    if (this.example !== null) return;
    const text = typeof row === "string" ? row : JSON.stringify(row) ?? String(row);
    this.example = printable(text.slice(0, EXAMPLE_LENGTH));
  }
}

/** Replaces control characters, so that untrusted text cannot control a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, "?");
}
