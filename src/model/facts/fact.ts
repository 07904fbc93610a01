/** Facts as a score has them. */
import type { CustomFact } from "./custom.ts";
import type { FactName } from "./table.ts";

export type FactValue = string | number | boolean;
export type AnyFact = FactName | CustomFact;

/** Those that are known; the others are unknown. */
export type Facts = { readonly [Name in AnyFact]?: FactValue };

export const NO_FACTS: Facts = {};

/** Without those that are null. */
export function knownFacts(facts: { readonly [Name in AnyFact]?: FactValue | null }): Facts {
  const known: { [name: string]: FactValue } = {};
  for (const name in facts) {
    const value = facts[name as AnyFact];
    if (value !== null && value !== undefined) known[name] = value;
  }
  return known;
}
