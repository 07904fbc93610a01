/** What a bouncer that follows the stream is told: bouncers know a decision by its scope, type and value, not by its id. */
import type { Decision } from "../../model/decisions/decision.ts";
import { type DecisionFilter, matches } from "./filter.ts";

interface Changed {
  readonly added: readonly Decision[];
  readonly ended: readonly Decision[];
}

/**
 * One entry for each scope, type and value, the longest. Of what has ended, that which another active decision still holds is not
 * deleted. What else is active for the same value is written again: some bouncers know a value once, whatever its types are, and
 * read what was deleted first.
 * @param active all that are active
 */
export function streamed(
  { added, ended }: Changed,
  active: readonly Decision[],
  filter: DecisionFilter,
): Changed {
  const gone = longest(ended.filter((decision) => matches(decision, filter)));
  const fresh = longest(added.filter((decision) => matches(decision, filter)));
  const places = new Set(Array.from(gone.values(), placeOf));
  if (places.size > 0 || fresh.size > 0) {
    for (const decision of active) {
      const key = keyOf(decision);
      if (!places.has(placeOf(decision)) && !fresh.has(key) || !matches(decision, filter)) continue;
      gone.delete(key);
      keep(fresh, key, decision);
    }
  }
  return { added: [...fresh.values()], ended: [...gone.values()] };
}

/** All of them, for a bouncer that counts for itself (`dedup=false`). */
export function unmerged({ added, ended }: Changed, filter: DecisionFilter): Changed {
  const wanted = (decision: Decision) => matches(decision, filter);
  return { added: added.filter(wanted), ended: ended.filter(wanted) };
}

function longest(decisions: readonly Decision[]): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const decision of decisions) keep(found, keyOf(decision), decision);
  return found;
}

function keep(into: Map<string, Decision>, key: string, decision: Decision): void {
  const before = into.get(key);
  if (before === undefined || before.until < decision.until) into.set(key, decision);
}

function keyOf(decision: Decision): string {
  return `${decision.type} ${placeOf(decision)}`;
}

function placeOf({ scope, value }: Decision): string {
  return `${scope} ${value}`;
}
