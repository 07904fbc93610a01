/** The names that forged ones imitate: brands, big sites, mail providers, and plain English words of money and accounts. */
import BRANDS from "../../../data/brands.txt" with { type: "text" };
import WORDS from "../../../data/spoofed_words.txt" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";

interface ProtectedName {
  /** ASCII, as people type it. */
  readonly name: string;
  readonly skeleton: string;
  /** The owner's own accented spellings. */
  readonly own: readonly string[];
}

interface ProtectedNames {
  readonly bySkeleton: ReadonlyMap<string, ProtectedName>;
  readonly exact: ReadonlySet<string>;
  /** Names of at least `MIN_CONTAINED_LENGTH` letters, longest first. */
  readonly long: readonly ProtectedName[];
}

/** Shortest name that is searched for inside a longer label. */
export const MIN_CONTAINED_LENGTH = 5;

/** Letter pairs and digits that read as one letter: `rn` m, `vv` w, `1` l, `0` o. */
export function asciiSkeleton(text: string): string {
  return text.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("1", "l").replaceAll("0", "o");
}

export const protectedNames = lazy((): ProtectedNames => {
  const rows = new Map<string, ProtectedName>();
  for (const entry of [...wordsOf(BRANDS), ...wordsOf(WORDS)]) {
    const [name = "", ...own] = entry.split("=");
    if (name !== "" && !rows.has(name)) rows.set(name, { name, skeleton: asciiSkeleton(name), own });
  }
  const all = [...rows.values()];
  return {
    bySkeleton: new Map(all.toReversed().map((row) => [row.skeleton, row])),
    exact: new Set(rows.keys()),
    long: all.filter((row) => row.name.length >= MIN_CONTAINED_LENGTH).sort((a, b) =>
      b.name.length - a.name.length
    ),
  };
});

/** The words of a table. */
export function wordsOf(text: string): string[] {
  return rowsOf(text).flatMap((row) => row.split(/\s+/)).filter((word) => word !== "");
}
