/** The part of a write that changes the reputation of values, as an account sees it. */
import type { ComponentKind } from "../../model/component.ts";
import type { Reporters, Reputation } from "../../model/reputation/reputation.ts";
import type { Write } from "./write_batch.ts";
import { KEYS, TOPICS } from "../keys.ts";
import { changeTogether } from "../keyspace.ts";

/** The value that a report or label is about. */
export interface ReportedValue {
  readonly kind: ComponentKind;
  readonly hash: string;
}

/** Runs again when another process changed the reputation meanwhile. */
export type ChangeReputation = (before: Reputation, value: ReportedValue) => Reputation;

export function changeReputation(
  values: readonly ReportedValue[],
  account: string,
  change: ChangeReputation,
): Required<Pick<Write, "cells" | "changes">> {
  const { reputation, reputationOf } = KEYS;
  return {
    cells: values.flatMap((value) => {
      const { kind, hash } = value;
      return changeTogether(
        [reputation, reputation.key(kind, hash)],
        [reputationOf, reputationOf.key(account, kind, hash)],
        (shared, own) => {
          const after = change({ shared, own }, value);
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

/** Changes the shared lists alone. */
export function changeLists(
  values: readonly ReportedValue[],
  change: (shared: Reporters | null) => Reporters | null,
): Required<Pick<Write, "cells" | "changes">> {
  const { reputation } = KEYS;
  return {
    cells: values.map(({ kind, hash }) =>
      reputation.update(reputation.key(kind, hash), { exact: true, change })
    ),
    changes: values.map(({ kind, hash }) => [TOPICS.reputation, kind, hash]),
  };
}
