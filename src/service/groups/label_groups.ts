/**
 * The labels of accounts by group, in memory: read from the store when an account signs somebody up first, then kept up with
 * every label that changes, here or in another process. Nothing is stored for them, so that they are the same after a restart.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { within } from "../../concurrency/time_limit.ts";
import { HOUR_MS } from "../../model/duration.ts";
import { LabelledGroups, type LabelledSignup, MAX_LABELS } from "../../model/groups/labelled_groups.ts";
import { type OutcomeLabel, RETENTION_MS } from "../../model/records.ts";
import type { LabelFollower } from "../../records/labels/labels.ts";
import type { Store } from "../../records/store.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { allowedSignups } from "./allowed_signups.ts";
import { isTeaching, labelledSignup } from "./signup_groups.ts";

interface LabelGroupsParts {
  readonly store: Pick<Store, "labels" | "scores" | "scoreColumns">;
  /** False in a replay: its clock steps, so that it waits for what a service would read meanwhile. */
  readonly background: boolean;
  readonly now: () => number;
  /** Labels in memory, of all accounts. */
  readonly maxLabels?: number;
}

/** A sign-up waits this long for the account's labels, from when they began to be read, */
const LOAD_WAIT_MS = 1000;
/**
 * and this long, from when counting began, for how many customers are in a group that labels have just made a suspect; a later
 * one for a shorter time, until counting has taken too long.
 */
const COUNT_WAIT_MS = 1000;
const LATER_WAIT_MS = 200;
const LONGEST_COUNT_MS = 10_000;
const CONCURRENT_LOADS = 2;
/** After a failure labels are not read again before this time. */
const RETRY_MS = 2_000;
/** Records of labelled scores that are read at once. */
const LABELS_PER_READ = 200;
/** Customers are counted again after this time, */
const RECOUNT_MS = HOUR_MS;
/** and, where counting took long, not before so many times as long: sooner where there is a group of which they are not known. */
const REST_SHARE = { known: 10, unknown: 1 };
const LONG_COUNT_MS = 50;
/** About 48 MB. */
const MAX_ALL_LABELS = 30_000;
const MAX_ACCOUNTS = 5_000;

interface Held {
  groups: LabelledGroups;
  readonly startedAt: number;
  loading: Promise<void> | null;
  failedAt: number | null;
  isLoaded: boolean;
  /** What changed while labels were read. */
  meanwhile: LabelledSignup[];
  /** A change was missed: all are read again. */
  isStale: boolean;
  counting: Promise<void> | null;
  /** Labels changed since customers were counted. */
  isChanged: boolean;
  countedAt: number;
  /** These by a clock that is not set. */
  countStarted: number;
  countEnded: number;
  countTook: number;
}

export class LabelGroups {
  readonly #parts: LabelGroupsParts;
  readonly #maxLabels: number;
  /** The least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #loads = new Bulkhead(CONCURRENT_LOADS, MAX_ACCOUNTS);

  constructor(parts: LabelGroupsParts) {
    this.#parts = parts;
    this.#maxLabels = parts.maxLabels ?? MAX_ALL_LABELS;
    parts.store.labels.onChange((changed) => this.#labelled(changed));
  }

  /** Undefined when what the labels of an account teach is in memory; else it resolves when it is, within a bound of time. */
  ready(account: string): Awaitable<void> {
    const now = this.#parts.now();
    let held = this.#held.get(account);
    if (held === undefined) held = this.#hold(account, now);
    else this.#use(account, held);
    const isDue = !held.isLoaded && (held.failedAt === null || Math.abs(now - held.failedAt) >= RETRY_MS);
    if (held.loading === null && (isDue || held.isStale)) this.#load(account, held);
    const { background } = this.#parts;
    if (!held.isLoaded) {
      const left = background ? LOAD_WAIT_MS - Math.abs(now - held.startedAt) : Infinity;
      if (held.loading === null || left <= 0) return;
      const work = held.loading.then(() => this.#count(account, held));
      return background ? within(work, left) : work.then(() => {});
    }
    const counting = this.#count(account, held);
    if (counting === null) return;
    if (!background) return counting;
    if (!held.groups.isUncounted(now)) return;
    const elapsed = performance.now() - held.countStarted;
    if (elapsed < LONGEST_COUNT_MS) return within(counting, Math.max(COUNT_WAIT_MS - elapsed, LATER_WAIT_MS));
  }

  /** Null: the account's labels are not known. Without those that are still read. */
  of(account: string): LabelledGroups | null {
    const held = this.#held.get(account);
    return held === undefined || !held.isLoaded ? null : held.groups;
  }

  /** Scores of the account are gone: what its labels teach is read again. */
  drop(account: string): void {
    this.#held.delete(account);
  }

  #use(account: string, held: Held): void {
    this.#held.delete(account);
    this.#held.set(account, held);
  }

