/** The store: opens the engine, constructs its writer, and has the nouns of `index.ts`. */
import { clockOf, type ClockOrNow } from "../concurrency/clock.ts";
import type { Change } from "./change.ts";
import { isEmpty } from "../db/commit/change.ts";
import { ChangeLog } from "../db/cluster/change_log.ts";
import { ExactChanges } from "../db/cluster/exact_changes.ts";
import { Peers } from "../db/cluster/peers.ts";
import { Stream } from "../db/cluster/stream.ts";
import { CommitHealth, type CommitHealthOptions } from "../db/commit/commit_health.ts";
import type { OpenSegments } from "../db/commit/open_segments.ts";
import type { Engine } from "../db/engine.ts";
import { isShared, openEngine, storeName } from "../db/open_engine.ts";
import { CATALOG, FILTERED, FOLLOWED, type Nouns, nounsOf } from "./index.ts";
import { dayOf } from "../model/day_counts.ts";
import { Replica } from "../db/replica.ts";
import { type Bill } from "./usage.ts";
import { type Unlock, type Unlocked, unlockStore } from "./secret_record.ts";
import { openSchema } from "../db/schema.ts";
import type { Sightings } from "./sightings/sightings.ts";
import { Maintenance } from "./maintenance.ts";
import { type StoreWriter, writerOf } from "./writer.ts";
import { READY } from "../db/own_rows.ts";

/** Characters of the id that distinguish this run of this process in linkage counts and in the audit log. */
const NODE_CHARS = 6;
/** The same in the ids of queued jobs, and where it counts by day. */
const RUN_CHARS = 12;

const LOST =
  "the store lost writes that it had confirmed, as after a failover to a replica that lagged behind: " +
  "what it has now is in force, and everything in memory is read again";

export interface StoreOptions extends ClockOrNow {
  /** A path, `:memory:`, `https://…` or `postgres://…`. */
  readonly location: string;
  /** A replica of it on PostgreSQL, for what reads many scores and may be a little behind. */
  readonly replica?: string | null;
  /** How far it may be behind. */
  readonly replicaMaxLagMs?: number;
  /** Connections to a PostgreSQL server. */
  readonly connections?: number;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** A new id, unique over all processes. */
  readonly id: () => string;
  /** Judges the secret of this process before anything else is read. Absent: no secret is needed. */
  readonly unlock?: Unlock;
  /** True in a server: follows what other processes write. False in a short command. */
  readonly follow: boolean;
  /** True: writes no stream and follows none, as versions before 0.2 did. For tests of nodes of several versions. */
  readonly silent?: boolean;
  /** How commits wait for more writes, in milliseconds. Absent: by a timer. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Requests that may write yet, and those that wait for a write already. Absent: not known. */
  readonly inProgress?: () => number;
  /** For people: what happened to the store. */
  readonly log?: (line: string) => void;
  readonly onCommitHealth?: NonNullable<CommitHealthOptions["onChange"]>;
  /** Called after the commit of each bill. */
  readonly onBilled?: (bill: Bill) => void;
}

// The nouns are its properties.
export interface Store extends Nouns {}

export class Store {
  readonly engine: Engine;
  readonly changes: ChangeLog;
  readonly peers: Peers;
  /** Null in a short command. */
  readonly stream: Stream | null;
  readonly writer: StoreWriter;
  readonly segments: OpenSegments;
  readonly sightings: Sightings;
  readonly exactChanges: ExactChanges;
  readonly #replica: Replica | null;
  #losses = 0;
  readonly #maintenance = new Maintenance(this);

