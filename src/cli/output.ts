/** Standard output and error of the commands. Text from outside cannot control the terminal that shows it. */

/** Erases the line that the cursor is in; only at the beginning of what is written. */
export const CLEAR_LINE = "\r\x1b[2K";

/** Control characters except tab and line feed, line separators, and what changes the direction of text. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const BREAK = /[\t\n]/g;

/** With control characters as `\u001b`, which in JSON is the same text. */
export function printable(text: string): string {
  return text.replace(CONTROL, escaped);
}

/** As `printable`, for text that has to stay in its line. */
export function printableLine(text: string): string {
  return printable(text).replace(BREAK, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

export interface CommandOutput {
  write(text: string): void;
  /** For messages that are not the result. */
  warn(text: string): void;
  /** True: a terminal, on which a progress bar can move. */
  readonly terminal: boolean;
  /** Width of the terminal. */
  readonly columns: number;
}

export function terminal(): CommandOutput {
  const encoder = new TextEncoder();
  const isTerminal = Deno.stdout.isTerminal();
  return {
    write: (text) => void Deno.stdout.writeSync(encoder.encode(shown(text))),
    warn: (text) => void Deno.stderr.writeSync(encoder.encode(shown(text))),
    terminal: isTerminal,
    columns: isTerminal ? Deno.consoleSize().columns : 100,
  };
}

function shown(text: string): string {
  return text.startsWith(CLEAR_LINE)
    ? CLEAR_LINE + printable(text.slice(CLEAR_LINE.length))
    : printable(text);
}