  #hold(account: string, now: number): Held {
    const held: Held = {
      groups: new LabelledGroups(now),
      startedAt: now,
      loading: null,
      failedAt: null,
      isLoaded: false,
      meanwhile: [],
      isStale: false,
      counting: null,
      isChanged: true,
      countedAt: now,
      countStarted: 0,
      countEnded: 0,
      countTook: 0,
    };
    this.#held.set(account, held);
    return held;
  }

  #load(account: string, held: Held): void {
    held.isStale = false;
    held.failedAt = null;
    held.meanwhile = [];
    held.loading = this.#loads.run(
      () => this.#read(account),
      () => {
        throw new Error("too many accounts wait for their labels");
      },
    ).then((groups) => {
      for (const label of held.meanwhile) groups.label(label);
      groups.keepCustomers(held.groups);
      held.groups = groups;
      held.isLoaded = held.isChanged = true;
      this.#makeRoom(account);
    }, () => {
      held.failedAt = this.#parts.now();
      held.isStale = held.isLoaded;
    }).finally(() => {
      held.loading = null;
      held.meanwhile = [];
    });
  }

  async #read(account: string): Promise<LabelledGroups> {
    const { store: { labels, scores }, now } = this.#parts;
    const at = now();
    const newest: OutcomeLabel[] = [];
    for await (const label of labels.list(account, { since: at - RETENTION_MS }, { newestFirst: true })) {
      if (newest.push(label) === MAX_LABELS) break;
    }
    const groups = new LabelledGroups(at);
    const slice = new TimeSlice();
    for (const oldest = newest.reverse(); oldest.length > 0;) {
      const page = oldest.splice(0, LABELS_PER_READ);
      const records = await scores.getMany(account, page.map(({ requestId }) => requestId), at);
      for (const label of page) {
        const record = records.get(label.requestId);
        if (record !== undefined && isTeaching(record)) groups.label(labelledSignup(record, label));
      }
      if (slice.isOver) await slice.next();
    }
    return groups;
  }

  /** Counts customers where it is time. @returns what is under way; null: nothing */
  #count(account: string, held: Held): Promise<void> | null {
    const now = this.#parts.now();
    const isDue = held.isChanged || Math.abs(now - held.countedAt) >= RECOUNT_MS;
    if (held.counting !== null || !held.isLoaded || !isDue) return held.counting;
    const share = held.groups.isUncounted(now) ? REST_SHARE.unknown : REST_SHARE.known;
    const isResting = performance.now() < held.countEnded + share * held.countTook;
    if (isResting && this.#parts.background) return null;
    held.isChanged = false;
    held.countedAt = now;
    const { groups } = held;
    const suspected = groups.suspected(now);
    if (suspected.length === 0) return null;
    const started = held.countStarted = performance.now();
    const isLabelled = (place: string) => groups.has(place);
    const counting = allowedSignups(this.#parts.store, account, suspected, { now, isLabelled });
    return held.counting = counting.then(
      ({ times, total, atSubdomains }) => groups.countCustomers(times, now, total, atSubdomains),
      () => void (held.isChanged = true),
    ).finally(() => {
      held.groups.keepCustomers(groups);
      held.counting = null;
      held.countEnded = performance.now();
      const took = held.countEnded - started;
      held.countTook = took > LONG_COUNT_MS ? took : 0;
    });
  }

  /** Accounts that nobody asked about make room, the longest first. They are read again when they are asked about. */
  #makeRoom(account: string): void {
    const used = this.#held.get(account);
    if (used === undefined) return;
    this.#use(account, used);
    let labels = [...this.#held.values()].reduce((sum, { groups }) => sum + groups.size, 0);
    for (const [other, { groups, loading }] of this.#held) {
      if (labels <= this.#maxLabels && this.#held.size <= MAX_ACCOUNTS) return;
      if (other === account || loading !== null) continue;
      this.#held.delete(other);
      labels -= groups.size;
    }
  }

  /** Labels of this process apply at once, those of others when their change was read. */
  #labelled: LabelFollower = async (changed) => {
    if (changed === null) return this.#held.forEach((held) => held.isStale = true);
    const { account, requestId, by } = changed;
    const held = this.#held.get(account);
    if (held === undefined) return;
    const { store: { labels, scores }, now } = this.#parts;
    const record = by?.record ?? await scores.get(account, requestId, now());
    if (record === null || !isTeaching(record)) return;
    // As a restart would read it.
    const label = await labels.get(account, requestId) ?? { outcome: null, at: now() };
    const labelled = labelledSignup(record, label);
    if (held.loading !== null) held.meanwhile.push(labelled);
    held.groups.label(labelled);
    held.isChanged = true;
  };
}
