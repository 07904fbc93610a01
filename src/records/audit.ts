/** The audit log (`model/access/audit.ts`), kept for 180 days: below its account, or below SERVICE for what concerns all. */
import { hash } from "node:crypto";
import {
  AUDIT_SUBJECT_BYTES,
  type AuditEntry,
  type AuditEvent,
  type AuditOrigin,
  MAX_AUDIT_SUBJECTS,
  partsOf,
  withEvent,
} from "../model/access/audit.ts";
import { MINUTE_MS } from "../model/duration.ts";
import type { CellUpdate } from "../db/commit/cell.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine, Key } from "../db/engine.ts";
import { KEYS } from "./keys.ts";

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
  /** The entries of this minute's events. */
  readonly #open = new Map<string, OpenEntry>();
  #minute = 0;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** Durable when it resolves. */
  async record(event: AuditEvent, origin: AuditOrigin): Promise<void> {
    const { writer } = this.#options;
    // Each part is a write of its own: all parts of a large event can be more than one batch holds.
    await Promise.all(
      [...partsOf(event)].map((part) => writer.write({ cells: [this.update(part, origin)] })),
    );
  }

  /** The event as a part of another write, so that both are in one commit. It has at most MAX_AUDIT_SUBJECTS. */
  update(event: AuditEvent, origin: AuditOrigin): CellUpdate {
    const at = this.#options.now();
    return KEYS.audit.update(this.#keyOf(event, origin, at), {
      // The key is this process's own.
      exact: false,
      bytes: ENTRY_BYTES + sizeOf(event) * AUDIT_SUBJECT_BYTES,
      expiresAt: at + KEYS.audit.lifetimeMs,
      change: (current) => withEvent(current, event, origin, at),
    });
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
    const opened = { key: KEYS.audit.key(account ?? SERVICE, id), part, size };
    this.#open.set(same, opened);
    return opened.key;
  }

  /** Null when there is none, or it has expired. */
  async get(account: string, id: string): Promise<AuditEntry | null> {
    const { engine, now } = this.#options;
    const [stored] = await engine.get([KEYS.audit.key(account, id)]);
    const entry = stored?.value == null ? null : KEYS.audit.read(stored.value);
    return entry !== null && entry.at >= now() - KEYS.audit.lifetimeMs ? entry : null;
  }

  /**
   * The newest entries, newest first.
   * @param account null for what concerns the whole service
   * @param before the `id` of the last entry of the page before
   */
  async list(
    account: string | null,
    { limit, before }: { limit: number; before?: string | null },
  ): Promise<{ readonly id: string; readonly entry: AuditEntry }[]> {
    const { engine, now } = this.#options;
    const { audit } = KEYS;
    const [owner, since] = [account ?? SERVICE, now() - audit.lifetimeMs];
    const end = before === undefined || before === null ? {} : { end: audit.key(owner, before) };
    const found: { id: string; entry: AuditEntry }[] = [];
    for await (const { key, value } of engine.scan(audit.below(owner), { ...end, limit, reverse: true })) {
      const entry = audit.read(value);
      if (entry.at >= since) found.push({ id: key[2]!, entry });
    }
    return found;
  }
}

function sizeOf({ subjects = [], names = [] }: AuditEvent): number {
  return Math.max(subjects.length, names.length);
}

function timeText(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(TIME_DIGITS, "0");
}
