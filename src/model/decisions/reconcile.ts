/** What of an account's decisions has to change so that they are those that its rules and lists make now. */
import type { DecisionOrigin, DecisionScope, DecisionType } from "./decision.ts";
import { ENDED_MS } from "./decision.ts";
import { type HeldDecision, isActive, isObserved, nameOfHeld } from "./held_decision.ts";

/** A decision that a rule or a list makes. */
export interface Wanted {
  readonly origin: DecisionOrigin;
  readonly type: DecisionType;
  readonly scope: DecisionScope;
  readonly value: string;
  readonly until: number | null;
  readonly cause: string;
}

/** A decision without its id. */
export type NewDecision = Omit<HeldDecision, "id">;

export interface LedgerChange {
  readonly added: readonly NewDecision[];
  /** In place of those with the same ids. */
  readonly changed: readonly HeldDecision[];
  readonly removed: readonly HeldDecision[];
}

interface ReconcileInput {
  readonly held: Iterable<HeldDecision>;
  /** By `nameOfHeld`. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  /** Whether the account allows what a decision about addresses that people had names. */
  readonly isAllowed: (held: HeldDecision) => boolean;
  readonly now: number;
}

const PER_STEP = 500;

/** To be run in slices. */
export function* reconcile({ held, wanted, isAllowed, now }: ReconcileInput): Generator<void, LedgerChange> {
  const changed: HeldDecision[] = [];
  const removed: HeldDecision[] = [];
  /** Names that need nothing: they are held as wanted, or a person took them back. */
  const settled = new Set<string>();
  let steps = 0;
  for (const each of held) {
    if (++steps % PER_STEP === 0) yield;
    if (isObserved(each)) {
      if (!isActive(each, now)) {
        if (isForgotten(each, now)) removed.push(each);
      } else if (isAllowed(each)) changed.push({ ...each, ended: now });
      continue;
    }
    const name = nameOfHeld(each);
    const want = wanted.get(name);
    const isSame = want !== undefined && want.cause === each.cause && want.type === each.type &&
      want.until === each.until;
    if (each.ended === undefined) {
      if (isSame && !settled.has(name)) settled.add(name);
      else if (each.until !== null && each.until <= now) {
        if (isForgotten(each, now)) removed.push(each);
      } else changed.push({ ...each, ended: now });
    } else if (each.lifted === true && isSame) settled.add(name);
    else if (isForgotten(each, now)) removed.push(each);
    else if (each.lifted === true) {
      const { lifted: _, ...ended } = each;
      changed.push(ended);
    }
  }
  const added: NewDecision[] = [];
  for (const [name, want] of wanted) {
    if (++steps % PER_STEP === 0) yield;
    if (!settled.has(name)) added.push({ ...want, from: now });
  }
  return { added, changed, removed };
}

function isForgotten({ ended, until }: HeldDecision, now: number): boolean {
  return (ended ?? until ?? Infinity) <= now - ENDED_MS;
}
