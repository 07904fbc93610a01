/** Rows in the binary format of COPY: a head, then of each row the number of its fields and the length and bytes of each. Pure. */

/** `PGCOPY`, four bytes that show whether they were changed on the way, 0; no flags, no extension. */
const HEAD = Uint8Array.fromHex("5047434f50590aff0d0a000000000000000000");
const END_OF_ROWS = -1;

export type Field =
  | Uint8Array
  | { readonly int: number; readonly bytes: 2 | 4 | 8 }
  | { readonly float: number; readonly bytes: 8 };

export function int8(int: number): Field {
  return { int, bytes: 8 };
}

export function int4(int: number): Field {
  return { int, bytes: 4 };
}

export function float8(float: number): Field {
  return { float, bytes: 8 };
}

export function int2(int: number): Field {
  return { int, bytes: 2 };
}

export function writeCopy(rows: readonly (readonly Field[])[]): Uint8Array {
  const lengthOf = (field: Field) => field instanceof Uint8Array ? field.length : field.bytes;
  let size = HEAD.length + 2;
  for (const row of rows) for (const field of row) size += 4 + lengthOf(field);
  const bytes = new Uint8Array(size + 2 * rows.length);
  const view = new DataView(bytes.buffer);
  bytes.set(HEAD);
  let at = HEAD.length;
  for (const row of rows) {
    view.setInt16(at, row.length);
    at += 2;
    for (const field of row) {
      const length = lengthOf(field);
      view.setInt32(at, length);
      at += 4;
      if (field instanceof Uint8Array) bytes.set(field, at);
      else if ("float" in field) view.setFloat64(at, field.float);
      else if (field.bytes === 2) view.setInt16(at, field.int);
      else if (field.bytes === 4) view.setInt32(at, field.int);
      else view.setBigInt64(at, BigInt(field.int));
      at += length;
    }
  }
  view.setInt16(at, END_OF_ROWS);
  return bytes;
}

/** A row of COPY. It is valid until the next one is read. */
export class CopyRow {
  #bytes: Uint8Array = new Uint8Array();
  #view = new DataView(this.#bytes.buffer);
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

  /** The rows that follow are in these bytes. */
  enter(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the row ends that begins there; null when the bytes end before it does, or there is no more row. */
  read(start: number): number | null {
    const { length } = this.#bytes;
    if (start + 2 > length) return null;
    const count = this.#view.getInt16(start);
    let at = start + 2;
    for (let field = 0; field < count; field++) {
      if (at + 4 > length) return null;
      this.#starts[field] = at + 4;
      const bytes = this.#lengths[field] = this.#view.getInt32(at);
      at += 4 + bytes;
      if (at > length) return null;
    }
    return count < 0 ? null : at;
  }

  bytes(field: number): Uint8Array {
    const start = this.#starts[field]!;
    return this.#bytes.subarray(start, start + this.#lengths[field]!);
  }

  /** Of two or of eight bytes. */
  int(field: number): number {
    const start = this.#starts[field]!;
    if (this.#lengths[field] === 2) return this.#view.getInt16(start);
    return this.#view.getInt32(start) * 2 ** 32 + this.#view.getUint32(start + 4);
  }

  float(field: number): number {
    return this.#view.getFloat64(this.#starts[field]!);
  }
}

/** What is made of each row in these pieces, which may split rows. */
export function readCopy<T>(pieces: Iterable<Uint8Array>, rowOf: (row: CopyRow) => T): T[] {
  const found: T[] = [];
  const row = new CopyRow();
  let rest: Uint8Array = new Uint8Array();
  let started = false;
  for (const piece of pieces) {
    const bytes = joined(rest, piece);
    rest = bytes;
    if (!started && bytes.length < HEAD.length) continue;
    let at = started ? 0 : HEAD.length;
    started = true;
    row.enter(bytes);
    for (let end = row.read(at); end !== null; end = row.read(at)) {
      found.push(rowOf(row));
      at = end;
    }
    rest = bytes.subarray(at);
  }
  return found;
}

/** Not a `Buffer`, whose parts take several times as long to make. */
function joined(rest: Uint8Array, piece: Uint8Array): Uint8Array {
  if (rest.length === 0) return new Uint8Array(piece.buffer, piece.byteOffset, piece.length);
  const bytes = new Uint8Array(rest.length + piece.length);
  bytes.set(rest);
  bytes.set(piece, rest.length);
  return bytes;
}
