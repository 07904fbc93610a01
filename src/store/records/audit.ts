/** The audit log (`model/access/audit.ts`), kept for 180 days: below its account, or below SERVICE for what concerns all. */
import { hash } from "node:crypto";
import { type AuditEntry, type AuditEvent, type AuditOrigin, withEvent } from "../../model/access/audit.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Writer } from "../commit/writer.ts";
import type { Engine } from "../engine.ts";
import { KEYS } from "../keys.ts";

/** Cannot be an account's id. */
const SERVICE = "-";
const TIME_DIGITS = 12;

interface AuditOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly now: () => number;
  /** Distinguishes the entries of this process. */
  readonly node: string;
}

export class AuditLog {
  readonly #options: AuditOptions;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** Durable when it resolves. */
  async record(event: AuditEvent, origin: AuditOrigin): Promise<void> {
    await this.#options.writer.write({ cells: [this.update(event, origin)] });
  }

  /** The event as a part of another write, so that both are in one commit. */
  update(event: AuditEvent, origin: AuditOrigin): CellUpdate {
    const { now, node } = this.#options;
    const at = now();
    const same = JSON.stringify([event.action, event.details, origin.key, origin.via, origin.network]);
    const minute = timeText(Math.floor(at / MINUTE_MS) * MINUTE_MS);
    const id = `${minute}-${node}-${hash("sha256", same).slice(0, TIME_DIGITS)}`;
    return KEYS.audit.update(KEYS.audit.key(event.account ?? SERVICE, id), {
      // The key is this process's own.
      exact: false,
      expiresAt: at + KEYS.audit.lifetimeMs,
      change: (current) => withEvent(current, event, origin, at),
    });
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
