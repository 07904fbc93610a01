/**
 * Durable queues. A lane is one queue, of a webhook endpoint or of a hook: its jobs are worked off one after another, oldest
 * first, by one process at a time. A job is appended by a part of any write, so it is in the same commit as what caused it.
 */
import { isLeased } from "../../model/clock.ts";
import type { Write } from "../commit/write_batch.ts";
import type { Writer } from "../commit/writer.ts";
import { type Engine, keyText } from "../engine.ts";
import { KEYS } from "../../records/keys.ts";
import type { LaneState } from "../../records/values.ts";
import { counted, LaneLengths } from "./lengths.ts";
import { type Appended, hex, type Job, jobKey, type Lane, laneKey, LaneLost, type NewJob } from "./lane.ts";

/** A process that did not renew its lease on a lane for this long is taken for dead. Longer than a job may take. */
export const LEASE_MS = 30_000;
const SEQUENCES = 0x1000000;

interface QueueOptions {
  readonly engine: Engine;
  readonly writer: Writer;
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
    this.lengths = new LaneLengths(options.engine, options.now);
  }

  /**
   * Appends a job with the write that it becomes part of; null when the lane holds `max` jobs. Synchronous: the length is as
   * known a second ago, plus what this process appended since.
   */
  append(lane: Lane, { label, sealed }: NewJob, max: number): Appended | null {
    if (!this.lengths.take(lane, max)) return null;
    const { now, node } = this.#options;
    const at = now();
    this.#sequence = (this.#sequence + 1) % SEQUENCES;
    // Sorts by time, and within a millisecond in the order of this process.
    const id = `${hex(at, 12)}${hex(this.#sequence, 6)}${node}`;
    const { queueJob } = KEYS;
    const job = { at, label, sealed, attempts: 0 };
    return {
      id,
      set: [queueJob.set(jobKey(lane, at, id), job, at + queueJob.lifetimeMs), this.#ready(lane, at)],
      add: [counted(lane, "in")],
    };
  }

  /**
   * The part of a write that counts a job that did not fit. The lane is looked at: jobs that expired while it was not open
   * are still counted, and only a lane that is found without jobs is counted anew.
   */
  refused(lane: Lane): Required<Pick<Write, "set" | "add">> {
    return { set: [this.#ready(lane, this.#options.now())], add: [counted(lane, "refused")] };
  }

  /** The jobs of the lane, in the order in which they are due. */
  async list(lane: Lane, limit: number): Promise<Job[]> {
    const prefix = KEYS.queueJob.below(lane.account, lane.name);
    const entries = await Array.fromAsync(this.#options.engine.scan(prefix, { limit }));
    return entries.map(({ key, value }) => ({
      ...KEYS.queueJob.read(value),
      dueAt: parseInt(key[3]!, 16),
      id: key[4]!,
    }));
  }

  /** Lanes that may have jobs, after a lane, with a version that changes when a job is appended. */
  async *lanes(after: Lane | null, limit: number): AsyncIterable<{ lane: Lane; version: string }> {
    const { queueReady } = KEYS;
    const start = after === null ? {} : { start: [...queueReady.key(after.account, after.name), ""] };
    for await (const { key, version } of this.#options.engine.scan(queueReady.prefix, { ...start, limit })) {
      yield { lane: { account: key[1]!, name: key[2]! }, version };
    }
  }

  /** The state of the lane as stored now; null: nobody works on it. */
  async state(lane: Lane): Promise<LaneState | null> {
    return KEYS.queueLane.read((await this.#options.writer.readFresh(laneKey(lane)))?.value);
  }

  /** Takes the lane for LEASE_MS; false when another process has it. */
  async claim(lane: Lane): Promise<boolean> {
    const { now, node } = this.#options;
    const at = now();
    try {
      await this.#change(lane, (state) => {
        if (state !== null && state.owner !== node && isLeased(state.until, at, LEASE_MS)) {
          throw new LaneLost();
        }
        const { failures = 0, failingSince = 0 } = state ?? {};
        return { owner: node, until: at + LEASE_MS, failures, failingSince, notBefore: 0 };
      });
      return true;
    } catch (error) {
      if (error instanceof LaneLost) return false;
      throw error;
    }
  }

  /**
   * Ends a job of a lane that this process has, and renews the lease.
   * @param moved when and with what note it is tried again; null: it is removed
   * @param also what is written together with it
   * @throws LaneLost, and nothing is written
   */
  async settle(
    lane: Lane,
    job: Job,
    moved: { readonly dueAt: number; readonly note: string } | null,
    also: Write = {},
  ): Promise<void> {
    const { dueAt: before, id, ...stored } = job;
    const { queueJob } = KEYS;
    const key = jobKey(lane, before, id);
    const expiresAt = job.at + queueJob.lifetimeMs;
    const next = moved === null ? null : jobKey(lane, moved.dueAt, id);
    const again = moved === null ? null : { ...stored, attempts: job.attempts + 1, note: moved.note };
    const settled = (state: LaneState | null): LaneState => {
      const own = this.#own(state);
      if (again === null) return { ...own, failures: 0, failingSince: 0 };
      return { ...own, failures: own.failures + 1, failingSince: own.failingSince || this.#options.now() };
    };
    const stays = next !== null && keyText(next) === keyText(key);
    await this.#change(lane, settled, {
      ...also,
      set: [...also.set ?? [], ...again === null ? [] : [queueJob.set(next!, again, expiresAt)]],
      delete: [...also.delete ?? [], ...stays ? [] : [key]],
      add: [...also.add ?? [], ...moved === null ? [counted(lane, "out")] : []],
    });
    if (moved === null) this.lengths.removed(lane);
  }

  /** Ends the lease. @param notBefore the lane rests until then */
  async release(lane: Lane, notBefore = 0): Promise<void> {
    await this.#change(lane, (state) => ({ ...this.#own(state), until: 0, notBefore }));
  }

  /** Of a lane that may have jobs; null when it has none. */
  async version(lane: Lane): Promise<string | null> {
    const [entry] = await this.#options.engine.get([KEYS.queueReady.key(lane.account, lane.name)]);
    return entry?.version ?? null;
  }

  /** Removes what is stored of a lane that was found without jobs; false when a job was appended since `version`. */
  async clear(lane: Lane, version: string): Promise<boolean> {
    const key = KEYS.queueReady.key(lane.account, lane.name);
    const counts = (["in", "out"] as const).map((part) => counted(lane, part).key);
    const cleared = await this.#options.engine.commit({
      check: [{ key, version }],
      delete: [key, laneKey(lane), ...counts],
    });
    this.#options.writer.forget(laneKey(lane));
    if (cleared !== null) this.lengths.forget(lane);
    return cleared !== null;
  }

  /** Removes a lane with its jobs: its owner is gone. */
  async remove(lane: Lane): Promise<void> {
    const { engine, writer } = this.#options;
    const prefix = KEYS.queueJob.below(lane.account, lane.name);
    for (;;) {
      const page = await Array.fromAsync(engine.scan(prefix, { limit: 400 }));
      if (page.length === 0) break;
      await engine.commit({ delete: page.map(({ key }) => key) });
    }
    const counts = (["in", "out", "refused"] as const).map((part) => counted(lane, part).key);
    await engine.commit({ delete: [KEYS.queueReady.key(lane.account, lane.name), laneKey(lane), ...counts] });
    writer.forget(laneKey(lane));
    this.lengths.forget(lane);
  }

  #ready({ account, name }: Lane, at: number) {
    const { queueReady } = KEYS;
    return queueReady.set(queueReady.key(account, name), 1, at + queueReady.lifetimeMs);
  }

  async #change(lane: Lane, change: (state: LaneState | null) => LaneState, also: Write = {}): Promise<void> {
    const { queueLane } = KEYS;
    const expiresAt = this.#options.now() + queueLane.lifetimeMs;
    const cell = queueLane.update(laneKey(lane), { exact: true, expiresAt, change });
    await this.#options.writer.write({ ...also, cells: [...also.cells ?? [], cell] });
  }

  /** The state with a renewed lease. @throws LaneLost */
  #own(state: LaneState | null): LaneState {
    const { now, node } = this.#options;
    if (state?.owner !== node) throw new LaneLost();
    return { ...state, until: now() + LEASE_MS };
  }
}
