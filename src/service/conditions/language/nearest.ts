/** The name that was probably meant. */
import { editCost } from "../../../model/edit_distance.ts";

const SHORT_NAME = 5;
const MAX_CHARS = 60;

/** Null: none is near. A name is also near without what is before its last dot. */
export function nearestOf(typed: string, names: Iterable<string>): string | null {
  if (typed.length > MAX_CHARS) return null;
  const wanted = typed.toLowerCase();
  let [best, least] = [null as string | null, Infinity];
  for (const name of names) {
    const full = name.toLowerCase();
    const last = full.slice(full.lastIndexOf(".") + 1);
    const limit = Math.min(full.length, wanted.length) < SHORT_NAME ? 1 : 3;
    const cost = last === wanted ? 0.5 : editCost(wanted, full, limit);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}
