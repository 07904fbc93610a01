/** The name that was probably meant where one is not known. */
import { editCost } from "./edit_distance.ts";

/** Longer texts are near to nothing. */
export const MAX_NAME_CHARS = 60;
/** Edits between a name and the one that was probably meant: a longer name may have two. */
const FEW_CHARS = 5;

/**
 * Null when no name is near. A name that ends with what was typed after a dot is (`asn` for `ip.asn`).
 * @param edits how far it may be; where absent, as far as a typing error
 */
export function nearestName(typed: string, names: Iterable<string>, edits?: number): string | null {
  if (typed.length > MAX_NAME_CHARS) return null;
  const text = typed.toLowerCase().replaceAll("-", "_");
  let [best, least] = [null as string | null, Infinity];
  for (const name of names) {
    const limit = edits ?? (Math.min(name.length, text.length) < FEW_CHARS ? 1 : 2);
    const cost = name.endsWith(`.${text}`) ? 1 : editCost(text, name, limit);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}
