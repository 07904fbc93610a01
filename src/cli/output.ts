/** Standard output and error of the commands. Text from outside cannot control the terminal that shows it. */

import { printable } from "../model/printable.ts";

export { printable, printableLine } from "../model/printable.ts";

/** Erases the line that the cursor is in; only at the beginning of what is written. */
export const CLEAR_LINE = "\r\x1b[2K";

/** A whole line to standard output, not through `console`, which OpenTelemetry exports. */
export function printLine(line: string): void {
  writeAll(Deno.stdout, `${line}\n`);
}

/** The same to standard error. */
export function warnLine(line: string): void {
  writeAll(Deno.stderr, `${line}\n`);
}

function writeAll(target: { writeSync(bytes: Uint8Array): number }, text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(target.writeSync(rest));
  } catch (error) {
    // The reader of a pipe had enough, as `head`.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
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
  const isTerminal = Deno.stdout.isTerminal();
  return {
    write: (text) => writeAll(Deno.stdout, shown(text)),
    warn: (text) => writeAll(Deno.stderr, shown(text)),
    terminal: isTerminal,
    columns: isTerminal ? Deno.consoleSize().columns : 100,
  };
}

function shown(text: string): string {
  return text.startsWith(CLEAR_LINE)
    ? CLEAR_LINE + printable(text.slice(CLEAR_LINE.length))
    : printable(text);
}
