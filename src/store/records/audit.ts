/** The audit log (`model/access/audit.ts`), kept for 180 days: below its account, or below SERVICE for what concerns all. */
import { hash } from "node:crypto";
import { type AuditEntry, type AuditEvent, type AuditOrigin, withEvent } from "../../model/access/audit.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Writer } from "../commit/writer.ts";
import type { Engine, Key } from "../engine.ts";
import { KEYS } from "../keys.ts";

/** Cannot be an account's id. */
const SERVICE = "-";
const TIME_DIGITS = 12;
const ID_DIGITS = 12;
const MAX_CACHED_KEYS = 1000;

interface AuditOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly now: () => number;
  /** Distinguishes the entries of this process. */
  readonly node: string;
}

export class AuditLog {
  readonly #options: AuditOptions;
  /** The keys of this minute's events. */
  readonly #keys = new Map<string, Key>();
  #minute = 0;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** Durable when it resolves. */
  async record(event: AuditEvent, origin: AuditOrigin): Promise<void> {
    await this.#options.writer.write({ cells: [this.update(event, origin)] });
  }

  /** The event as a part of another write, so that both are in one commit. */
  update(event: AuditEvent, origin: AuditOrigin): CellUpdate {
    const at = this.#options.now();
    return KEYS.audit.update(this.#keyOf(event, origin, at), {
      // The key is this process's own.
      exact: false,
      expiresAt: at + KEYS.audit.lifetimeMs,
      change: (current) => withEvent(current, event, origin, at),
    });
  }

  /** The same for equal events of a minute. */
  #keyOf({ account, action, details }: AuditEvent, { key, via, network }: AuditOrigin, at: number): Key {
    const minute = Math.floor(at / MINUTE_MS);
    if (minute !== this.#minute || this.#keys.size >= MAX_CACHED_KEYS) {
      this.#minute = minute;
      this.#keys.clear();
    }
    const same = [account, action, key, via, network, ...Object.values(details ?? {})].join("\u0000");
    let found = this.#keys.get(same);
    if (found === undefined) {
      const id = `${timeText(minute * MINUTE_MS)}-${this.#options.node}-${
        hash("sha256", same).slice(0, ID_DIGITS)
      }`;
      this.#keys.set(same, found = KEYS.audit.key(account ?? SERVICE, id));
    }
    return found;
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

function timeText(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(TIME_DIGITS, "0");
}
