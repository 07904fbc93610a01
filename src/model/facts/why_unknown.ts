/** Why a fact of a score is unknown. */
import type { ComponentKind } from "../component.ts";
import { type FactName, type FactRow, FACTS } from "./table.ts";

/**
 * @param unknownOf the reasons of a component's nulls by wire path; undefined: the request had no such value
 * @returns a reason such as `timeout`, with its detail after a colon, as components have them; null: it was not given
 */
export function whyUnknown(
  name: FactName,
  unknownOf: (kind: ComponentKind) => Readonly<Record<string, string>> | undefined,
): string | null {
  const { of, path = "" }: FactRow = FACTS[name];
  const reasons = of === "signup" ? undefined : unknownOf(of);
  return reasons === undefined ? null : reasons[path] ?? "no_data";
}
