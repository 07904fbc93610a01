/** A ring for the console: which of its members share what, and a label for all of them. */
import { AppError } from "../../model/error.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import type { Caller } from "../../model/records.ts";
import type { LabelledScore } from "../cases/found_score.ts";
import { openRing } from "../cases/rings.ts";
import { maskedValue, valuesOf } from "../cases/seen_with.ts";
import type { RefKind } from "../cases/value_ref.ts";
import type { Services } from "../context.ts";
import { type BulkLabel, labelMany, type LabelUndo } from "../feedback/bulk_label.ts";

export interface SharedValue {
  readonly kind: RefKind;
  readonly masked: string;
  readonly ref: string | null;
  /** The members that have it, by their index. */
  readonly members: readonly number[];
}

export interface RingView {
  readonly ring: Ring;
  /** Newest first. */
  readonly members: readonly LabelledScore[];
  /** The most shared first. */
  readonly shared: readonly SharedValue[];
}

/** @throws AppError not_found */
export async function ringView(services: Services, caller: Caller, id: string): Promise<RingView> {
  const { found, members, links } = await openRing(services, caller, id, noRing);
  const names = members.map(({ record }) =>
    new Set(valuesOf(record.components).map(({ kind, hash }) => `${kind} ${hash}`))
  );
  const shared = links.map((value) => ({
    ...maskedValue(services, caller.account.id, value),
    members: [...names.keys()].filter((member) => names[member]!.has(`${value.kind} ${value.hash}`)),
  }));
  return { ring: found.ring, members, shared };
}

/**
 * Labels the members of a ring that a person has seen: not those that joined since.
 * @param newest the request id of the newest member that was shown
 * @throws AppError not_found; as `labelMany`
 */
export async function labelRing(
  services: Services,
  caller: Caller,
  { id, newest, wanted }: { readonly id: string; readonly newest: string; readonly wanted: BulkLabel },
): Promise<LabelUndo | null> {
  const { members } = await openRing(services, caller, id, noRing);
  // Request ids sort by their time.
  const shown = members.map(({ record }) => record.id).filter((requestId) => requestId <= newest);
  return await labelMany(services, caller, shown, wanted);
}

function noRing(): AppError {
  return new AppError("not_found", "Your account has no ring with this id.");
}
