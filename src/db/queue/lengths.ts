/** How many jobs lanes have: counters in the store, written with the jobs, and what this process knows of them. */
import { lruOf } from "../../concurrency/lru.ts";
import type { Engine } from "../engine.ts";
import { type Lane, textOf } from "./lane.ts";
import type { CountedPart, LaneRows } from "./rows.ts";

/** How old the known length of a lane may be. */
const LENGTH_MS = 1000;
const MAX_KNOWN = 10_000;
const MAX_COUNTED = 10_000;

/** How many jobs a lane has, as far as this process knows. */
interface KnownLength {
  length: number;
  /** Appended by this process since the read before the last one. */
  recent: number;
  readAt: number;
}

export class LaneLengths {
  readonly #engine: Engine;
  readonly #row: LaneRows["count"];
  readonly #now: () => number;
  readonly #lengths = lruOf<KnownLength>(MAX_KNOWN);

  constructor(engine: Engine, row: LaneRows["count"], now: () => number) {
    this.#engine = engine;
    this.#row = row;
    this.#now = now;
  }

  /** Counts a job that is appended; false when the lane is full. */
  take(lane: Lane, max: number): boolean {
    const known = this.#known(lane);
    if (known.length >= max) return false;
    known.length++;
    known.recent++;
    return true;
  }

  /** The part of a write that counts a job. */
  counted({ account, name }: Lane, part: CountedPart) {
    return { key: this.#row.key(account, name, part), by: 1 };
  }

  removed(lane: Lane): void {
    const known = this.#lengths.peek(textOf(lane));
    if (known !== undefined) known.length = Math.max(0, known.length - 1);
  }

  forget(lane: Lane): void {
    this.#lengths.delete(textOf(lane));
  }

  /** Jobs in the lane, and those that did not fit into it. */
  async count(lane: Lane): Promise<{ length: number; refused: number }> {
    const known = this.#lengths.peek(textOf(lane));
    const recent = known?.recent ?? 0;
    const parts = ["in", "out", "refused"] as const;
    const entries = await this.#engine.get(parts.map((part) => this.counted(lane, part).key));
    const [appended = 0, removed = 0, refused = 0] = entries.map((entry) =>
      this.#row.read(entry?.value) ?? 0
    );
    const length = Math.max(0, appended - removed);
    // What was appended since the read before may not be committed yet.
    if (known !== undefined) {
      Object.assign(known, { length: length + known.recent, recent: known.recent - recent });
    }
    return { length, refused };
  }

  /** Jobs in all lanes of a kind, as far as MAX_COUNTED counts tell. */
  async waiting(kind: string): Promise<number> {
    const scan = this.#engine.scan(this.#row.prefix, { limit: MAX_COUNTED });
    let waiting = 0;
    for await (const { key: [, , name, part], value } of scan) {
      if (!name!.startsWith(`${kind}.`) || part === "refused") continue;
      waiting += (part === "in" ? 1 : -1) * (this.#row.read(value) ?? 0);
    }
    return Math.max(0, waiting);
  }

  #known(lane: Lane): KnownLength {
    const text = textOf(lane);
    const at = this.#now();
    let known = this.#lengths.get(text);
    const isOld = known === undefined || Math.abs(at - known.readAt) >= LENGTH_MS;
    if (known === undefined) this.#lengths.set(text, known = { length: 0, recent: 0, readAt: at });
    if (isOld) {
      known.readAt = at;
      this.count(lane).catch(() => {}); // the next append asks again
    }
    return known;
  }
}
