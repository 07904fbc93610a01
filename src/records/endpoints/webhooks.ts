/** Webhooks: all of them in memory, kept up to date by the change log; those of an account are one value. */
import { EVENT_TYPES, type Webhook } from "../../model/endpoints/webhook.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { changeNewest } from "../../db/keyspace.ts";
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
  readonly #engine: Engine;
  readonly #writer: Writer;
  #byAccount = new Map<string, readonly Webhook[]>();
  /** Counts the writes of this process, so that a read that one of them overtook is repeated. */
  #written = 0;
  #onChange: () => void = () => {};

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    changes.follow(WEBHOOKS.topic, async (scope) => {
      await (scope === null ? this.load() : this.#reload(scope[0]!));
      this.#onChange();
    });
  }

  /** Called after another process changed webhooks. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  async load(): Promise<void> {
    for (;;) {
      const written = this.#written;
      const entries = await Array.fromAsync(this.#engine.scan(WEBHOOKS.prefix));
      if (written !== this.#written) continue;
      this.#byAccount = new Map(entries.map(({ key, value }) => [key[1]!, WEBHOOKS.read(value)]));
      return;
    }
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
    return [...this.#byAccount.keys()];
  }

  /** As stored now. */
  async fresh(account: string): Promise<readonly Webhook[]> {
    await this.#reload(account);
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
    const changed = changeNewest(WEBHOOKS, WEBHOOKS.key(account), (now) => change(now ?? NONE));
    const put = changeOf({ cells: [changed.cell], changes: [WEBHOOKS.key(account)] });
    await this.#writer.write(together(put, also));
    this.#written++;
    this.#keep(account, changed.stored());
  }

  async #reload(account: string): Promise<void> {
    for (;;) {
      const written = this.#written;
      const entry = await this.#writer.readFresh(WEBHOOKS.key(account));
      if (written !== this.#written) continue;
      return this.#keep(account, WEBHOOKS.read(entry?.value) ?? NONE);
    }
  }

  #keep(account: string, webhooks: readonly Webhook[]): void {
    if (webhooks.length === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, webhooks);
  }
}
