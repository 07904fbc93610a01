/** When people of an account last opened the first page of the console, so that it can say what changed since then. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { RETENTION_MS } from "../../model/records.ts";
import { Document } from "../document.ts";
import { record, transient } from "../define.ts";

/** Times are milliseconds since the epoch. */
interface ConsoleVisit {
  /** The page was last opened. */
  readonly seenAt: number;
  /** The end of the visit before this one; null: this is the first. */
  readonly before: number | null;
}
export const CONSOLE_VISIT = record({
  prefix: "console-visit",
  key: ["account"],
  value: transient<ConsoleVisit>(),
  lifetimeMs: RETENTION_MS,
});

export class ConsoleVisits {
  readonly #writer: Writer;
  readonly #visits: Document<ConsoleVisit, [account: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#visits = new Document(engine, CONSOLE_VISIT, ({ seenAt }) => seenAt + RETENTION_MS);
  }

  /** Null when nobody opened it in 180 days. */
  get(account: string, now: number): Promise<ConsoleVisit | null> {
    return this.#visits.get([account], now);
  }

  /** Durable when it resolves. */
  put(account: string, visit: ConsoleVisit): Promise<void> {
    return this.#writer.write(this.#visits.put([account], visit));
  }
}
