/** The audit log (`model/access/audit.ts`), kept for 400 days: below its account, or below SERVICE for what concerns all. */
import { hash } from "node:crypto";
import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECT_BYTES,
  type AuditEntry,
  type AuditEvent,
  type AuditOrigin,
  MAX_AUDIT_SUBJECTS,
  partsOf,
  withEvent,
} from "../model/access/audit.ts";
import { DAY_MS, MINUTE_MS } from "../model/duration.ts";
import type { Writer } from "../db/commit/writer.ts";
import { type Engine, type Entry, type Key, MAX_BATCH_BYTES, MAX_CHECKS } from "../db/engine.ts";
import { type Change, changeOf } from "../db/commit/change.ts";
import { Document } from "./document.ts";
import type { Page } from "./journal_list.ts";
import { count, label, list, map, number, object, oneOf, orNull, record, text, tuple } from "./define.ts";

export const AUDIT = record({
  prefix: "audit",
  key: ["account", "id"],
  value: object<AuditEntry>({
    account: orNull(text),
    action: oneOf(...AUDIT_ACTIONS),
    key: orNull(text),
    via: oneOf("api", "console", "command", "service"),
    network: orNull(label),
    at: number,
    until: number,
    times: count,
    count,
    subjects: list(text),
    details: map(text),
  }, {
    person: text,
    name: text,
    names: list(text),
    changes: map(list(text)),
    events: list(tuple([number, count, count])),
  }),
  lifetimeMs: 400 * DAY_MS,
});

/** For how many days the entries are kept that were there when this was written: an earlier version stored them for 180. */
export const AUDIT_DAYS = record({ prefix: ["meta", "audit-days"], key: [], value: count });

/** Cannot be an account's id. */
const SERVICE = "-";
const TIME_DIGITS = 12;
const ID_DIGITS = 12;
const PART_DIGITS = 4;
const MAX_CACHED_KEYS = 1000;
/** Of an entry without its subjects. */
const ENTRY_BYTES = 1000;

interface OpenEntry {
  readonly key: Key;
  /** Equal events of a minute that do not fit one entry go to the next. */
  readonly part: number;
  /** What it holds, in subjects. */
  size: number;
}

interface AuditOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly now: () => number;
  /** Distinguishes the entries of this process. */
  readonly node: string;
}

