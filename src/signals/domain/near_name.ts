/** A protected name misspelt by a letter or two inside a label that already holds foreign letters. */
import type { ProtectedName } from "./protected_name.ts";

/** Shortest name that may differ by one edit, and by two. */
const ONE_EDIT = 7;
const TWO_EDITS = 10;

/** The longest name within the edits its length allows; i, l and j count as one letter, as they read alike. */
export function nearName(skeleton: string, names: readonly ProtectedName[]): string | null {
  const given = coarse(skeleton);
  for (const name of names) {
    if (name.name.length < ONE_EDIT) break;
    const most = name.name.length >= TWO_EDITS ? 2 : 1;
    if (Math.abs(given.length - name.skeleton.length) > most) continue;
    if (editsWithin(given, coarse(name.skeleton), most)) return name.name;
  }
  return null;
}

function coarse(text: string): string {
  return text.replace(/[ij]/g, "l");
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
