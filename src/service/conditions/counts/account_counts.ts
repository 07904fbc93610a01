/** The counts of one account and mode in memory, of its sign-ups and their labels. */
import type { Counted } from "../../../model/conditions/count.ts";
import type { DimensionValues } from "../../../model/conditions/dimension.ts";
import {
  type CountedLabel,
  type CountedSignup,
  SignupCounts,
  spanOf,
  valuesFor,
} from "../../../model/conditions/counts/signup_counts.ts";
import { type KeyMode, RETENTION_MS, retentionOf } from "../../../model/records.ts";
import { FollowedSignups } from "./followed_signups.ts";
import { pastLabels, pastSignups, signupsOf, type SignupStore } from "./past_signups.ts";

/** A sign-up takes one room for so many counts, some 30 bytes for each; more where it is counted by more. */
const COUNTS_PER_ROOM = 10;

interface AccountCountsParts {
  readonly store: SignupStore;
  readonly account: string;
  readonly mode: KeyMode;
  readonly wanted: readonly Counted[];
  readonly seed: number;
  /** What it may take at first. */
  readonly room: number;
  readonly now: () => number;
}

export class AccountCounts extends FollowedSignups<CountedSignup, SignupCounts> {
  readonly #parts: AccountCountsParts;
  /** What a sign-up takes, in rooms. */
  readonly #weight: number;
  readonly #spanMs: number;

  constructor(parts: AccountCountsParts) {
    const { store, wanted, mode, seed, room } = parts;
    const weight = Math.max(1, wanted.length / COUNTS_PER_ROOM);
    const spanMs = spanOf(wanted, retentionOf(mode));
    const maxSignups = Math.floor(room / weight);
    super({
      ...parts,
      state: new SignupCounts(wanted, { seed, maxSignups, retentionMs: retentionOf(mode) }),
      reader: {
        spanMs,
        past: (span) => pastSignups(store, parts, valuesFor(wanted), span),
        ofRecords: (records) => signupsOf(records, mode),
      },
    });
    this.#parts = parts;
    this.#weight = weight;
    this.#spanMs = spanMs;
  }

  get counts(): SignupCounts {
    return this.state;
  }

  /** What it takes in memory: its sign-ups, where it has no more counts than one room is for. */
  get room(): number {
    return this.counts.size * this.#weight;
  }

  /** Drops the oldest of its sign-ups. */
  dropTo(room: number): void {
    this.counts.dropTo(Math.floor(room / this.#weight));
  }

  covers(wanted: readonly Counted[]): boolean {
    return wanted.every((count) => this.counts.has(count));
  }

  protected override async loadMore(at: number): Promise<void> {
    const { store, wanted } = this.#parts;
    const full = wanted.some(({ of }) => of === "labels");
    if (!full && !wanted.some(({ of }) => of === "fraud")) return;
    const since = at - (full ? RETENTION_MS : this.#spanMs);
    for await (const label of pastLabels(store, this.#parts, { since, full, now: at })) {
      this.counts.label(label);
    }
  }

  label(label: CountedLabel): void {
    this.whenLoaded(() => this.counts.label(label));
  }

  count(count: Counted, values: DimensionValues, at: number): number | null {
    return this.isLoaded && !this.isBlind ? this.counts.count(count, values, at) : null;
  }
}
