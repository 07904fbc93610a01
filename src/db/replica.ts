/**
 * Reads of a replica, which may be a little behind. The primary store answers what the replica cannot: it is gone, still starting,
 * or gave up a read.
 */
import { type Batch, type Engine, type Entry, type Key, type ScanOptions, StoreError } from "./engine.ts";
import { MINUTE_MS } from "./duration.ts";
import { REPLICA_MARK } from "./own_rows.ts";

/** After a failure the replica is left alone for this long. */
const PAUSE_MS = 5000;
/** How often its lag is measured. */
const MEASURE_MS = 2000;
/** A mark is kept for this long. */
const MARK_MS = 10 * MINUTE_MS;
/** Between looks of a command at a replica that is behind. */
const LOOK_MS = 100;

interface ReplicaOptions {
  readonly open: () => Promise<Engine>;
  readonly primary: Engine;
  /** The wall clock. */
  readonly now: () => number;
  /** Of this process. */
  readonly id: string;
  /** Further behind, the primary is read. */
  readonly maxLagMs: number;
  readonly log: (line: string) => void;
}

export class Replica implements Engine {
  readonly #options: ReplicaOptions;
  readonly #primary: Engine;
  #opened: Promise<Engine> | null = null;
  #pausedUntil = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #measuring: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** The mark before the newest one: a replica that follows has it by the next measurement. */
  #expected: number | null = null;
  #seen: number | null = null;
  /** By the last measurement. Between two of them the newest mark is on its way. */
  #lagMs: number | null = null;
  #isLeftOut = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#primary = options.primary;
  }

  /** How far it is behind, also when it does not answer; null before that was measured. */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** In a process that serves: measures the lag from now on. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#measuring = this.#measure().finally(() => {
        if (!this.#isClosed) this.start();
      });
    }, MEASURE_MS);
  }

  async #measure(): Promise<void> {
    const { maxLagMs, log } = this.#options;
    const key = REPLICA_MARK.key(this.#options.id);
    const mark = performance.now();
    // As if it had been whole until now: a replica that never answers falls behind from here.
    this.#seen ??= mark;
    // One that hangs falls behind meanwhile.
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, MEASURE_MS);
    await Promise.race([this.#look(key), late.promise]);
    clearTimeout(timer);
    // Nothing is expected of a replica while the primary takes no mark.
    const isMarked = await markIn(this.#primary, this.#options.id, mark, this.#options.now()).then(
      () => true,
      () => false,
    );
    if (this.#expected !== null) this.#lagMs = Math.max(0, this.#expected - this.#seen);
    const lag = this.#lagMs ?? 0;
    const isLeftOut = lag > maxLagMs;
    if (isLeftOut !== this.#isLeftOut) {
      const seconds = Math.round(lag / 1000);
      log(
        isLeftOut
          ? `the replica is ${seconds} s behind, or does not answer: the primary is read instead`
          : "the replica follows again, and is read again",
      );
    }
    this.#isLeftOut = isLeftOut;
    if (isMarked) this.#expected = mark;
  }

  /** Reads the newest mark that the replica has. */
  async #look(key: Key): Promise<void> {
    try {
      const opened = await (this.#opened ??= this.#options.open());
      const [entry] = await opened.get([key]);
      this.#seen = Math.max(this.#seen ?? 0, REPLICA_MARK.read(entry?.value) ?? 0);
    } catch {
      // Opened again the next time, if that failed.
      await this.#opened?.catch(() => this.#opened = null);
    }
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    const replica = await this.#replica();
    if (replica !== null) {
      try {
        return await replica.get(keys);
      } catch {
        this.#pause();
      }
    }
    return await this.#primary.get(keys);
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    let rest = options;
    const replica = await this.#replica();
    if (replica !== null) {
      try {
        for await (const entry of replica.scan(prefix, options)) {
          rest = restAfter(entry, rest);
          yield entry;
        }
        return;
      } catch {
        this.#pause();
      }
    }
    if (rest.limit !== 0) yield* this.#primary.scan(prefix, rest);
  }

  commit(batch: Batch): Promise<string | null> {
    return this.#primary.commit(batch);
  }

  /** Closes the replica; the primary store is closed by who opened it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#measuring;
    await (await this.#opened?.catch(() => null))?.close();
  }

  async #replica(): Promise<Engine | null> {
    if (this.#isLeftOut || performance.now() < this.#pausedUntil) return null;
    try {
      return await (this.#opened ??= this.#options.open());
    } catch {
      this.#opened = null;
      this.#pause();
      return null;
    }
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
  }
}

/** Resolves when a replica has what the primary has now. @throws StoreError when that takes longer than it may be behind */
export async function catchUp(
  primary: Engine,
  replica: Engine,
  { name, now, maxLagMs }: { readonly name: string; readonly now: () => number; readonly maxLagMs: number },
): Promise<void> {
  const id = crypto.randomUUID();
  const key = REPLICA_MARK.key(id);
  await markIn(primary, id, performance.now(), now());
  for (const end = performance.now() + maxLagMs;;) {
    if ((await replica.get([key]))[0] !== null) return;
    if (performance.now() >= end) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new StoreError(
    `the replica ${name} is more than ${maxLagMs / 1000} s behind: nothing is read from it. ` +
      "Unset WINNOW_STORE_READ to read the primary, or raise WINNOW_STORE_READ_MAX_LAG",
  );
}

async function markIn(primary: Engine, id: string, mark: number, now: number): Promise<void> {
  await primary.commit({ set: [REPLICA_MARK.set(REPLICA_MARK.key(id), mark, now + MARK_MS)] });
}

/** What is left of a scan after an entry. */
function restAfter({ key }: Entry, options: ScanOptions): ScanOptions {
  const left = options.limit === undefined ? {} : { limit: options.limit - 1 };
  // The next key after one is the same with an empty part.
  return options.reverse ? { ...options, ...left, end: key } : { ...options, ...left, start: [...key, ""] };
}
