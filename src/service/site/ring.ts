/** A ring for the console: which of its members share what, and a label for all of them. */
import { AppError } from "../../model/error.ts";
import type { FactValue } from "../../model/facts/fact.ts";
import type { FactName } from "../../model/facts/table.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import type { Caller } from "../../model/records.ts";
import type { LabelledScore } from "../cases/found_score.ts";
import { linkedValue, openRing, ringValues } from "../cases/rings.ts";
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

/** A fact that most members have. */
export interface CommonFact {
  readonly name: FactName;
  readonly value: FactValue;
  readonly members: number;
}

export interface RingView {
  readonly ring: Ring;
  readonly risk: number;
  /** Members that signed up before the window. */
  readonly left: number;
  /** The customer's own references of its users, those of the newest first. */
  readonly users: readonly string[];
  readonly common: readonly CommonFact[];
  /** What members share that did not join them, and why. */
  readonly notJoined: readonly string[];
  /** Newest first. */
  readonly members: readonly LabelledScore[];
  /** The most shared first. */
  readonly shared: readonly SharedValue[];
}

/** @throws AppError not_found */
export async function ringView(services: Services, caller: Caller, id: string): Promise<RingView> {
  const { found, members, links, notJoined, risk } = await openRing(services, caller, id, noRing);
  const names = members.map(({ record }) =>
    new Set(ringValues(found.ring.via)(record).map(({ kind, hash }) => `${kind} ${hash}`))
  );
  const shared = links.map((value) => ({
    ...linkedValue(services, caller.account.id, value),
    members: [...names.keys()].filter((member) => names[member]!.has(`${value.kind} ${value.hash}`)),
  }));
  const users = [...new Set(members.flatMap(({ record }) => record.signup?.userId ?? []))];
  const common = commonFacts(members);
  return { ring: found.ring, risk, left: found.left, users, common, notJoined, members, shared };
}

/** What a person would see in a list of its members. */
const TOLD_FACTS = [
  "email.domain",
  "email.shape",
  "signup.referral",
  "ip.network",
  "ip.org",
  "ip.country",
  "device.browser",
  "device.os",
  "device.timezone",
] as const satisfies readonly FactName[];
/** Of the members that have the fact at all. */
const COMMON_SHARE = 0.7;

function commonFacts(members: readonly LabelledScore[]): CommonFact[] {
  return TOLD_FACTS.flatMap((name) => {
    const counts = new Map<FactValue, number>();
    let known = 0;
    for (const { record: { facts } } of members) {
      const value = facts?.[name];
      if (value === undefined) continue;
      known++;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > 1 && count >= COMMON_SHARE * known)
      .map(([value, count]) => ({ name, value, members: count }));
  });
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
