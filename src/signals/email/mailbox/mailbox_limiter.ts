/** How fast mail servers are asked: so many at a time and so many a minute, by operator, by domain and in all. Slower is kinder, and keeps us off their lists. */
import { MINUTE_MS } from "../../../model/duration.ts";

interface Limits {
  /** Conversations at a time. */
  readonly width: number;
  /** Conversations begun within a minute. */
  readonly perMinute: number;
  /** Milliseconds between the beginnings of two. */
  readonly apartMs: number;
}

/** `research/signals.md` 1.4. */
export const PACE = {
  all: { width: 20, perMinute: 600, apartMs: 0 },
  group: { width: 2, perMinute: 30, apartMs: 1_000 },
  domain: { width: 1, perMinute: 20, apartMs: 0 },
} as const satisfies Record<string, Limits>;

interface Lane {
  running: number;
  /** When conversations of the last minute began, oldest first. */
  readonly begun: number[];
  blockedUntil: number;
}

export type Turn =
  | { readonly granted: true; readonly release: () => void }
  /** Milliseconds since the epoch: not before. */
  | { readonly granted: false; readonly retryAt: number };

/** When to look again for a place that somebody holds. */
const HELD_MS = 1_000;
/** Lanes nobody used for a minute are dropped when there are more than this. */
const MANY_LANES = 5_000;

export class MailboxPace {
  readonly #now: () => number;
  readonly #lanes = new Map<string, Lane>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A turn at the operator and the domain, or when to try again. */
  take(group: string, domain: string): Turn {
    const lanes = [
      [this.#lane("all"), PACE.all],
      [this.#lane(`group ${group}`), PACE.group],
      [this.#lane(`domain ${domain}`), PACE.domain],
    ] as const;
    const retryAt = Math.max(...lanes.map(([lane, limits]) => this.#freeAt(lane, limits)));
    if (retryAt > this.#now()) return { granted: false, retryAt };
    for (const [lane] of lanes) {
      lane.running++;
      lane.begun.push(this.#now());
    }
    let released = false;
    const release = () => {
      if (!released) { for (const [lane] of lanes) lane.running--; }
      released = true;
    };
    return { granted: true, release };
  }

  /** How many turns the operator may give now. */
  free(group: string): number {
    const lane = this.#lane(`group ${group}`);
    if (
      this.#freeAt(lane, PACE.group) > this.#now() || this.#freeAt(this.#lane("all"), PACE.all) > this.#now()
    ) return 0;
    return PACE.group.apartMs > 0 ? 1 : PACE.group.width - lane.running;
  }

  /** Leaves an operator alone for so long. */
  block(group: string, milliseconds: number): void {
    this.#lane(`group ${group}`).blockedUntil = this.#now() + milliseconds;
  }

  #freeAt(lane: Lane, limits: Limits): number {
    const now = this.#now();
    while (lane.begun.length > 0 && lane.begun[0]! <= now - MINUTE_MS) lane.begun.shift();
    const rested = (lane.begun.at(-1) ?? -Infinity) + limits.apartMs;
    const counted = lane.begun.length < limits.perMinute ? now : lane.begun[0]! + MINUTE_MS;
    const held = lane.running < limits.width ? now : now + HELD_MS;
    return Math.max(now, lane.blockedUntil, rested, counted, held);
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      if (this.#lanes.size > MANY_LANES) this.#sweep();
      lane = { running: 0, begun: [], blockedUntil: -Infinity };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #sweep(): void {
    const now = this.#now();
    for (const [name, lane] of this.#lanes) {
      const idle = (lane.begun.at(-1) ?? -Infinity) <= now - MINUTE_MS;
      if (lane.running === 0 && idle && lane.blockedUntil <= now) this.#lanes.delete(name);
    }
  }
}
