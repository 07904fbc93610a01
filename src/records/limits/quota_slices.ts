/**
 * Slices of monthly quotas. Processes with peers take lookups from the store, a few at a time, and bill them from memory: all
 * together never take more than the quota. What an idle process has left it gives back; what one that ended abruptly had
 * left is given back when its lease ends, as it last said, so at most its last slice is billed above the quota.
 */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import type { ExactChanges } from "../../db/cluster/exact_changes.ts";
import type { Peers } from "../../db/cluster/peers.ts";
import { count, map, number, object, record, tuple } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";
import { PROCESS } from "../../db/own_rows.ts";

/** Lookups of a month's quota that processes took, spent or not, and what each of them last had left. */
interface StoredSlices {
  readonly taken: number;
  /** By the number of the process; with the time, in milliseconds since the epoch. */
  readonly left: Readonly<Record<string, readonly [count: number, at: number]>>;
}
export const QUOTA_SLICES = record({
  prefix: "quota-slices",
  key: ["account", "month"],
  value: object<StoredSlices>({ taken: count, left: map(tuple([count, number])) }),
  lifetimeMs: 62 * DAY_MS,
  place: "work",
});

/** Of what is free, divided by the processes. The last lookups are taken one by one. */
const SHARE = 8;
const MAX_SLICE = 1000;

interface QuotaRequest {
  readonly account: string;
  readonly month: string;
  readonly quota: number;
  /** Lookups that are billed or reserved, as far as this process knows. */
  readonly used: number;
  /** Lookups that this process has left. */
  readonly left: number;
  /** Lookups that are needed in addition. */
  readonly wanted: number;
}

export class QuotaSlices {
  readonly #changes: ExactChanges;
  readonly #peers: Pick<Peers, "number" | "others" | "isSoleProcess">;
  readonly #now: () => number;
  /** By account and month: takes that failed and may be in the store all the same. What was left before each, by its time. */
  readonly #unsure = new Map<string, Map<number, number>>();
  #lastAt = 0;

  constructor(
    changes: ExactChanges,
    peers: Pick<Peers, "number" | "others" | "isSoleProcess">,
    now: () => number,
  ) {
    this.#changes = changes;
    this.#peers = peers;
    this.#now = now;
  }

  /** False while this process need not share. */
  get areNeeded(): boolean {
    return !this.#peers.isSoleProcess;
  }

  /** Takes what is wanted, or more; 0: that is not free. */
  async take({ account, month, quota, used, left, wanted }: QuotaRequest): Promise<number> {
    const { number, others } = this.#peers;
    const text = name(account, month);
    let at = 0;
    try {
      const granted = await this.#changes.change<number>(QUOTA_SLICES.key(account, month), (current) => {
        const stored = QUOTA_SLICES.read(current);
        at = this.#newTime();
        const held: Record<string, readonly [number, number]> = {};
        let taken = (stored?.taken ?? 0) - this.#regained(text, stored);
        for (const [process, [count, time]] of Object.entries(stored?.left ?? {})) {
          if (others.has(Number(process)) || !hasPassed(time, at, PROCESS.lifetimeMs)) {
            held[process] = [count, time];
          } else if (Number(process) !== number) taken -= count;
        }
        const from = Math.max(taken, used);
        const free = quota - from;
        if (free < wanted) return { set: null, result: 0 };
        const share = Math.ceil(free / (SHARE * (others.size + 1)));
        const granted = Math.max(wanted, Math.min(share, MAX_SLICE));
        held[number] = [left + granted, at];
        return { set: this.#set(from + granted, held), result: granted };
      });
      if (granted > 0) this.#unsure.delete(text);
      return granted;
    } catch (error) {
      const unsure = this.#unsure.get(text) ?? new Map<number, number>();
      this.#unsure.set(text, unsure.set(at, left));
      throw error;
    }
  }

  /** True: a take failed, and may have taken something that is to be given back. */
  isUnsure(account: string, month: string): boolean {
    return this.#unsure.has(name(account, month));
  }

  /** Gives back what is not needed, with what failed takes took. */
  async giveBack(account: string, month: string, left: number): Promise<void> {
    const { number } = this.#peers;
    const text = name(account, month);
    await this.#changes.change(QUOTA_SLICES.key(account, month), (current) => {
      const stored = QUOTA_SLICES.read(current);
      const count = left + this.#regained(text, stored);
      if (stored === null || count === 0) return { set: null, result: undefined };
      const { [number]: held = [0, 0], ...others } = stored.left;
      const rest = Math.max(0, held[0] - count);
      const all = rest === 0 ? others : { ...others, [number]: [rest, held[1]] as const };
      return { set: this.#set(Math.max(0, stored.taken - count), all), result: undefined };
    });
    this.#unsure.delete(text);
  }

  /** What a failed take of this process took. */
  #regained(text: string, stored: StoredSlices | null): number {
    const [count, at] = stored?.left[this.#peers.number] ?? [0, 0];
    const before = this.#unsure.get(text)?.get(at);
    return before === undefined ? 0 : count - before;
  }

  /** Each time only once, so that two takes can be told apart. */
  #newTime(): number {
    return this.#lastAt = Math.max(this.#now(), this.#lastAt + 1);
  }

  #set(taken: number, left: StoredSlices["left"]) {
    return { value: { taken, left }, expiresAt: this.#now() + QUOTA_SLICES.lifetimeMs };
  }
}

function name(account: string, month: string): string {
  return `${account} ${month}`;
}
