/** The name that was probably meant where one is not known. */
import { editCost } from "./edit_distance.ts";

/** Longer texts are near to nothing. */
export const MAX_NAME_CHARS = 60;
/** A shorter name is only one edit away from the one that was probably meant. */
const SHORT_CHARS = 5;

/**
 * Null when no name is near. A name that ends with what was typed after a dot is (`asn` for `ip.asn`).
 * @param edits how far a longer name may be; where absent, as far as typing errors
 */
export function nearestName(typed: string, names: Iterable<string>, edits = 3): string | null {
  if (typed.length > MAX_NAME_CHARS) return null;
  const text = typed.toLowerCase().replaceAll("-", "_");
  let [best, least] = [null as string | null, Infinity];
  for (const name of names) {
    const full = name.toLowerCase();
    const limit = Math.min(full.length, text.length) < SHORT_CHARS ? 1 : edits;
    const cost = full.endsWith(`.${text}`) ? 0.5 : editCost(text, full, limit);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}
