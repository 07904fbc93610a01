/** Webhooks: all of them in memory, kept up to date by the change log; those of an account are one value. */
import { EVENT_TYPES, type Webhook } from "../../model/endpoints/webhook.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import type { Change } from "../change.ts";
import { commitMirrored, Mirror } from "../mirror.ts";
import { flag, label, list, number, object, oneOf, orNull, record, text, verdict } from "../define.ts";

export const WEBHOOKS = record({
  prefix: "webhooks",
  key: ["account"],
  value: list(object<Webhook>({
    id: text,
    account: text,
    url: label,
    events: list(oneOf(...EVENT_TYPES)),
    verdicts: orNull(list(verdict)),
    enabled: flag,
    note: orNull(label),
    createdAt: number,
    secret: text,
    replaced: list(object({ secret: text, until: number })),
  })),
  announced: true,
});

const NONE: readonly Webhook[] = [];

export class Webhooks {
  readonly #writer: Writer;
  readonly #byAccount: Mirror<readonly Webhook[]>;
  #onChange: () => void = () => {};

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#writer = writer;
    this.#byAccount = new Mirror({
      engine,
      writer,
      changes,
      row: WEBHOOKS,
      onFollowed: () => this.#onChange(),
    });
  }

  /** Called after another process changed webhooks. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  load(): Promise<void> {
    return this.#byAccount.load();
  }

  /** Of an account, oldest first. */
  of(account: string): readonly Webhook[] {
    return this.#byAccount.get(account) ?? NONE;
  }

  find(account: string, id: string): Webhook | null {
    return this.of(account).find((webhook) => webhook.id === id) ?? null;
  }

  /** Accounts that have webhooks. */
  accounts(): readonly string[] {
    return [...this.#byAccount.entries()].flatMap(([account, { length }]) => length > 0 ? [account] : []);
  }

  /** As stored now. */
  async fresh(account: string): Promise<readonly Webhook[]> {
    await this.#byAccount.reload(account);
    return this.of(account);
  }

  /**
   * Changes an account's webhooks, starting from their newest version. Durable and in force in this process when it resolves.
   * @throws what `change` throws; then nothing is written
   */
  async change(
    account: string,
    change: (current: readonly Webhook[]) => readonly Webhook[],
    also?: Change,
  ): Promise<void> {
    const changed = this.#byAccount.change(account, (current) => change(current ?? NONE));
    await commitMirrored(this.#writer, [changed], also);
  }
}