  private constructor(
    engine: Engine,
    replica: Replica | null,
    options: StoreOptions,
    unlocked: Unlocked | null,
  ) {
    const { random, id, follow, pause, inProgress, log = () => {}, onCommitHealth, onBilled } = options;
    const clock = clockOf(options);
    const { now } = clock;
    const earlier = unlocked?.earlier ?? null;
    const rotated = unlocked?.record.rotatedAt !== undefined;
    const changes = new ChangeLog(engine, now, {
      id,
      hasEarlier: () => this.peers.hasEarlier,
      onLoss: (what) => {
        log(`${LOST} (${what})`);
        this.#losses++;
        this.writer.forgetAll();
        this.stream?.failed();
      },
    });
    const run = id().replaceAll("-", "").slice(-RUN_CHARS);
    const hasOthers = follow && isShared(options.location);
    const isTold = hasOthers && !options.silent && engine.sums === true;
    const peers = new Peers({
      engine,
      now,
      random,
      run: isTold ? run : null,
      onGone: () => void this.#forgetCached(),
    });
    const stream = isTold
      ? new Stream({
        engine,
        now,
        run,
        isSole: () => peers.isSoleProcess,
        hasSilent: () => peers.hasSilent,
        onMissed: () => this.writer.forgetFollowed(),
      })
      : null;
    const exactChanges = new ExactChanges(engine);
    const { writer, segments, sightings, packed } = writerOf({
      filtered: FILTERED,
      followed: FOLLOWED,
      ...(stream === null ? {} : { stream }),
      engine,
      changes,
      now,
      random,
      earlier,
      processNumber: () => peers.number,
      run,
      isSoleProcess: () => peers.isSoleProcess,
      ...(follow ? { exactChanges } : {}),
      ...(pause === undefined ? {} : { pause }),
      ...(inProgress === undefined ? {} : { inProgress }),
      health: new CommitHealth(onCommitHealth === undefined ? {} : { onChange: onCommitHealth }),
    });
    this.engine = engine;
    this.changes = changes;
    this.peers = peers;
    this.stream = stream;
    this.writer = writer;
    this.segments = segments;
    this.sightings = sightings;
    this.exactChanges = exactChanges;
    this.#replica = replica;
    const node = id().slice(0, NODE_CHARS);
    Object.assign(
      this,
      nounsOf({
        ...this,
        packed,
        random,
        clock,
        id,
        run,
        node,
        earlier,
        rotated,
        follow,
        replica,
        onBilled,
        hasFeedCopies: hasOthers,
      }),
    );
  }

  /** @throws StoreError naming the store when it cannot be used. */
  static async open(given: StoreOptions): Promise<Store> {
    const clock = clockOf(given);
    const options = { ...given, clock };
    const { location, replica, connections } = options;
    const { now } = clock;
    const pool = connections === undefined ? { clock } : { clock, connections };
    const bound = options.follow ? { log: options.log ?? (() => {}) } : {};
    const engine = await openEngine(location, CATALOG, { ...pool, ...bound });
    try {
      await openSchema(engine, storeName(options.location), options.follow ? dayOf(now()) + 1 : null);
      const unlocked = options.unlock === undefined ? null : await unlockStore(engine, options.unlock);
      const archive = replica
        ? new Replica({
          open: () => openEngine(replica, CATALOG, { ...pool, replica: true }),
          primary: engine,
          now,
          id: options.id(),
          maxLagMs: options.replicaMaxLagMs ?? Infinity,
          log: options.log ?? (() => {}),
        })
        : null;
      const store = new Store(engine, archive, options, unlocked);
      await store.changes.start(options.follow);
      await store.accounts.load();
      await store.hooks.load();
      await store.webhooks.load();
      await store.alerts.load();
      if (options.follow) {
        engine.keepTime?.();
        await store.#maintenance.start();
        archive?.start();
      }
      return store;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** How far the replica is behind; null without one, or before that was measured. */
  get replicaLagMs(): number | null {
    return this.#replica?.lagMs ?? null;
  }

  /** How often the store lacked writes that it had confirmed, since this process started. */
  get losses(): number {
    return this.#losses;
  }

  /** Why the last commit failed; null since the last success. */
  get failure(): unknown {
    return this.writer.failure;
  }

  /** Resolves when all of the change is durable. @throws what one of its parts refuses with; then nothing is stored */
  commit(change: Change): Promise<void> {
    return isEmpty(change) ? Promise.resolve() : this.writer.write(change);
  }

  /** Writes logged sightings to the values' own keys. */
  compactSightings(): Promise<void> {
    return this.sightings.compact((write) => this.writer.write(write));
  }

  /** Writes a value and discards it. @throws what the engine throws when the store is not writable */
  async checkWritable(value: number | Uint8Array): Promise<void> {
    await this.writer.write({ set: [READY.set(READY.key(), value)] });
  }

  /** See `ChangeLog.wake` and `Stream.wait`: null while nothing is to be waited for. */
  wake(): Promise<void> | null {
    const [waking, waiting] = [this.changes.wake(), this.stream?.wait() ?? null];
    if (waking === null || waiting === null) return waking ?? waiting;
    return Promise.all([waking, waiting]).then(() => {});
  }

  /** For how long something that other processes wrote has not been followed, in milliseconds. */
  get behindMs(): number {
    return Math.max(this.changes.behindMs, this.stream?.behindMs ?? 0);
  }

  /** Waits for writes in progress, then closes. */
  async close(): Promise<void> {
    await this.changes.stop();
    await this.stream?.stop();
    await this.#maintenance.stop();
    await this.#replica?.close().catch(() => {});
    await this.engine.close();
  }

  /** Flushes sightings with multi-process semantics, then drops every cache. */
  async #forgetCached(): Promise<void> {
    await this.compactSightings().catch(() => {}); // the log keeps them
    this.writer.forgetAll();
  }
}
