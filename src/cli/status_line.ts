/** One line of progress on a terminal; nothing when the output is not a terminal. */
import { CLEAR_LINE, printable } from "./output.ts";

const EVERY_MS = 100;

export class StatusLine {
  readonly #shown = Deno.stderr.isTerminal();
  #at = -Infinity;
  #dirty = false;

  show(text: string): void {
    if (!this.#shown || performance.now() - this.#at < EVERY_MS) return;
    this.#at = performance.now();
    this.#dirty = true;
    write(CLEAR_LINE + printable(text));
  }

  clear(): void {
    if (this.#dirty) write(CLEAR_LINE);
    this.#dirty = false;
  }
}

function write(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}
