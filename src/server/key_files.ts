/** The files for the keys of the first start, where the output is a log: each holds one key, and only its owner can read it. */
import { resolve } from "node:path";
import type { KeyMode } from "../model/records.ts";

const MODES: readonly KeyMode[] = ["live", "test"];

/** Creates the files before the keys, so that a folder that cannot be written leaves no account without its keys. */
export class KeyFiles {
  readonly #folder: string;
  /** Ends the names of unfinished files: another process may start first in the same folder. */
  readonly #suffix = crypto.randomUUID();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws when a file cannot be created */
  static async create(folder: string): Promise<KeyFiles> {
    const files = new KeyFiles(resolve(folder));
    try {
      for (const mode of MODES) {
        using _ = await Deno.open(files.#unfinished(mode), { createNew: true, write: true, mode: 0o600 });
      }
      return files;
    } catch (error) {
      await files.discard();
      throw error;
    }
  }

  path(mode: KeyMode): string {
    return `${this.#folder}/${mode}.key`;
  }

  /** Durable when it resolves. Replaces the files of an earlier store. */
  async write(keys: Readonly<Record<KeyMode, string>>): Promise<void> {
    for (const mode of MODES) {
      using file = await Deno.open(this.#unfinished(mode), { write: true });
      // Without a line end: what reads the file may use it as it is.
      const bytes = new TextEncoder().encode(keys[mode]);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.sync();
    }
    for (const mode of MODES) await Deno.rename(this.#unfinished(mode), this.path(mode));
    using folder = await Deno.open(this.#folder);
    await folder.sync();
  }

  /** Removes the files that have not got their names. */
  async discard(): Promise<void> {
    for (const mode of MODES) await Deno.remove(this.#unfinished(mode)).catch(() => {});
  }

  #unfinished(mode: KeyMode): string {
    return `${this.path(mode)}.${this.#suffix}`;
  }
}
