/**
 * The change log: a write that other processes must see adds a numbered entry in the same atomic batch. Each process reads
 * the number of the newest entry (the head) four times a second and passes new entries to the followers of their topic. A
 * process that missed entries, because they expired or were too many, has every follower reload everything.
 */
import type { Engine, Entry, Key, SetOp } from "../engine.ts";
import { KEYS } from "../keys.ts";

const HEAD = KEYS.changeHead.key();
export const POLL_MS = 250;
/** A process that is further behind reloads everything. */
const MAX_BEHIND = 2000;

export interface Announcement {
  readonly check: readonly { readonly key: Key; readonly version: string | null }[];
  readonly set: readonly SetOp[];
  readonly head: number;
}

/** Called with the scope of each change of its topic (`["rules", account]` → `[account]`), or null: reload everything. */
export type Follower = (scope: Key | null) => void | Promise<void>;

export class ChangeLog {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #followers = new Map<string, Follower[]>();
  #head = 0;
  #version: string | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #polling: Promise<void> | null = null;
  /** Changes that a follower failed to process, by topic and scope; repeated at every poll. */
  readonly #failed = new Map<string, { readonly follower: Follower; readonly scope: Key | null }>();

  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  follow(topic: string, follower: Follower): void {
    const followers = this.#followers.get(topic) ?? [];
    followers.push(follower);
    this.#followers.set(topic, followers);
  }

  /** Reads the head: earlier changes are not passed on. @param poll false in a process that does not follow others */
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

  /** The mutations that announce changes; they belong into the batch that makes the changes. */
  announce(changes: readonly Key[]): Announcement {
    const distinct = [...new Map(changes.map((change) => [change.join("\u0000"), change])).values()];
    const head = this.#head + 1;
    const expiresAt = this.#now() + KEYS.changeEntry.lifetimeMs;
    const entry = { key: entryKey(head), value: distinct, expiresAt };
    return { check: [{ key: HEAD, version: this.#version }], set: [{ key: HEAD, value: head }, entry], head };
  }

  /** The batch was committed: this process need not read its own changes. */
  announced(announcement: Announcement, version: string): void {
    if (announcement.head <= this.#head) return;
    this.#head = announcement.head;
    this.#version = version;
  }

  /** Passes on what other processes wrote since the last call. */
  async refresh(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => this.#polling = null);
    await this.#polling;
  }

  /** As `refresh`, for a read that begins after the call: what other processes committed before is passed on when it resolves. */
  async catchUp(): Promise<void> {
    await this.#polling; // may have read the head before the call
    await this.refresh();
  }

  async #poll(): Promise<void> {
    for (const [name, { follower, scope }] of [...this.#failed]) await this.#notify(name, follower, scope);
    const from = this.#head;
    const [head] = await this.#engine.get([HEAD]);
    if (typeof head?.value !== "number" || head.version === this.#version || head.value <= this.#head) return;
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
      for (const topic of this.#followers.keys()) await this.#notifyAll(topic, null);
      return;
    }
    for (const entry of entries) {
      for (const [topic, ...scope] of KEYS.changeEntry.read(entry!.value)) {
        await this.#notifyAll(topic!, scope);
      }
    }
  }

  async #notifyAll(topic: string, scope: Key | null): Promise<void> {
    for (const [index, follower] of (this.#followers.get(topic) ?? []).entries()) {
      await this.#notify(JSON.stringify([topic, index, scope]), follower, scope);
    }
  }

  /** A follower that fails (the store did not respond) is called again later, and does not delay the others. */
  async #notify(name: string, follower: Follower, scope: Key | null): Promise<void> {
    try {
      await follower(scope);
      this.#failed.delete(name);
    } catch {
      this.#failed.set(name, { follower, scope });
    }
  }
}

/** The head to write when everything changed: every process that follows the log reloads everything. */
export function skipAhead(head: Entry | null | undefined): number {
  return Number(head?.value ?? 0) + MAX_BEHIND + 1;
}

function entryKey(number: number): Key {
  return KEYS.changeEntry.key(number.toString(36).padStart(10, "0"));
}
