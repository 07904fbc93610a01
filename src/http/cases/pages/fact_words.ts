/** Facts as people read them. */
import { isCustomFact } from "../../../model/facts/custom.ts";
import type { AnyFact, FactValue } from "../../../model/facts/fact.ts";
import { type FactRow, FACTS } from "../../../model/facts/table.ts";
import { COMPONENT_NAMES } from "../../site/words.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export function factWords(name: AnyFact, value: FactValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" || isCustomFact(name)) return String(value);
  const { unit }: FactRow = FACTS[name];
  if (unit === "days") return `${value} ${value === 1 ? "day" : "days"}`;
  if (unit === "seconds") return `${value} ${value === 1 ? "second" : "seconds"}`;
  if (unit === "weekday") return `${value} (${WEEKDAYS[value - 1]})`;
  return String(value);
}

/** What a fact is of. */
export function partName(of: FactRow["of"]): string {
  return of === "signup" ? "Sign-up" : COMPONENT_NAMES[of];
}
