/** Shows the progress of a refresh: one line per finished feed and, on a terminal, a bar below them. */
import type { Feed } from "../../feeds/catalog/feed.ts";
import type { RefreshOutcome, RefreshResult } from "../../feeds/refresh/refresh.ts";
import { CLEAR_LINE, type CommandOutput } from "../output.ts";

const MARKS: Record<RefreshResult, string> = {
  updated: "+",
  unchanged: "=",
  current: "=",
  not_offered: "-",
  busy: "-",
  refused: "!",
  failed: "!",
};

const BAR_CHARS = 24;
const REDRAW_MS = 80;

export class RefreshProgress {
  readonly #out: CommandOutput;
  readonly #total: number;
  readonly #width: number;
  readonly #running = new Map<string, { received: number; total: number | null }>();
  readonly #counts = new Map<RefreshResult, number>();
  #done = 0;
  #drawn = 0;

  constructor(feeds: readonly Feed[], out: CommandOutput) {
    this.#out = out;
    this.#total = feeds.length;
    this.#width = Math.max(...feeds.map(({ name }) => name.length));
  }

  /** Returns a function to call as bytes arrive. */
  begin({ name }: Feed): (received: number, total: number | null) => void {
    const bytes = { received: 0, total: null as number | null };
    this.#running.set(name, bytes);
    this.#draw();
    return (received, total) => {
      Object.assign(bytes, { received, total });
      if (performance.now() - this.#drawn > REDRAW_MS) this.#draw();
    };
  }

  end({ feed, result, detail, state }: RefreshOutcome): void {
    this.#running.delete(feed.name);
    this.#done++;
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
    const held = state.sha256 === null ? "" : `, ${state.entries.toLocaleString("en")} entries`;
    const reason = detail === "" ? "" : ` (${detail})`;
    const name = feed.name.padEnd(this.#width);
    const line = `${MARKS[result]} ${name}  ${result.replace("_", " ")}${held}${reason}\n`;
    this.#out.write(this.#out.terminal ? CLEAR_LINE + line : line);
    this.#draw();
  }

  close(): void {
    const counts = [...this.#counts].map(([result, count]) => `${count} ${result.replace("_", " ")}`);
    if (this.#out.terminal) this.#out.write(CLEAR_LINE);
    this.#out.write(`${counts.join(", ")}\n`);
  }

  #draw(): void {
    if (!this.#out.terminal) return;
    this.#drawn = performance.now();
    const filled = Math.round(BAR_CHARS * this.#done / this.#total);
    const bar = "█".repeat(filled) + "░".repeat(BAR_CHARS - filled);
    const running = [...this.#running].map(([name, { received, total }]) => {
      const whole = total === null ? "" : `/${sizeText(total)}`;
      return received === 0 ? name : `${name} ${sizeText(received)}${whole}`;
    });
    const line = `${bar} ${this.#done}/${this.#total}  ${running.join(", ")}`;
    this.#out.write(CLEAR_LINE + line.slice(0, Math.max(20, this.#out.columns - 1)));
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
