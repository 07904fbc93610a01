/** What the labels of scores were before many were labelled at once, kept for a day. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { Document } from "../document.ts";
import { KEYS } from "../keys.ts";
import type { StoredLabelUndo } from "../values.ts";

export class LabelUndos {
  readonly #writer: Writer;
  readonly #undos: Document<StoredLabelUndo, [account: string, id: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#undos = new Document(engine, KEYS.labelUndo, ({ at }) => at + KEYS.labelUndo.lifetimeMs);
  }

  /** Durable when it resolves. */
  put(account: string, id: string, undo: StoredLabelUndo): Promise<void> {
    return this.#writer.write(this.#undos.put([account, id], undo));
  }

  /** Null when there is none, it is another account's, or its day is over. */
  get(account: string, id: string, now: number): Promise<StoredLabelUndo | null> {
    return this.#undos.get([account, id], now);
  }

  remove(account: string, id: string): Promise<void> {
    return this.#writer.write(this.#undos.remove([account, id]));
  }
}
