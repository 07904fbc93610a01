/**
 * Slices of monthly quotas. Processes with peers take lookups from the store, a few at a time, and bill them from memory: all
 * together never take more than the quota. What an idle process has left it gives back; what one that ended abruptly had
 * left is given back when its lease ends, as it last said, so at most its last slice is billed above the quota.
 */
import { KEYS } from "../keys.ts";
import type { QuotaSlices as StoredSlices } from "../values.ts";
import type { ExactChanges } from "./exact_changes.ts";
import type { Peers } from "./peers.ts";

/** Of what is free, divided by the processes. The last lookups are taken one by one. */
const SHARE = 8;
const MAX_SLICE = 1000;

export interface QuotaRequest {
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
  take({ account, month, quota, used, left, wanted }: QuotaRequest): Promise<number> {
    const { number, others } = this.#peers;
    return this.#changes.change<number>(KEYS.quotaSlices.key(account, month), (current) => {
      const stored = KEYS.quotaSlices.read(current);
      const now = this.#now();
      const held: Record<string, readonly [number, number]> = {};
      let taken = stored?.taken ?? 0;
      for (const [process, [count, at]] of Object.entries(stored?.left ?? {})) {
        if (others.has(Number(process)) || now - at < KEYS.process.lifetimeMs) held[process] = [count, at];
        else if (Number(process) !== number) taken -= count;
      }
      const from = Math.max(taken, used);
      const free = quota - from;
      if (free < wanted) return { set: null, result: 0 };
      const share = Math.ceil(free / (SHARE * (others.size + 1)));
      const granted = Math.max(wanted, Math.min(share, MAX_SLICE));
      held[number] = [left + granted, now];
      return { set: this.#set(from + granted, held), result: granted };
    });
  }

  /** Gives back what is not needed. */
  async giveBack(account: string, month: string, count: number): Promise<void> {
    const { number } = this.#peers;
    await this.#changes.change(KEYS.quotaSlices.key(account, month), (current) => {
      const stored = KEYS.quotaSlices.read(current);
      if (stored === null) return { set: null, result: undefined };
      const { [number]: held = [0, 0], ...others } = stored.left;
      const rest = Math.max(0, held[0] - count);
      const left = rest === 0 ? others : { ...others, [number]: [rest, held[1]] as const };
      return { set: this.#set(Math.max(0, stored.taken - count), left), result: undefined };
    });
  }

  #set(taken: number, left: StoredSlices["left"]) {
    return { value: { taken, left }, expiresAt: this.#now() + KEYS.quotaSlices.lifetimeMs };
  }
}
