/**
 * Limits how far one record expands: by its pointers a record of a few bytes can expand endlessly. mmdb-lib consults its
 * cache at every pointer, so this is a cache that stores nothing, counts, and throws at the limit.
 */
export class DecodeBudget {
  static readonly #POINTERS = 4096;
  static readonly #CHARACTERS = 1 << 20;
  #pointers = 0;
  #characters = 0;

  reset(): void {
    this.#pointers = 0;
    this.#characters = 0;
  }

  readonly get = (): undefined => {
    if (++this.#pointers > DecodeBudget.#POINTERS) throw new Error("the record follows too many pointers");
  };

  readonly set = (_offset: unknown, decoded: unknown): void => {
    const value = (decoded as { value?: unknown }).value;
    if (typeof value === "string") this.#characters += value.length;
    if (this.#characters > DecodeBudget.#CHARACTERS) throw new Error("the record holds too much text");
  };
}
