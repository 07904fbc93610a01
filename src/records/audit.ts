/** The audit log (`model/access/audit.ts`), kept for 180 days: below its account, or below SERVICE for what concerns all. */
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
import { MINUTE_MS } from "../model/duration.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine, Key } from "../db/engine.ts";
import { type Change, changeOf } from "../db/commit/change.ts";
import { JournalList, type Page } from "./journal_list.ts";
import { count, label, list, map, number, object, oneOf, orNull, record, text } from "./define.ts";
import { RETENTION_MS } from "../model/records.ts";

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
  }, { names: list(text), changes: map(list(text)) }),
  lifetimeMs: RETENTION_MS,
});

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
  /** Subjects or names. */
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
  readonly #entries: JournalList<AuditEntry, [account: string, id: string]>;
  /** The entries of this minute's events. */
  readonly #open = new Map<string, OpenEntry>();
  #minute = 0;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#entries = new JournalList(options.engine, AUDIT, ({ at }) => at + AUDIT.lifetimeMs);
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

  /** The same for equal events of a minute, as long as their subjects fit one entry. */
  #keyOf(event: AuditEvent, { key, via, network }: AuditOrigin, at: number): Key {
    const { account, action, details, changes, ofEach, subjects = [] } = event;
    const minute = Math.floor(at / MINUTE_MS);
    if (minute !== this.#minute || this.#open.size >= MAX_CACHED_KEYS) {
      this.#minute = minute;
      this.#open.clear();
    }
    const changed = changes === undefined ? [] : ofEach ? [JSON.stringify(changes)] : subjects;
    const said = [...Object.values(details ?? {}), ...changed];
    const same = [account, action, key, via, network, ...said].join("\u0000");
    const before = this.#open.get(same);
    const size = sizeOf(event);
    const isFull = before !== undefined && before.size + size > MAX_AUDIT_SUBJECTS;
    const part = (before?.part ?? 0) + (isFull ? 1 : 0);
    if (before !== undefined && !isFull) {
      before.size += size;
      return before.key;
    }
    const id = `${timeText(minute * MINUTE_MS)}-${this.#options.node}-${
      hash("sha256", same).slice(0, ID_DIGITS)
    }${part === 0 ? "" : `-${part.toString(16).padStart(PART_DIGITS, "0")}`}`;
    const opened = { key: AUDIT.key(account ?? SERVICE, id), part, size };
    this.#open.set(same, opened);
    return opened.key;
  }

  /** Null when there is none, or it has expired. */
  get(account: string, id: string): Promise<AuditEntry | null> {
    return this.#entries.get([account, id], this.#options.now());
  }

  /** The newest entries, newest first. @param account null for what concerns the whole service */
  async list(
    account: string | null,
    { limit, before = null }: Partial<Page> & Pick<Page, "limit">,
  ): Promise<{ readonly id: string; readonly entry: AuditEntry }[]> {
    const found = await this.#entries.page([account ?? SERVICE], { limit, before }, this.#options.now());
    return found.map(({ id, value }) => ({ id, entry: value }));
  }
}

function sizeOf({ subjects = [], names = [] }: AuditEvent): number {
  return Math.max(subjects.length, names.length);
}

function timeText(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(TIME_DIGITS, "0");
}
