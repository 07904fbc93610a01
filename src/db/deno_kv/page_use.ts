/** Which bytes of a page of an SQLite file are in use (https://www.sqlite.org/fileformat2.html); others may be of what was deleted. */

/** A part of a page: from (inclusive), to (exclusive). */
type Range = readonly [from: number, to: number];

interface PageUse {
  readonly used: readonly Range[];
  /** Pages of the next level of the tree. */
  readonly children: readonly number[];
  /** The first page of what does not fit into a cell, with how many bytes that is. */
  readonly overflows: readonly { readonly page: number; readonly bytes: number }[];
}

const FILE_HEADER = 100;
const INDEX_INTERIOR = 2;
const TABLE_INTERIOR = 5;
const INDEX_LEAF = 10;
const TABLE_LEAF = 13;
const LEAF_HEADER = 8;
const INTERIOR_HEADER = 12;
const MIN_CELL = 4;
/** What begins an unused block: where the next one is, and its size. */
const FREE_BLOCK_HEADER = 4;

/** A page of a tree. @param usable bytes of a page @throws Error when it is not one */
export function readPage(page: Uint8Array, number: number, usable: number): PageUse {
  const start = number === 1 ? FILE_HEADER : 0;
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const type = page[start]!;
  if (![INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF].includes(type)) {
    throw new Error(`page ${number} is none of a tree`);
  }
  const isInterior = type === INDEX_INTERIOR || type === TABLE_INTERIOR;
  const cells = view.getUint16(start + 3);
  const pointers = start + (isInterior ? INTERIOR_HEADER : LEAF_HEADER);
  const used: Range[] = [[0, pointers + 2 * cells], [usable, page.length]];
  const children: number[] = [];
  const overflows: { page: number; bytes: number }[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const at = view.getUint16(pointers + 2 * cell);
    let end = at;
    if (isInterior) {
      children.push(view.getUint32(end));
      end += 4;
    }
    if (type === TABLE_INTERIOR) end = varint(page, end).end;
    else {
      const payload = varint(page, end);
      end = type === TABLE_LEAF ? varint(page, payload.end).end : payload.end;
      const local = localBytes(payload.value, usable, type === TABLE_LEAF);
      end += local;
      if (local < payload.value) {
        overflows.push({ page: view.getUint32(end), bytes: payload.value - local });
        end += 4;
      }
    }
    used.push([at, Math.max(end, at + MIN_CELL)]);
  }
  if (isInterior) children.push(view.getUint32(start + 8));
  for (let at = view.getUint16(start + 1), before = 0; at > before; before = at, at = view.getUint16(at)) {
    used.push([at, at + FREE_BLOCK_HEADER]);
  }
  if (used.some(([from, to]) => to > page.length || from > to)) throw new Error(`page ${number} is damaged`);
  return { used, children, overflows };
}

/** Overwrites what is not in use. @returns false when that was so already */
export function clearUnused(page: Uint8Array, used: readonly Range[]): boolean {
  let changed = false;
  let at = 0;
  for (const [from, to] of [...used, [page.length, page.length] as const].sort(([a], [b]) => a - b)) {
    for (; at < from; at++) {
      if (page[at] === 0) continue;
      page[at] = 0;
      changed = true;
    }
    at = Math.max(at, to);
  }
  return changed;
}

/** Of a payload in its cell; the rest is on pages of its own. */
function localBytes(payload: number, usable: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor((usable - 12) * 64 / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor((usable - 12) * 32 / 255) - 23;
  const local = least + (payload - least) % (usable - 4);
  return local <= most ? local : least;
}

/** Big-endian, seven bits a byte; the ninth byte has eight. */
function varint(page: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = page[at + index]!;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value: value * 256 + page[at + 8]!, end: at + 9 };
}
