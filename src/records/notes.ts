/** What people wrote about stored scores, kept as long as the score. */
import type { CellUpdate } from "../db/commit/cell.ts";
import type { Writer } from "../db/commit/writer.ts";
import { KEYS } from "./keys.ts";

export class Notes {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Null when there is none. As the store has it now: another process may have written it. */
  async get(account: string, requestId: string): Promise<string | null> {
    return KEYS.note.read((await this.#writer.readFresh(keyOf(account, requestId)))?.value);
  }

  /** Durable when it resolves. @param note "" removes it @param audit the entry of the audit log, in the same commit */
  async put(
    account: string,
    score: { readonly id: string; readonly expiresAt: number },
    note: string,
    audit: CellUpdate,
  ): Promise<void> {
    const { expiresAt } = score;
    const change = () => note === "" ? null : note;
    const update = KEYS.note.update(keyOf(account, score.id), { exact: false, expiresAt, change });
    await this.#writer.write({ cells: [update, audit] });
  }
}

function keyOf(account: string, requestId: string) {
  return KEYS.note.key(account, requestId.slice(4).replaceAll("-", ""));
}
