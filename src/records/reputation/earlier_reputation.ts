/**
 * Reputation that was counted under hashes of an earlier secret. It moves to the value's present hash when the value is next
 * used, and leaves the name of that hash behind: score records keep the hash that they were made with, and a label on such a
 * score counts where the value's reputation is now. What an account gave apart from the list moves when the account needs it.
 */
import type { ComponentKind } from "../../model/component.ts";
import { mergeLists } from "../../model/reputation/reputation.ts";
import { merge } from "../../model/reputation/reporter.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { changeTogether } from "../../db/keyspace.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { MOVED, REPUTATION, REPUTATION_OF } from "./reputation_rows.ts";

interface Value {
  readonly kind: ComponentKind;
  readonly hash: string;
}

export interface SecretsSoFar {
  readonly now: () => number;
  /** Null: nothing is counted under an earlier secret. */
  readonly earlier: EarlierHashes | null;
  /** False while the secret was never rotated. */
  readonly rotated: boolean;
}

export const ONE_SECRET: SecretsSoFar = { now: Date.now, earlier: null, rotated: false };

interface EarlierReputationOptions extends SecretsSoFar {
  readonly writer: Writer;
  readonly isMember: (account: string) => boolean;
}

export class EarlierReputation {
  readonly #options: EarlierReputationOptions;

  constructor(options: EarlierReputationOptions) {
    this.#options = options;
  }

  /** True: the value has no reputation under earlier hashes. False: it may have, and `settle` has to be called. */
  isSettled(kind: ComponentKind, hash: string): boolean {
    const { writer, earlier } = this.#options;
    return earlier === null ||
      earlier(hash).every((before) => writer.peek(REPUTATION.key(kind, before)) === null);
  }

  /** Moves what is counted under earlier hashes to the present one. Durable when it resolves. */
  async settle(kind: ComponentKind, hash: string): Promise<void> {
    const { writer, earlier } = this.#options;
    for (const before of earlier?.(hash) ?? []) {
      if (await writer.read(REPUTATION.key(kind, before)) !== null) await this.#move(kind, before, hash);
    }
  }

  /** As `settle`, for what the account gave apart from the list. */
  async settleOwn(account: string, kind: ComponentKind, hash: string): Promise<void> {
    for (const before of this.#options.earlier?.(hash) ?? []) {
      await this.#moveOwn(account, kind, before, hash);
    }
  }

  async #move(kind: ComponentKind, from: string, to: string): Promise<void> {
    const { writer, now, isMember } = this.#options;
    await writer.write({
      cells: [
        ...changeTogether(
          [REPUTATION, REPUTATION.key(kind, from)],
          [REPUTATION, REPUTATION.key(kind, to)],
          (
            earlier,
            present,
          ) => [null, joined(present, earlier, (one, other) => mergeLists(one, other, isMember))],
        ),
        MOVED.update(MOVED.key(kind, from), {
          exact: false,
          expiresAt: now() + MOVED.lifetimeMs,
          change: () => to,
        }),
      ],
      changes: [from, to].map((hash) => REPUTATION.key(kind, hash)),
    });
  }

  async #moveOwn(account: string, kind: ComponentKind, from: string, to: string): Promise<void> {
    const key = REPUTATION_OF.key(account, kind, from);
    if (await this.#options.writer.read(key) === null) return;
    await this.#options.writer.write({
      cells: changeTogether(
        [REPUTATION_OF, key],
        [REPUTATION_OF, REPUTATION_OF.key(account, kind, to)],
        (earlier, present) => [null, joined(present, earlier, merge)],
      ),
      changes: [from, to].map((hash) => REPUTATION_OF.key(account, kind, hash)),
    });
  }

  /** The values of an account's score record by the hashes that their reputation is counted under now. */
  async located(account: string, values: readonly Value[]): Promise<readonly Value[]> {
    if (!this.#options.rotated) return values;
    return await Promise.all(values.map(async ({ kind, hash }) => {
      const hashes = await this.#hashesSince(kind, hash);
      const present = hashes.pop()!;
      for (const before of hashes) await this.#moveOwn(account, kind, before, present);
      return { kind, hash: present };
    }));
  }

  /** This one and those that the value's reputation moved to, the present one last. */
  async #hashesSince(kind: ComponentKind, hash: string): Promise<string[]> {
    const hashes = [hash];
    for (;;) {
      const entry = await this.#options.writer.readFresh(MOVED.key(kind, hashes.at(-1)!));
      const next = MOVED.read(entry?.value);
      if (next === null || hashes.includes(next)) return hashes;
      hashes.push(next);
    }
  }

  /**
   * Cells of a write on these values, as `located` returned them, that fail it when one of them moves meanwhile.
   * @param conflict made then
   */
  guards(values: readonly Value[], conflict: () => Error): CellUpdate[] {
    if (this.#options.earlier === null) return [];
    return values.map(({ kind, hash }) =>
      MOVED.update(MOVED.key(kind, hash), {
        exact: true,
        change: (current) => {
          if (current !== null) throw conflict();
          return null;
        },
      })
    );
  }
}

function joined<T>(one: T | null, other: T | null, merge: (one: T, other: T) => T | null): T | null {
  return one === null || other === null ? one ?? other : merge(one, other);
}
