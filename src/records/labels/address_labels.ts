/** Fraud labels on an address alone, without a score: one per account and address. */
import { retryOnConflict } from "../../concurrency/retry.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { Abandoned } from "../state.ts";
import type { EarlierHashes } from "../secret_record.ts";
import type { Histories } from "../reputation/histories.ts";
import { LABEL_CHANGED, RELABEL } from "./labels.ts";
import { number, object, record } from "../define.ts";
import { RETENTION_MS } from "../../model/records.ts";

/** A fraud label on an address alone, given at this time (milliseconds since the epoch). */
interface AddressLabel {
  readonly at: number;
}
export const ADDRESS_LABEL = record({
  prefix: "address-label",
  key: ["account", "hash"],
  value: object<AddressLabel>({ at: number }),
  lifetimeMs: RETENTION_MS,
  announced: true,
});

export class AddressLabels {
  readonly #writer: Writer;
  readonly #histories: Histories;
  readonly #earlier: EarlierHashes | null;

  /** @param earlier hashes under earlier secrets; null: there are none */
  constructor(
    writer: Writer,
    changes: ChangeLog,
    histories: Histories,
    earlier: EarlierHashes | null = null,
  ) {
    this.#writer = writer;
    this.#histories = histories;
    this.#earlier = earlier;
    changes.follow(ADDRESS_LABEL.topic, (scope) => {
      if (scope !== null) writer.forget([...ADDRESS_LABEL.prefix, ...scope]);
    });
  }

  /**
   * Labels the address as fraud, or takes such a label back. The same again changes nothing. Durable when it resolves.
   * @param hash of the address
   * @param also in the same commit
   * @throws Abandoned (LABEL_CHANGED) when the label kept changing meanwhile
   */
  async relabel(
    account: string,
    hash: string,
    fraud: boolean,
    now: number,
    also?: Change,
  ): Promise<void> {
    await this.#settle(account, hash);
    await retryOnConflict(() => this.#relabel(account, hash, fraud, now, also), RELABEL);
  }

  /** Moves a label, and what it counted, from the address's earlier hashes to this one. */
  async #settle(account: string, hash: string): Promise<void> {
    const { earlier } = this.#histories;
    await earlier.settle("ip", hash);
    await earlier.settleOwn(account, "ip", hash);
    for (const before of this.#earlier?.(hash) ?? []) {
      const from = ADDRESS_LABEL.key(account, before);
      const label = ADDRESS_LABEL.read((await this.#writer.readFresh(from))?.value);
      if (label === null) continue;
      await this.#writer.write({
        cells: [ADDRESS_LABEL.update(ADDRESS_LABEL.key(account, hash), {
          exact: true,
          expiresAt: label.at + ADDRESS_LABEL.lifetimeMs,
          change: (current) => current ?? label,
        })],
        delete: [from],
        changes: [before, hash].map((each) => ADDRESS_LABEL.key(account, each)),
      });
    }
  }

  async #relabel(
    account: string,
    hash: string,
    fraud: boolean,
    now: number,
    also?: Change,
  ): Promise<void> {
    const key = ADDRESS_LABEL.key(account, hash);
    const stored = ADDRESS_LABEL.read((await this.#writer.readFresh(key))?.value);
    const before = stored === null || stored.at + ADDRESS_LABEL.lifetimeMs <= now ? null : stored;
    if ((before !== null) === fraud) return;
    const label = ADDRESS_LABEL.update(key, {
      exact: true,
      ...(fraud ? { expiresAt: now + ADDRESS_LABEL.lifetimeMs } : {}),
      change: (current) => {
        if (current?.at !== stored?.at) {
          throw new Abandoned(LABEL_CHANGED);
        }
        return fraud ? { at: now } : null;
      },
    });
    const counted = { kind: "label", at: before?.at ?? now, by: fraud ? 1 : -1 } as const;
    const { cells, changes } = this.#histories.abuseWrite([{ kind: "ip", hash }], account, counted);
    const change = changeOf({
      cells: [label, ...cells],
      changes: [ADDRESS_LABEL.key(account, hash), ...changes],
    });
    await this.#writer.write(together(change, also));
  }
}
