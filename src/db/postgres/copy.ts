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

/** The rows in these pieces, each as its fields. */
export function* readCopy(pieces: Iterable<Uint8Array>): Generator<Uint8Array[]> {
  let rest: Uint8Array = new Uint8Array();
  let started = false;
  for (const piece of pieces) {
    let bytes = piece;
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
    }
    let at = 0;
    if (!started) {
      if (bytes.length < HEAD.length) {
        rest = bytes;
        continue;
      }
      at = HEAD.length;
      started = true;
    }
    for (;;) {
      const row = readRow(bytes, at);
      if (row === null) break;
      yield row.fields;
      at = row.end;
    }
    rest = bytes.subarray(at);
  }
}

/** Null when the bytes end before the row does, or there is no more row. */
function readRow(bytes: Uint8Array, start: number): { fields: Uint8Array[]; end: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 2 > bytes.length) return null;
  const count = view.getInt16(start);
  let at = start + 2;
  const fields: Uint8Array[] = [];
  for (let field = 0; field < count; field++) {
    if (at + 4 > bytes.length) return null;
    const length = view.getInt32(at);
    at += 4;
    if (at + length > bytes.length) return null;
    fields.push(bytes.subarray(at, at + length));
    at += length;
  }
  return count < 0 ? null : { fields, end: at };
}

export function numberOf(field: Uint8Array): number {
  const view = new DataView(field.buffer, field.byteOffset, field.byteLength);
  return field.length === 2 ? view.getInt16(0) : Number(view.getBigInt64(0));
}
