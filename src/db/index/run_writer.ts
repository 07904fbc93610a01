/** Writes and deletes the chunks of a run of postings. */
import type { SlotName } from "../commit/slot_name.ts";
import type { Engine, Key } from "../engine.ts";
import { postingPlace, POSTINGS_PER_CHUNK, SLOT_BYTES, slotPlace, SLOTS_PER_CHUNK } from "./run.ts";
import { POSTING_CHUNK } from "../own_rows.ts";

/** Chunks written at once: requests may wait for that long. */
const CHUNKS_PER_COMMIT = 4;
/** Chunks deleted at once. */
const CHUNKS_PER_DELETE = 100;

/** `slot` and `posting` are given in order; each is followed by `flush` when it says so. */
export class RunWriter {
  readonly #engine: Engine;
  readonly id: string;
  readonly #below: readonly [owner: string, run: string];
  readonly #expiresAt: number;
  #slots = "";
  #postings = new Uint32Array(2 * POSTINGS_PER_CHUNK);
  #waiting: { readonly place: string; readonly value: Uint8Array }[] = [];
  records = 0;
  postings = 0;

  constructor(engine: Engine, owner: string, id: string, expiresAt: number) {
    this.#engine = engine;
    this.id = id;
    this.#below = [owner, id];
    this.#expiresAt = expiresAt;
  }

  /** True: call `flush`. */
  slot(name: SlotName): boolean {
    this.#slots += `${name}0`;
    return ++this.records % SLOTS_PER_CHUNK === 0 && this.#closeSlots();
  }

  /** True: call `flush`. */
  posting(term: number, number: number): boolean {
    const at = 2 * (this.postings++ % POSTINGS_PER_CHUNK);
    this.#postings[at] = term;
    this.#postings[at + 1] = number;
    return this.postings % POSTINGS_PER_CHUNK === 0 && this.#closePostings(POSTINGS_PER_CHUNK);
  }

  async finish(): Promise<void> {
    if (this.#slots !== "") this.#closeSlots();
    const rest = this.postings % POSTINGS_PER_CHUNK;
    if (rest > 0) this.#closePostings(rest);
    await this.flush();
  }

  async flush(): Promise<void> {
    const set = this.#waiting.map(({ place, value }) =>
      POSTING_CHUNK.set(POSTING_CHUNK.key(...this.#below, place), value, this.#expiresAt)
    );
    this.#waiting = [];
    if (set.length > 0) await this.#engine.commit({ set });
  }

  #closeSlots(): boolean {
    const value = Uint8Array.fromHex(this.#slots);
    this.#slots = "";
    return this.#put(slotPlace(this.records - value.length / SLOT_BYTES), value);
  }

  #closePostings(count: number): boolean {
    const pairs = this.#postings.slice(0, 2 * count);
    return this.#put(postingPlace(pairs[0]!, pairs[1]!), new Uint8Array(pairs.buffer));
  }

  #put(place: string, value: Uint8Array): boolean {
    this.#waiting.push({ place, value });
    return this.#waiting.length >= CHUNKS_PER_COMMIT;
  }
}

/** Deletes the chunks of a run. */
export async function deleteRun(engine: Engine, owner: string, run: string): Promise<void> {
  let keys: Key[] = [];
  for await (const { key } of engine.scan(POSTING_CHUNK.below(owner, run))) {
    keys.push(key);
    if (keys.length === CHUNKS_PER_DELETE) {
      await engine.commit({ delete: keys });
      keys = [];
    }
  }
  if (keys.length > 0) await engine.commit({ delete: keys });
}
