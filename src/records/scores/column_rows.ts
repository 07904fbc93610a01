/** Where slots are among the rows of a block, whose rows are in the order of their slots. */
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { ColumnBlock } from "./score_columns.ts";

/** Steps of a search by halves for which it is worth to read one slot each. */
const HALVES = 20;

/** The rows before the slot. */
export async function rowsBefore(block: ColumnBlock, slot: SlotName): Promise<number> {
  if (slot >= block.to) return block.count;
  let [low, high] = [0, slot <= block.from ? 0 : block.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [found] = await block.positions([middle]);
    if (found! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of those of the slots that are in the block. @param slots in any order */
export async function rowsOf(block: ColumnBlock, slots: readonly SlotName[]): Promise<number[]> {
  return (await placedRows(block, slots)).map(([row]) => row);
}

/** The same, each with its slot. */
export async function placedRows(
  block: ColumnBlock,
  slots: readonly SlotName[],
): Promise<(readonly [row: number, slot: SlotName])[]> {
  if (slots.length === 0) return [];
  if (slots.length * HALVES < block.count) {
    const rows = await Promise.all(slots.map((slot) => rowsBefore(block, slot)));
    const candidates = rows.filter((row) => row < block.count);
    const found = await block.positions(candidates);
    const wanted = new Set(slots);
    return candidates.map((row, at) => [row, found[at]!] as const).filter(([, slot]) => wanted.has(slot));
  }
  const wanted = new Set(slots);
  const all = await block.positions(Array.from({ length: block.count }, (_, row) => row));
  const placed: (readonly [row: number, slot: SlotName])[] = [];
  for (let row = 0; row < all.length; row++) if (wanted.has(all[row]!)) placed.push([row, all[row]!]);
  return placed;
}

/** Slots that come newest first, taken block by block. */
export class SlotReader {
  readonly #slots: AsyncIterator<SlotName>;
  #next: SlotName | null = null;
  #ended = false;

  constructor(slots: AsyncIterable<SlotName>) {
    this.#slots = slots[Symbol.asyncIterator]();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The next ones. */
  take(most: number): Promise<SlotName[]> {
    return this.#takeWhile((_, taken) => taken < most);
  }

  /** Those that are left and not before the slot. */
  takeFrom(first: SlotName): Promise<SlotName[]> {
    return this.#takeWhile((slot) => slot >= first);
  }

  async #takeWhile(isWanted: (slot: SlotName, taken: number) => boolean): Promise<SlotName[]> {
    const taken: SlotName[] = [];
    while (!this.#ended) {
      if (this.#next === null) {
        const { value, done } = await this.#slots.next();
        if (done === true) this.#ended = true;
        else this.#next = value;
      } else if (isWanted(this.#next, taken.length)) {
        taken.push(this.#next);
        this.#next = null;
      } else break;
    }
    return taken;
  }

  /** To be called when no more are taken. */
  async close(): Promise<void> {
    this.#ended = true;
    await this.#slots.return?.();
  }
}
