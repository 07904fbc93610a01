/**
 * The change log: a write that other processes must see adds a numbered entry in the same atomic batch. Each process
 * reads the head four times a second and hands the new entries to those who follow a topic.
 */
import { HOUR_MS } from "../../model/duration.ts";
import type { Engine, Entry, Key, SetOp } from "../engine.ts";

export const HEAD: Key = ["changes", "head"];
/** An entry is kept this long; a process that was away for longer reloads everything. */
const KEPT_MS = HOUR_MS;
export const POLL_MS = 250;
/** A process that is further behind reloads everything. */
const MAX_BEHIND = 2000;

export interface Announcement {
  readonly check: readonly { readonly key: Key; readonly version: string | null }[];
  readonly set: readonly SetOp[];
  readonly head: number;
}

/** Told the scope of each change of its topic (`["rules", account]` → `[account]`), or null: reload all of it. */
export type Follower = (scope: Key | null) => void | Promise<void>;

export class Changes {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #followers = new Map<string, Follower[]>();
  #head = 0;
  #version: string | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #polling: Promise<void> | null = null;
  /** Changes that followers failed to take in, by topic and scope; told again at every poll. */
  readonly #owed = new Map<string, { readonly follower: Follower; readonly scope: Key | null }>();

  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  follow(topic: string, follower: Follower): void {
    const followers = this.#followers.get(topic) ?? [];
    followers.push(follower);
    this.#followers.set(topic, followers);
  }

  /** Reads where the log stands; what was before is not handed out. */
  async start(poll: boolean): Promise<void> {
    const [head] = await this.#engine.get([HEAD]);
    this.#head = typeof head?.value === "number" ? head.value : 0;
    this.#version = head?.version ?? null;
    if (poll) this.#timer = setInterval(() => void this.refresh().catch(() => {}), POLL_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#polling;
  }

  /** The mutations that tell others; they go into the batch that makes the change. */
  announce(changes: readonly Key[]): Announcement {
    const distinct = [...new Map(changes.map((change) => [change.join("\u0000"), change])).values()];
    const head = this.#head + 1;
    const entry = { key: entryKey(head), value: distinct, expiresAt: this.#now() + KEPT_MS };
    return { check: [{ key: HEAD, version: this.#version }], set: [{ key: HEAD, value: head }, entry], head };
  }

  /** The batch was committed: our own changes need no reading. */
  announced(announcement: Announcement, version: string): void {
    if (announcement.head <= this.#head) return;
    this.#head = announcement.head;
    this.#version = version;
  }

  /** Reads the head now, and hands out what others wrote. */
  async refresh(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => this.#polling = null);
    await this.#polling;
  }

  /** Reads the head not earlier than now: what others committed before the call is handed out when it resolves. */
  async catchUp(): Promise<void> {
    await this.#polling; // may have read the head before
    await this.refresh();
  }

  async #poll(): Promise<void> {
    for (const [name, { follower, scope }] of [...this.#owed]) await this.#tell(name, follower, scope);
    const from = this.#head;
    const [head] = await this.#engine.get([HEAD]);
    if (
      !head || head.version === this.#version || typeof head.value !== "number" || head.value <= this.#head
    ) return;
    const keys: Key[] = [];
    for (let number = from + 1; number <= head.value && keys.length <= MAX_BEHIND; number++) {
      keys.push(entryKey(number));
    }
    const entries = keys.length > MAX_BEHIND ? [null] : await this.#engine.get(keys);
    if (head.value > this.#head) {
      this.#head = head.value;
      this.#version = head.version;
    }
    if (entries.some((entry) => entry === null)) {
      for (const topic of this.#followers.keys()) await this.#tellAll(topic, null);
      return;
    }
    for (const entry of entries) {
      for (const [topic, ...scope] of entry!.value as string[][]) await this.#tellAll(topic!, scope);
    }
  }

  async #tellAll(topic: string, scope: Key | null): Promise<void> {
    for (const [index, follower] of (this.#followers.get(topic) ?? []).entries()) {
      await this.#tell(JSON.stringify([topic, index, scope]), follower, scope);
    }
  }

  /** A follower that fails (the store did not answer) misses nothing, and holds nobody up. */
  async #tell(name: string, follower: Follower, scope: Key | null): Promise<void> {
    try {
      await follower(scope);
      this.#owed.delete(name);
    } catch {
      this.#owed.set(name, { follower, scope });
    }
  }
}

/** The head to write when everything changed: every process that follows the log reloads. */
export function skipAhead(head: Entry | null | undefined): number {
  return Number(head?.value ?? 0) + MAX_BEHIND + 1;
}

function entryKey(number: number): Key {
  return ["changes", "entry", number.toString(36).padStart(10, "0")];
}
