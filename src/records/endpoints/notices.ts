/** What an account was told once: that its quota runs low, that a feed is stale. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Write } from "../../db/commit/write_batch.ts";
import { KEYS } from "../keys.ts";

class AlreadySent extends Error {
  override readonly name = "AlreadySent";
}

export class Notices {
  readonly #writer: Writer;
  readonly #now: () => number;

  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#now = now;
  }

  /** The value that was told last; null: none. */
  async last(account: string, name: string): Promise<number | null> {
    const entry = await this.#writer.readFresh(KEYS.webhookNotice.key(account, name));
    return KEYS.webhookNotice.read(entry?.value);
  }

  /** Writes what tells the account of several, whatever it was told before. */
  async all(
    account: string,
    values: readonly (readonly [name: string, value: number])[],
    parts: Pick<Write, "set" | "add">,
  ): Promise<void> {
    const { webhookNotice } = KEYS;
    const expiresAt = this.#now() + webhookNotice.lifetimeMs;
    const cells = values.map(([name, value]) =>
      webhookNotice.update(webhookNotice.key(account, name), { exact: true, expiresAt, change: () => value })
    );
    await this.#writer.write({ ...parts, cells });
  }

  /**
   * Writes what tells the account, unless it was told before, by whichever process; false when it was.
   * @param parts of the write
   * @param told true for a value of the notice that was stored and means the same
   */
  async once(
    account: string,
    name: string,
    value: number,
    told: (before: number) => boolean,
    parts: Pick<Write, "set" | "add">,
  ): Promise<boolean> {
    const { webhookNotice } = KEYS;
    const key = webhookNotice.key(account, name);
    try {
      const cell = webhookNotice.update(key, {
        exact: true,
        expiresAt: this.#now() + webhookNotice.lifetimeMs,
        change: (current) => {
          if (current !== null && told(current)) throw new AlreadySent();
          return value;
        },
      });
      await this.#writer.write({ ...parts, cells: [cell] });
      return true;
    } catch (error) {
      if (error instanceof AlreadySent) return false;
      throw error;
    }
  }
}
