/** Frames as few batches of the engine: of what several frames write to a key only the last is left. */
import { type Batch, type Key, keyText, MAX_BATCH_BYTES, MAX_MUTATIONS, type SetOp } from "../../engine.ts";
import { type Frame, type FrameSize, MAX_KEYS_BYTES } from "./frame.ts";
import { JOURNAL } from "../../own_rows.ts";

const MARK = JOURNAL.key();

/**
 * The number of the last frame that the engine has, with the id of the journal. `closed`: that was its last one, and the files
 * of the journal are not needed.
 */
export type Applied = readonly [journal: string, number: number, closed?: true];

/** In order. Each batch says which is the last frame that the engine has with it, so that none is applied twice. */
export function* mergedFrames(journal: string, frames: Iterable<Frame>): Iterable<Batch> {
  let merging = new Merging();
  for (const frame of frames) {
    if (!merging.takes(frame)) {
      yield merging.batch(journal);
      merging = new Merging();
    }
    merging.add(frame);
  }
  if (merging.isUsed) yield merging.batch(journal);
}

class Merging {
  /** Of each key that is written: its new value, or that it is deleted. */
  readonly #writes = new Map<string, { readonly set: SetOp } | { readonly delete: Key }>();
  readonly #adds = new Map<string, { readonly key: Key; by: number }>();
  #size: FrameSize = { mutations: 1, keys: 0, values: 0 };
  #last: number | null = null;

  get isUsed(): boolean {
    return this.#last !== null;
  }

  /** A single frame is always taken: it was measured when it was made. */
  takes({ batch, size }: Frame): boolean {
    if (!this.isUsed) return true;
    const { mutations, keys, values } = sum(this.#size, size);
    if (mutations > MAX_MUTATIONS || keys > MAX_KEYS_BYTES || values > MAX_BATCH_BYTES) return false;
    // In one batch the order of a counter's changes is lost.
    return !batch.add.some(({ key }) => this.#writes.has(keyText(key))) &&
      !(this.#adds.size > 0 && writtenBy(batch).some((key) => this.#adds.has(keyText(key))));
  }

  add({ number, batch, size }: Frame): void {
    this.#last = number;
    this.#size = sum(this.#size, size);
    for (const op of batch.set) this.#writes.set(keyText(op.key), { set: op });
    for (const key of batch.delete) this.#writes.set(keyText(key), { delete: key });
    for (const { key, by } of batch.add) {
      const text = keyText(key);
      const before = this.#adds.get(text);
      if (before === undefined) this.#adds.set(text, { key, by });
      else before.by += by;
    }
  }

  batch(journal: string): Batch {
    const applied: Applied = [journal, this.#last!];
    const [set, deleted]: [SetOp[], Key[]] = [[JOURNAL.set(MARK, applied)], []];
    for (const write of this.#writes.values()) {
      if ("set" in write) set.push(write.set);
      else deleted.push(write.delete);
    }
    return { set, delete: deleted, add: [...this.#adds.values()] };
  }
}

function writtenBy({ set, delete: deleted }: Frame["batch"]): readonly Key[] {
  return [...set.map(({ key }) => key), ...deleted];
}

function sum(a: FrameSize, b: FrameSize): FrameSize {
  return { mutations: a.mutations + b.mutations, keys: a.keys + b.keys, values: a.values + b.values };
}
