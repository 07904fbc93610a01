/** Takes deleted records out of the blocks of columns that were made of them. */
import { segmentTime } from "../commit/segment.ts";
import { nameAfter, type SlotName } from "../commit/slot_name.ts";
import type { Engine } from "../engine.ts";
import { COLUMN, COLUMN_BLOCK, COLUMNS } from "../own_rows.ts";
import type { BlockColumn } from "./column_block.ts";
import { deleteBlock, deleteBlocks, writeColumns } from "./column_store.ts";

interface Block {
  readonly records: number;
  readonly wholeUntil: number;
  readonly columns: readonly BlockColumn[];
}

/** As `Columns` has them. @typeParam S entries of a segment */
interface BlockParts<S> {
  readonly engine: Engine;
  readonly encode: (owner: string, segments: readonly S[]) => Promise<Block | null>;
  readonly version: number;
  readonly now: () => number;
  readonly id: () => string;
}

/**
 * @param entriesOf what is left of the records of a span
 * @returns false when another process changed the blocks meanwhile: it is to be called again
 */
export async function eraseFromBlocks<S>(
  { engine, encode, version, now, id }: BlockParts<S>,
  owner: string,
  slots: readonly SlotName[],
  entriesOf: (
    span: { readonly from: SlotName; readonly end: SlotName },
  ) => Promise<readonly S[]>,
): Promise<boolean> {
  const key = COLUMNS.key(owner);
  const [entry] = await engine.get([key]);
  const manifest = COLUMNS.read(entry?.value);
  if (manifest === null) return true;
  if (manifest.version !== version) {
    // Its blocks are not read by this version. Another one makes them anew, of what is left.
    const reset = { to: "", claimed: 0, version: manifest.version };
    if (await engine.commit({ check: [{ key, version: entry!.version }], set: [COLUMNS.set(key, reset)] })) {
      await deleteBlocks(engine, owner);
      return true;
    }
    return false;
  }
  // A process that makes a block now finds that the manifest changed, and gives it up.
  let current = await engine.commit({
    check: [{ key, version: entry!.version }],
    set: [COLUMNS.set(key, { ...manifest, claimed: 0 })],
  });
  if (current === null) return false;
  const found = await Array.fromAsync(
    engine.scan(COLUMN_BLOCK.below(owner)),
    ({ key, value }) => ({ name: key[2]!, head: COLUMN_BLOCK.read(value) }),
  );
  const erased = slots.toSorted();
  for (const { name, head } of found) {
    if (!erased.some((slot) => slot >= head.from && slot < head.to)) continue;
    const block = await encode(owner, await entriesOf({ from: head.from, end: head.to }));
    const made = nameAfter(head.to, id);
    const expiresAt = Math.min(segmentTime(head.to), now()) + COLUMN.lifetimeMs;
    if (block !== null) {
      await writeColumns(engine, { owner, block: made, expiresAt }, block.columns);
    }
    const { records = 0, wholeUntil = 0 } = block ?? {};
    const next = { from: head.from, to: head.to, records, wholeUntil, version };
    current = await engine.commit({
      check: [{ key, version: current }],
      set: [
        COLUMNS.set(key, { ...manifest, claimed: 0 }),
        ...block === null ? [] : [COLUMN_BLOCK.set(COLUMN_BLOCK.key(owner, made), next, expiresAt)],
      ],
      delete: [COLUMN_BLOCK.key(owner, name)],
    });
    if (current === null) {
      await deleteBlock(engine, owner, made);
      return false;
    }
    await deleteBlock(engine, owner, name);
  }
  return true;
}
