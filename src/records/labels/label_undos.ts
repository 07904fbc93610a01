/** What the labels of scores were before many were labelled at once, kept for a day. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import type { StoredLabelUndo } from "../values.ts";

export class LabelUndos {
  readonly #engine: Engine;
  readonly #writer: Writer;

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#writer = writer;
  }

  /** Durable when it resolves. */
  async put(account: string, id: string, undo: StoredLabelUndo): Promise<void> {
    await this.#write(account, id, undo);
  }

  /** Null when there is none, it is another account's, or its day is over. */
  async get(account: string, id: string, now: number): Promise<StoredLabelUndo | null> {
    const [entry] = await this.#engine.get([KEYS.labelUndo.key(account, id)]);
    const undo = KEYS.labelUndo.read(entry?.value);
    return undo !== null && undo.at + KEYS.labelUndo.lifetimeMs > now ? undo : null;
  }

  async remove(account: string, id: string): Promise<void> {
    await this.#write(account, id, null);
  }

  async #write(account: string, id: string, undo: StoredLabelUndo | null): Promise<void> {
    const { labelUndo } = KEYS;
    const expiresAt = undo === null ? {} : { expiresAt: undo.at + labelUndo.lifetimeMs };
    const cell = labelUndo.update(labelUndo.key(account, id), {
      exact: false,
      ...expiresAt,
      change: () => undo,
    });
    await this.#writer.write({ cells: [cell] });
  }
}
