/**
 * Durable queues. A lane is one queue, of a webhook endpoint or of a hook: its jobs are worked off one after another, oldest
 * first, by one process at a time. A job is appended by a part of any write, so it is in the same commit as what caused it.
 */
import { isLeased } from "../../concurrency/clock_rules.ts";
import { type Change, changeOf, NO_CHANGE, together } from "../commit/change.ts";
import type { Writer } from "../commit/writer.ts";
import { type Engine, type Key, keyText } from "../engine.ts";
import { Abandoned, isAbandoned } from "../failure.ts";
import { LaneLengths } from "./lengths.ts";
import { type Appended, type Job, type Lane, LANE_LOST, type NewJob } from "./lane.ts";
import type { CountedPart, LaneRows, LaneState } from "./rows.ts";

/** A process that did not renew its lease on a lane for this long is taken for dead. Longer than a job may take. */
export const LEASE_MS = 30_000;
const SEQUENCES = 0x1000000;

interface QueueOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly rows: LaneRows;
  readonly now: () => number;
  /** Identifies this run of this process among all. */
  readonly node: string;
}

export class Queue {
  readonly #options: QueueOptions;
  readonly lengths: LaneLengths;
  #sequence = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.lengths = new LaneLengths(options.engine, options.rows.count, options.now);
  }

  /**
   * Appends a job with the commit that it becomes part of; null when the lane holds `max` jobs. Synchronous: the length is as
   * known a second ago, plus what this process appended since.
   */
  append(lane: Lane, { label, sealed }: NewJob, max: number): Appended | null {
    if (!this.lengths.take(lane, max)) return null;
    const { now, node, rows } = this.#options;
    const at = now();
    this.#sequence = (this.#sequence + 1) % SEQUENCES;
    // Sorts by time, and within a millisecond in the order of this process.
    const id = `${hex(at, 12)}${hex(this.#sequence, 6)}${node}`;
    const job = { at, label, sealed, attempts: 0 };
    const change = changeOf({
      set: [rows.job.set(this.#jobKey(lane, at, id), job, at + rows.job.lifetimeMs), this.#ready(lane, at)],
      add: [this.lengths.counted(lane, "in")],
    });
    return { id, change };
  }

  /**
   * The part of a commit that counts a job that did not fit. The lane is looked at: jobs that expired while it was not open
   * are still counted, and only a lane that is found without jobs is counted again.
   */
  refused(lane: Lane): Change {
    return changeOf({
      set: [this.#ready(lane, this.#options.now())],
      add: [this.lengths.counted(lane, "refused")],
    });
  }

  /** The jobs of the lane, in the order in which they are due. */
  async list(lane: Lane, limit: number): Promise<Job[]> {
    const { engine, rows } = this.#options;
    const prefix = rows.job.below(lane.account, lane.name);
    const entries = await Array.fromAsync(engine.scan(prefix, { limit }));
    return entries.map(({ key, value }) => ({
      ...rows.job.read(value),
      dueAt: parseInt(key[3]!, 16),
      id: key[4]!,
    }));
  }

  /** Lanes that may have jobs, after a lane, with a version that changes when a job is appended. */
  async *lanes(after: Lane | null, limit: number): AsyncIterable<{ lane: Lane; version: string }> {
    const { engine, rows: { ready } } = this.#options;
    const start = after === null ? {} : { start: [...ready.key(after.account, after.name), ""] };
    for await (const { key, version } of engine.scan(ready.prefix, { ...start, limit })) {
      yield { lane: { account: key[1]!, name: key[2]! }, version };
    }
  }

  /** The state of the lane as stored now; null: no process works on it. */
  async state(lane: Lane): Promise<LaneState | null> {
    const { writer, rows } = this.#options;
    return rows.state.read((await writer.readFresh(this.#stateKey(lane)))?.value);
  }

  /** Takes the lane for LEASE_MS; false when another process has it. */
  async claim(lane: Lane): Promise<boolean> {
    const { now, node } = this.#options;
    const at = now();
    try {
      await this.#change(lane, (state) => {
        if (state !== null && state.owner !== node && isLeased(state.until, at, LEASE_MS)) {
          throw new Abandoned(LANE_LOST);
        }
        const { failures = 0, failingSince = 0 } = state ?? {};
        return { owner: node, until: at + LEASE_MS, failures, failingSince, notBefore: 0 };
      });
      return true;
    } catch (error) {
      if (isAbandoned(error, LANE_LOST)) return false;
      throw error;
    }
  }

  /**
   * Ends a job of a lane that this process has, and renews the lease.
   * @param moved when and with what note it is tried again; null: it is removed
   * @param also what is stored with it
   * @throws Abandoned (LANE_LOST), and nothing is written
   */
  async settle(
    lane: Lane,
    job: Job,
    moved: { readonly dueAt: number; readonly note: string } | null,
    also: Change = NO_CHANGE,
  ): Promise<void> {
    const { dueAt: before, id, ...stored } = job;
    const { job: row } = this.#options.rows;
    const key = this.#jobKey(lane, before, id);
    const next = moved === null ? null : this.#jobKey(lane, moved.dueAt, id);
    const again = moved === null ? null : { ...stored, attempts: job.attempts + 1, note: moved.note };
    const settled = (state: LaneState | null): LaneState => {
      const own = this.#own(state);
      if (again === null) return { ...own, failures: 0, failingSince: 0 };
      return { ...own, failures: own.failures + 1, failingSince: own.failingSince || this.#options.now() };
    };
    const stays = next !== null && keyText(next) === keyText(key);
    const ended = changeOf({
      set: again === null ? [] : [row.set(next!, again, job.at + row.lifetimeMs)],
      delete: stays ? [] : [key],
      add: moved === null ? [this.lengths.counted(lane, "out")] : [],
    });
    await this.#change(lane, settled, together(also, ended));
    if (moved === null) this.lengths.removed(lane);
  }

  /** Ends the lease. @param notBefore the lane rests until then */
  async release(lane: Lane, notBefore = 0): Promise<void> {
    await this.#change(lane, (state) => ({ ...this.#own(state), until: 0, notBefore }));
  }

  /** Of a lane that may have jobs; null when it has none. */
  async version(lane: Lane): Promise<string | null> {
    const [entry] = await this.#options.engine.get([this.#readyKey(lane)]);
    return entry?.version ?? null;
  }

  /** Removes what is stored of a lane that was found without jobs; false when a job was appended since `version`. */
  async clear(lane: Lane, version: string): Promise<boolean> {
    const key = this.#readyKey(lane);
    const { engine, writer } = this.#options;
    const cleared = await engine.commit({
      check: [{ key, version }],
      delete: [key, this.#stateKey(lane), ...this.#counters(lane, "in", "out")],
    });
    writer.forget(this.#stateKey(lane));
    if (cleared !== null) this.lengths.forget(lane);
    return cleared !== null;
  }

  /** Removes a lane with its jobs: its owner is gone. */
  async remove(lane: Lane): Promise<void> {
    const { engine, writer, rows } = this.#options;
    const prefix = rows.job.below(lane.account, lane.name);
    for (;;) {
      const page = await Array.fromAsync(engine.scan(prefix, { limit: 400 }));
      if (page.length === 0) break;
      await engine.commit({ delete: page.map(({ key }) => key) });
    }
    const counts = this.#counters(lane, "in", "out", "refused");
    await engine.commit({ delete: [this.#readyKey(lane), this.#stateKey(lane), ...counts] });
    writer.forget(this.#stateKey(lane));
    this.lengths.forget(lane);
  }

  #jobKey({ account, name }: Lane, dueAt: number, id: string): Key {
    return this.#options.rows.job.key(account, name, hex(dueAt, 12), id);
  }

  #readyKey({ account, name }: Lane): Key {
    return this.#options.rows.ready.key(account, name);
  }

  #stateKey({ account, name }: Lane): Key {
    return this.#options.rows.state.key(account, name);
  }

  #counters(lane: Lane, ...parts: readonly CountedPart[]): Key[] {
    return parts.map((part) => this.lengths.counted(lane, part).key);
  }

  #ready(lane: Lane, at: number) {
    const { ready } = this.#options.rows;
    return ready.set(this.#readyKey(lane), 1, at + ready.lifetimeMs);
  }

  async #change(lane: Lane, change: (state: LaneState | null) => LaneState, also = NO_CHANGE): Promise<void> {
    const { writer, now, rows: { state } } = this.#options;
    const expiresAt = now() + state.lifetimeMs;
    const cell = state.update(this.#stateKey(lane), { exact: true, expiresAt, change });
    await writer.write(together(also, changeOf({ cells: [cell] })));
  }

  /** The state with a renewed lease. @throws Abandoned (LANE_LOST) */
  #own(state: LaneState | null): LaneState {
    const { now, node } = this.#options;
    if (state?.owner !== node) throw new Abandoned(LANE_LOST);
    return { ...state, until: now() + LEASE_MS };
  }
}

function hex(value: number, digits: number): string {
  return Math.max(0, Math.floor(value)).toString(16).padStart(digits, "0");
}
