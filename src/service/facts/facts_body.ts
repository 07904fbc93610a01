/** The facts of a score as answers show them: every one, and why one is unknown. */
import type { ComponentKind } from "../../model/component.ts";
import type { CustomFact } from "../../model/facts/custom.ts";
import type { Facts, FactValue } from "../../model/facts/fact.ts";
import { FACT_NAMES, type FactName, type FactOf } from "../../model/facts/table.ts";
import { whyUnknown } from "../../model/facts/why_unknown.ts";
import { JsonText } from "../json_text.ts";

type ShownFacts =
  & { readonly [Name in FactName]: FactOf<Name> | null }
  & { readonly [Name in CustomFact]: FactValue };

// Parsed: an object with so many fields is written as JSON faster when it was not made field by field.
const NONE_KNOWN = JSON.parse(JSON.stringify(Object.fromEntries(FACT_NAMES.map((name) => [name, null]))));

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
  for (const name of FACT_NAMES) {
    if (facts[name] === undefined) reasons[name] = whyUnknown(name, unknownOf) ?? "not given";
  }
  return { facts: shownFacts(facts), facts_unknown: reasons };
}

/** Every fact, null where it is unknown. */
export function shownFacts(facts: Facts): ShownFacts {
  return { ...NONE_KNOWN, ...facts } as ShownFacts; // each is of the type that its row says
}

const HIDDEN_BLOCK = '"phone.block_shown":null';

/**
 * The body as JSON in which the dots of a phone block are escapes: without them nearly every body is a text of one byte a
 * character, which is written and sent in half the time.
 */
export function factsJson<Body extends FactsBody>(body: Body): JsonText<Body> {
  const { "phone.block_shown": shown } = body.facts;
  if (shown === null) return new JsonText(JSON.stringify(body));
  const text = JSON.stringify({ ...body, facts: { ...body.facts, "phone.block_shown": null } });
  const escaped = JSON.stringify(shown).replaceAll("•", "\\u2022");
  // Within a string the quotes would be escaped: this is found nowhere else.
  return new JsonText(text.replace(HIDDEN_BLOCK, () => `"phone.block_shown":${escaped}`));
}
