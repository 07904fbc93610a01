/** A protected name misspelt by a letter or two inside a label that already holds foreign letters. */
import { lazy } from "../../concurrency/lazy.ts";
import { editCost, letterMask, mayBeNear } from "./edit_distance.ts";
import { protectedNames } from "./protected_name.ts";

/** Shortest name that may differ by one edit, and by two. */
const MIN_LENGTH_ONE_EDIT = 7;
const MIN_LENGTH_TWO_EDITS = 10;

interface Candidate {
  readonly name: string;
  /** The skeleton with i and j as l. */
  readonly folded: string;
  /** The letter mask of `folded`. */
  readonly letters: number;
}

const candidatesByLength = lazy((): ReadonlyMap<number, readonly Candidate[]> => {
  const rows = protectedNames().long.filter(({ name }) => name.length >= MIN_LENGTH_ONE_EDIT);
  const candidates = rows.map(({ name, skeleton }) => {
    const text = foldIJ(skeleton);
    return { name, folded: text, letters: letterMask(text) };
  });
  return Map.groupBy(candidates, (candidate) => candidate.folded.length);
});

/** A protected name within the edits its length allows; i, l and j count as one letter because they look alike. */
export function nearName(skeleton: string): string | null {
  const given = foldIJ(skeleton);
  const letters = letterMask(given);
  for (let length = given.length + 2; length >= given.length - 2; length--) {
    for (const candidate of candidatesByLength().get(length) ?? []) {
      const edits = candidate.name.length >= MIN_LENGTH_TWO_EDITS ? 2 : 1;
      if (!mayBeNear(letters, candidate.letters, edits)) continue;
      if (editCost(given, candidate.folded, edits) <= edits) return candidate.name;
    }
  }
  return null;
}

function foldIJ(text: string): string {
  return text.replace(/[ij]/g, "l");
}
