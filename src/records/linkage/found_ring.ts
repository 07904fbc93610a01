/** A ring as lists and scores show it, and what a label writes of it. */
import type { CellUpdate } from "../../db/commit/cell.ts";
import {
  countFraudOf,
  countLeftOf,
  countPeople,
  groupOf,
  membersOf,
  type Ring,
  type RingNode,
} from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";

/** A ring as it is now. */
export interface FoundRing {
  readonly root: SignupId;
  readonly ring: Ring;
  /** Oldest first. */
  readonly members: readonly SignupId[];
  /** Rings that were merged into it: their ids still lead to it. */
  readonly merged: readonly SignupId[];
  /** Members that signed up before the window. */
  readonly left: number;
  /** The highest risk score of those that joined it; null: unknown. */
  readonly highestScore: number | null;
  /** Without repeated sign-ups, and without other parts. */
  readonly people: number;
  /** Members labelled fraud that a sign-up hangs together with by what nobody can merely claim. @param group of its record */
  fraudOf(group: SignupId | undefined): number;
}

/** What a label's write holds of rings. */
export interface LabelledCells {
  readonly cells: readonly CellUpdate[];
  /** To be called when it fails or is refused. */
  failed(): void;
}

export function foundRing(root: SignupId, ring: Ring, node: RingNode, now: number): FoundRing {
  return {
    root,
    ring,
    members: membersOf(node, now),
    merged: node.k ?? [],
    left: countLeftOf(node, now),
    highestScore: node.h ?? null,
    people: countPeople(node, now),
    fraudOf: (group) => countFraudOf(node, groupOf(node, [group ?? root]), now),
  };
}
