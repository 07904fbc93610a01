/** What people wrote about stored scores, kept as long as the score. */
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { type Change, together } from "./change.ts";
import { Document } from "./document.ts";
import { record, text } from "./define.ts";
import { RETENTION_MS } from "../model/records.ts";

export const NOTE = record({ prefix: "note", key: ["account", "id"], value: text, lifetimeMs: RETENTION_MS });

export class Notes {
  readonly #writer: Writer;
  readonly #notes: Document<string, [account: string, id: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#notes = new Document(engine, NOTE);
  }

  /** Null when there is none. */
  get(account: string, requestId: string): Promise<string | null> {
    return this.#notes.get([account, idOf(requestId)]);
  }

  /** Durable when it resolves. @param note "" removes it @param audit the entry of the audit log, in the same commit */
  async put(
    account: string,
    score: { readonly id: string; readonly expiresAt: number },
    note: string,
    audit: Change,
  ): Promise<void> {
    const key: [string, string] = [account, idOf(score.id)];
    const change = note === "" ? this.#notes.remove(key) : this.#notes.put(key, note, score.expiresAt);
    await this.#writer.write(together(change, audit));
  }
}

function idOf(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
