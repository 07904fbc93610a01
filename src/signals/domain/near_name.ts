/** A protected name misspelt by a letter or two inside a label that already holds foreign letters. */
import { type ProtectedName, protectedNames } from "./protected_name.ts";

/** Shortest name that may differ by one edit, and by two. */
const ONE_EDIT = 7;
const TWO_EDITS = 10;

interface Candidate {
  readonly name: string;
  readonly coarse: string;
  /** One bit a letter it holds. */
  readonly letters: number;
}

let byLength: ReadonlyMap<number, readonly Candidate[]> | undefined;

/** A protected name within the edits its length allows; i, l and j count as one letter, as they read alike. */
export function nearName(skeleton: string): string | null {
  byLength ??= index(protectedNames().long);
  const given = coarse(skeleton);
  const letters = lettersOf(given);
  for (let length = given.length + 2; length >= given.length - 2; length--) {
    for (const candidate of byLength.get(length) ?? []) {
      const most = candidate.name.length >= TWO_EDITS ? 2 : 1;
      // An edit changes which letters a name holds by two at most.
      if (bits(letters ^ candidate.letters) > 2 * most) continue;
      if (editsWithin(given, candidate.coarse, most)) return candidate.name;
    }
  }
  return null;
}

function index(names: readonly ProtectedName[]): ReadonlyMap<number, readonly Candidate[]> {
  const rows = names.filter(({ name }) => name.length >= ONE_EDIT).map(({ name, skeleton }) => {
    const text = coarse(skeleton);
    return { name, coarse: text, letters: lettersOf(text) };
  });
  return Map.groupBy(rows, (row) => row.coarse.length);
}

function coarse(text: string): string {
  return text.replace(/[ij]/g, "l");
}

function lettersOf(text: string): number {
  let letters = 0;
  for (const character of text) {
    const at = character.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) letters |= 1 << at;
  }
  return letters;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Optimal string alignment distance (insert, delete, replace, swap neighbours) of at most `most`. */
export function editsWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    before = row;
    row = next;
  }
  return row[b.length]! <= most;
}
