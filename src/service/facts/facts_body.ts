/** The facts of a score as answers show them: every one, and why one is unknown. */
import type { ComponentKind } from "../../model/component.ts";
import type { CustomFact } from "../../model/facts/custom.ts";
import type { Facts, FactValue } from "../../model/facts/fact.ts";
import { FACT_NAMES, type FactName, type FactOf, type FactRow, FACTS } from "../../model/facts/table.ts";

export type ShownFacts =
  & { readonly [Name in FactName]: FactOf<Name> | null }
  & { readonly [Name in CustomFact]: FactValue };

const NONE_KNOWN = Object.fromEntries(FACT_NAMES.map((name) => [name, null]));
const ROWS: readonly (readonly [FactName, FactRow])[] = FACT_NAMES.map((name) => [name, FACTS[name]]);

interface FactsBody {
  readonly facts: ShownFacts;
  /** By the name of a fact that is null. */
  readonly facts_unknown: Readonly<Record<string, string>>;
}

/** @param unknownOf the reasons of a component's nulls by wire path; undefined: it was not sent */
export function factsBody(
  facts: Facts,
  unknownOf: (kind: ComponentKind) => Readonly<Record<string, string>> | undefined,
): FactsBody {
  const reasons: Record<string, string> = {};
  for (const [name, { of, path = "" }] of ROWS) {
    if (facts[name] !== undefined) continue;
    const unknown = of === "signup" ? undefined : unknownOf(of);
    reasons[name] = unknown === undefined ? "not given" : unknown[path] ?? "no_data";
  }
  return { facts: shownFacts(facts), facts_unknown: reasons };
}

/** Every fact, null where it is unknown. */
export function shownFacts(facts: Facts): ShownFacts {
  return { ...NONE_KNOWN, ...facts } as ShownFacts; // each is of the type that its row says
}
