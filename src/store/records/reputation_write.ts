/** The parts of a write that change the reputation of values. */
import type { ComponentKind } from "../../model/component.ts";
import type { Reporters, Reputation } from "../../model/reputation/reputation.ts";
import type { Write } from "../commit/write_batch.ts";
import { KEYS, TOPICS } from "../keys.ts";
import { changeTogether } from "../keyspace.ts";

/** The value that a report or label is about. */
export interface Value {
  readonly kind: ComponentKind;
  readonly hash: string;
}

export type ChangeReputation = (before: Reputation) => Reputation;

type ReputationWrite = Required<Pick<Write, "cells" | "changes">>;

/** Changes the shared lists alone. */
export function changingList(
  values: readonly Value[],
  change: (shared: Reporters | null) => Reporters | null,
): ReputationWrite {
  const { reputation } = KEYS;
  return {
    cells: values.map(({ kind, hash }) =>
      reputation.update(reputation.key(kind, hash), { exact: true, change })
    ),
    changes: values.map(({ kind, hash }) => [TOPICS.reputation, kind, hash]),
  };
}

/** The part of a write that changes the reputation of values, as an account sees it. */
export function changing(
  values: readonly Value[],
  account: string,
  change: ChangeReputation,
): ReputationWrite {
  const { reputation, reputationOf } = KEYS;
  return {
    cells: values.flatMap(({ kind, hash }) => {
      const ownKey = reputationOf.key(account, kind, hash);
      return changeTogether(
        [reputation, reputation.key(kind, hash)],
        [reputationOf, ownKey],
        (shared, own) => {
          const after = change({ shared, own });
          return [after.shared, after.own];
        },
      );
    }),
    changes: values.flatMap(({ kind, hash }) => [
      [TOPICS.reputation, kind, hash],
      [TOPICS.reputationOf, account, kind, hash],
    ]),
  };
}
