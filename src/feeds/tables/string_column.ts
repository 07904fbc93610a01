/** A column of strings as one UTF-8 buffer and offsets, without an object per string. */

export class StringColumn {
  readonly offsets: Uint32Array;
  readonly text: Uint8Array;
  static readonly #decoder = new TextDecoder();

  /** @param offsets one more than there are strings @param text all of them, concatenated */
  constructor(offsets: Uint32Array, text: Uint8Array) {
    if (offsets.length === 0 || offsets[offsets.length - 1] !== text.length) {
      throw new Error("a string column's offsets do not match its text");
    }
    this.offsets = offsets;
    this.text = text;
  }

  static of(strings: readonly string[]): StringColumn {
    const encoder = new TextEncoder();
    const encoded = strings.map((string) => encoder.encode(string));
    const offsets = new Uint32Array(strings.length + 1);
    encoded.forEach((bytes, index) => offsets[index + 1] = offsets[index]! + bytes.length);
    const text = new Uint8Array(offsets[strings.length]!);
    encoded.forEach((bytes, index) => text.set(bytes, offsets[index]!));
    return new StringColumn(offsets, text);
  }

  get length(): number {
    return this.offsets.length - 1;
  }

  /** "" when there is no such string. */
  at(index: number): string {
    if (index < 0 || index >= this.length) return "";
    return StringColumn.#decoder.decode(this.text.subarray(this.offsets[index]!, this.offsets[index + 1]!));
  }
}
