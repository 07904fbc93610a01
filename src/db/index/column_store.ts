/** Writes, reads and deletes the columns of blocks. */
import { type Engine, type Key, MAX_VALUE_BYTES, type SetOp } from "../engine.ts";
import { COLUMN, COLUMN_BLOCK } from "../own_rows.ts";
import type { BlockColumn } from "./column_block.ts";

/** Bytes written at once: requests may wait for that long. */
const COMMIT_BYTES = 64_000;
/** Entries deleted at once. */
const DELETED_PER_COMMIT = 100;

export async function writeColumns(
  engine: Engine,
  { owner, block, expiresAt }: { readonly owner: string; readonly block: string; readonly expiresAt: number },
  columns: Iterable<BlockColumn>,
): Promise<void> {
  let set: SetOp[] = [];
  let waiting = 0;
  const flush = async () => {
    if (set.length > 0) await engine.commit({ set });
    [set, waiting] = [[], 0];
  };
  for (const [column, bytes] of columns) {
    for (let from = 0, part = 0; from < bytes.length; from += MAX_VALUE_BYTES, part++) {
      const value = bytes.subarray(from, from + MAX_VALUE_BYTES);
      if (waiting + value.length > COMMIT_BYTES) await flush();
      set.push(COLUMN.set(COLUMN.key(owner, column, block, partName(part)), value, expiresAt));
      waiting += value.length;
    }
  }
  await flush();
}

/** A column of blocks that follow one another, by the names of the blocks. */
export async function readColumn(
  engine: Engine,
  owner: string,
  column: string,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const bounds = {
    start: COLUMN.below(owner, column, first),
    end: COLUMN.below(owner, column, `${last}\x7f`),
  };
  for await (const { key, value } of engine.scan(COLUMN.below(owner, column), bounds)) {
    const block = key[3]!;
    const before = found.get(block);
    const bytes = COLUMN.read(value);
    found.set(block, before === undefined ? bytes : joined(before, bytes));
  }
  return found;
}

/** What was written of a block that is not in the manifest. */
export async function deleteColumns(
  engine: Engine,
  owner: string,
  block: string,
  columns: readonly BlockColumn[],
): Promise<void> {
  const keys: Key[] = columns.flatMap(([column, { length }]) =>
    Array.from(
      { length: Math.ceil(length / MAX_VALUE_BYTES) },
      (_, part) => COLUMN.key(owner, column, block, partName(part)),
    )
  );
  for (let from = 0; from < keys.length; from += DELETED_PER_COMMIT) {
    await engine.commit({ delete: keys.slice(from, from + DELETED_PER_COMMIT) });
  }
}

/** One block of an owner, whatever columns it has. */
export async function deleteBlock(engine: Engine, owner: string, block: string): Promise<void> {
  for (let start = COLUMN.below(owner);;) {
    const [next] = await Array.fromAsync(
      engine.scan(COLUMN.below(owner), start.length > 2 ? { start, limit: 1 } : { limit: 1 }),
    );
    const column = next?.key[2];
    if (column === undefined) return;
    const parts = await Array.fromAsync(engine.scan(COLUMN.below(owner, column, block)), ({ key }) => key);
    for (let from = 0; from < parts.length; from += DELETED_PER_COMMIT) {
      await engine.commit({ delete: parts.slice(from, from + DELETED_PER_COMMIT) });
    }
    start = COLUMN.below(owner, `${column}!`); // before all characters of names
  }
}

/** All blocks of an owner. */
export async function deleteBlocks(engine: Engine, owner: string): Promise<void> {
  for (const prefix of [COLUMN_BLOCK.below(owner), COLUMN.below(owner)]) {
    for (;;) {
      const page = await Array.fromAsync(engine.scan(prefix, { limit: DELETED_PER_COMMIT }));
      if (page.length === 0) break;
      await engine.commit({ delete: page.map(({ key }) => key) });
    }
  }
}

/** Three digits, which sort. */
function partName(part: number): string {
  return String(part).padStart(3, "0");
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
