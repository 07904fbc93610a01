/** The part of a write that changes the reputation of values, as an account sees it. */
import type { ComponentKind } from "../../model/component.ts";
import {
  hasOwnEntries,
  isListed,
  type Reporters,
  type Reputation,
} from "../../model/reputation/reputation.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Write } from "../../db/commit/write_batch.ts";
import { changeTogether } from "../../db/keyspace.ts";
import { REPUTATION, REPUTATION_OF } from "./reputation_rows.ts";

/** The value that a report or label is about. */
export interface ReportedValue {
  readonly kind: ComponentKind;
  readonly hash: string;
}

export type ReputationWrite = Required<Pick<Write, "cells" | "changes">>;

/** Runs again when another process changed the reputation meanwhile. */
export type ChangeReputation = (before: Reputation, value: ReportedValue) => Reputation;

/** @param ownExpiresAt when what the account alone sees expires; absent: never */
export function changeReputation(
  values: readonly ReportedValue[],
  account: string,
  change: ChangeReputation,
  ownExpiresAt?: number,
): ReputationWrite {
  return {
    cells: values.flatMap((value) => {
      const { kind, hash } = value;
      return changeTogether(
        [REPUTATION, REPUTATION.key(kind, hash)],
        [REPUTATION_OF, REPUTATION_OF.key(account, kind, hash)],
        (shared, own) => {
          const after = change({ shared, own }, value);
          return [after.shared, after.own];
        },
        ownExpiresAt,
      );
    }),
    changes: values.flatMap(({ kind, hash }) => [
      REPUTATION.key(kind, hash),
      REPUTATION_OF.key(account, kind, hash),
    ]),
  };
}

/** Changes the shared lists alone. */
export function changeLists(
  values: readonly ReportedValue[],
  change: (shared: Reporters | null, value: ReportedValue) => Reporters | null,
): ReputationWrite {
  return {
    cells: values.map((value) =>
      REPUTATION.update(REPUTATION.key(value.kind, value.hash), {
        exact: true,
        change: (shared) => change(shared, value),
      })
    ),
    changes: values.map(({ kind, hash }) => REPUTATION.key(kind, hash)),
  };
}

/**
 * The account's entry is in the value's list alone, as far as is in memory: most reports need not touch a second cell. That
 * no account has one of its own is in the list too (`hasOwnEntries`), so a value's first report need not read whether it has.
 * Should the list fill up at this moment, it holds one member more than MAX_REPORTERS.
 */
export function isListedOnly(
  writer: Pick<Writer, "peek">,
  { kind, hash }: ReportedValue,
  account: string,
  isMember: (account: string) => boolean,
): boolean {
  const known = writer.peek(REPUTATION.key(kind, hash));
  if (known === undefined) return false;
  const shared = REPUTATION.read(known);
  if (!isListed(shared, account, isMember)) return false;
  return shared === null || !hasOwnEntries(shared) ||
    writer.peek(REPUTATION_OF.key(account, kind, hash)) === null;
}
