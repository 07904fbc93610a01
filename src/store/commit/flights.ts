/**
 * Commits that are under way. Where the engine takes several at once, and the way to it is long, the next one starts when the
 * last has half of its usual time behind it. They are settled in the order in which they were started.
 */
import type { Engine } from "../engine.ts";
import type { CommitHealth } from "./commit_health.ts";
import type { Sightings } from "./sightings.ts";
import { stage, type Write } from "./write_batch.ts";

/** Of shorter ones the next waits for the end: more would be in it. */
const MIN_USUAL_MS = 2;
/** The share of the newest one in the usual time. */
const NEWEST = 1 / 16;

interface FlightsParts {
  readonly engine: Engine;
  readonly sightings: Sightings;
  readonly health: CommitHealth;
}

export class Flights {
  readonly #parts: FlightsParts;
  readonly #most: number;
  readonly #under = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();
  #startedAt = 0;
  #usualMs = 0;

  constructor(parts: FlightsParts) {
    this.#parts = parts;
    this.#most = parts.engine.commitsAtOnce ?? 1;
  }

  get areNone(): boolean {
    return this.#under.size === 0;
  }

  /** Whether commits may be under way at once at all. */
  get maySeveral(): boolean {
    return this.#most > 1;
  }

  get mayStart(): boolean {
    return this.areNone || this.#pauseMs <= 0;
  }

  /** Until the next may start although one is under way. */
  get #pauseMs(): number {
    if (this.#under.size >= this.#most || this.#usualMs < MIN_USUAL_MS) return Infinity;
    return this.#startedAt + this.#usualMs / 2 - performance.now();
  }

  /** Resolves when one has ended, or another may start. */
  async pause(): Promise<void> {
    const pause = this.#pauseMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paused = new Promise<void>((resolve) => {
      if (pause !== Infinity) timer = setTimeout(resolve, Math.max(0, pause));
    });
    await Promise.race([...this.#under, paused]);
    clearTimeout(timer);
  }

  /**
   * Starts the commit of independent writes.
   * @param settle called when it and all earlier ones have ended, with the error, or null; it must not throw
   * @throws what reading or staging throws; nothing is committed then
   */
  async start(writes: readonly Write[], settle: (error: unknown) => void): Promise<void> {
    const { engine, sightings, health } = this.#parts;
    const loading = sightings.load(writes);
    const waited = loading instanceof Promise;
    const log = sightings.stage(writes, waited ? await loading : loading, waited);
    const { set, add } = stage(writes, new Map());
    sightings.sent.add(log);
    this.#fly(health.timed(engine.commit({ set: [...set, ...log.set], add })), (error) => {
      sightings.sent.remove(log);
      if (error === null) sightings.logged(log);
      settle(error);
    });
  }

  #fly(commit: Promise<unknown>, settle: (error: unknown) => void): void {
    const [before, startedAt] = [this.#last, performance.now()];
    this.#startedAt = startedAt;
    const flight = (async () => {
      const error = await commit.then(() => null, (error) => error ?? new Error("no reason"));
      this.#usualMs += (performance.now() - startedAt - this.#usualMs) * NEWEST;
      await before;
      settle(error);
    })().finally(() => this.#under.delete(flight));
    this.#last = flight;
    this.#under.add(flight);
  }

  /** Resolves when all have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#under);
  }
}