export class AuditLog {
  readonly #options: AuditOptions;
  readonly #entries: Document<AuditEntry, [account: string, id: string]>;
  /** The entries of this minute's events. */
  readonly #open = new Map<string, OpenEntry>();
  #minute = 0;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#entries = new Document(options.engine, AUDIT, ({ at }) => at + AUDIT.lifetimeMs);
  }

  /** Durable when it resolves. */
  async record(event: AuditEvent, origin: AuditOrigin): Promise<void> {
    const { writer } = this.#options;
    // Each part is a write of its own: all parts of a large event can be more than one batch holds.
    await Promise.all(
      [...partsOf(event)].map((part) => writer.write(this.entry(part, origin))),
    );
  }

  /** The event as a part of another commit. It has at most MAX_AUDIT_SUBJECTS. */
  entry(event: AuditEvent, origin: AuditOrigin): Change {
    const at = this.#options.now();
    const cell = AUDIT.update(this.#keyOf(event, origin, at), {
      // The key is this process's own.
      exact: false,
      bytes: ENTRY_BYTES + sizeOf(event) * AUDIT_SUBJECT_BYTES,
      expiresAt: at + AUDIT.lifetimeMs,
      change: (current) => withEvent(current, event, origin, at),
    });
    return changeOf({ cells: [cell] });
  }

  /** The same for equal events of a minute, as long as they fit one entry. It begins with the time of the first of them. */
  #keyOf(event: AuditEvent, { key, person, via, network }: AuditOrigin, at: number): Key {
    const { account, action, details = {}, changes, ofEach, subjects = [] } = event;
    const minute = Math.floor(at / MINUTE_MS);
    if (minute !== this.#minute || this.#open.size >= MAX_CACHED_KEYS) {
      this.#minute = minute;
      this.#open.clear();
    }
    const changed = changes === undefined ? "" : JSON.stringify(changes);
    const own = changes === undefined || ofEach ? [] : subjects;
    const same = [account, action, key, person, via, network, changed, ...Object.values(details), ...own]
      .join("\u0000");
    const before = this.#open.get(same);
    const size = Math.max(1, sizeOf(event));
    const isFull = before !== undefined && before.size + size > MAX_AUDIT_SUBJECTS;
    const part = (before?.part ?? 0) + (isFull ? 1 : 0);
    if (before !== undefined && !isFull) {
      before.size += size;
      return before.key;
    }
    const id = `${timeText(at)}-${this.#options.node}-${hash("sha256", same).slice(0, ID_DIGITS)}${
      part === 0 ? "" : `-${part.toString(16).padStart(PART_DIGITS, "0")}`
    }`;
    const words = 2 * (changed.length + JSON.stringify(details).length);
    const opened = {
      key: AUDIT.key(account ?? SERVICE, id),
      part,
      size: size + Math.ceil(words / AUDIT_SUBJECT_BYTES),
    };
    this.#open.set(same, opened);
    return opened.key;
  }

  /** Null when there is none, or it has expired. */
  get(account: string, id: string): Promise<AuditEntry | null> {
    return this.#entries.get([account, id], this.#options.now());
  }

  /** The newest entries, newest first. @param account null for what concerns the whole service */
  list(account: string | null, page: Partial<Page> & Pick<Page, "limit">): Promise<ListedAuditEntry[]> {
    return Array.fromAsync(this.scan(account, page));
  }

  /** The same, one by one, of a span of time: an entry whose first event was before it can have others in it. */
  async *scan(
    account: string | null,
    { from = -Infinity, to = Infinity, before = null, limit }: Partial<AuditSpan> = {},
  ): AsyncIterable<ListedAuditEntry> {
    const below = AUDIT.below(account ?? SERVICE);
    // Earlier versions wrote the minute.
    const start: { start?: Key } = from === -Infinity
      ? {}
      : { start: [...below, timeText(from - MINUTE_MS)] };
    const ends = [to === Infinity ? [] : [timeText(to)], before === null ? [] : [before]].flat().sort();
    const end = ends.length === 0 ? {} : { end: [...below, ends[0]!] };
    // An engine refuses a range that ends before it begins.
    if (start.start !== undefined && ends[0] !== undefined && start.start.at(-1)! >= ends[0]) return;
    const now = this.#options.now();
    const { engine } = this.#options;
    const range = { ...start, ...end, reverse: true, ...(limit === undefined ? {} : { limit }) };
    for await (const { key, value } of engine.scan(below, range)) {
      const entry = AUDIT.read(value);
      if (entry.at + AUDIT.lifetimeMs > now) yield { id: key.at(-1)!, entry };
    }
  }

  /** Entries that an earlier version stored are kept as long as those of this one. Safe to be interrupted and repeated. */
  async extend(isStopped: () => boolean = () => false): Promise<void> {
    const { engine } = this.#options;
    const [done] = await engine.get([AUDIT_DAYS.key()]);
    if (done) return;
    const batch: Entry[] = [];
    const write = async () => {
      const entries = batch.splice(0);
      const extended = (each: readonly Entry[]) => ({
        check: each.map(({ key, version }) => ({ key, version })),
        set: each.map(({ key, value }) =>
          AUDIT.set(key, AUDIT.read(value), AUDIT.read(value).at + AUDIT.lifetimeMs)
        ),
      });
      if (await engine.commit(extended(entries)) !== null) return;
      // One that a process changes now has its time already; one that was deleted stays so.
      for (const entry of entries) await engine.commit(extended([entry]));
    };
    let bytes = 0;
    for await (const entry of engine.scan(AUDIT.prefix)) {
      if (isStopped()) return;
      bytes += ENTRY_BYTES + AUDIT.read(entry.value).subjects.length * AUDIT_SUBJECT_BYTES;
      if (batch.length === MAX_CHECKS || bytes > MAX_BATCH_BYTES) {
        await write();
        bytes = 0;
      }
      batch.push(entry);
    }
    if (batch.length > 0) await write();
    await engine.commit({ set: [AUDIT_DAYS.set(AUDIT_DAYS.key(), AUDIT.lifetimeMs / DAY_MS)] });
  }
}

interface ListedAuditEntry {
  readonly id: string;
  readonly entry: AuditEntry;
}

interface AuditSpan extends Page {
  /** Milliseconds since the epoch: from then on, and before then. */
  readonly from: number;
  readonly to: number;
}

function sizeOf({ subjects = [], names = [] }: AuditEvent): number {
  return Math.max(subjects.length, names.length);
}

function timeText(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(TIME_DIGITS, "0");
}
