/** One line of progress on a terminal; nothing when the output is not a terminal. */

const EVERY_MS = 100;

export class StatusLine {
  readonly #shown = Deno.stderr.isTerminal();
  #at = -Infinity;
  #dirty = false;

  show(text: string): void {
    if (!this.#shown || performance.now() - this.#at < EVERY_MS) return;
    this.#at = performance.now();
    this.#dirty = true;
    write(`\r\x1b[2K${text}`);
  }

  clear(): void {
    if (this.#dirty) write("\r\x1b[2K");
    this.#dirty = false;
  }
}

function write(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}
