/** The facts that a list of scores is filtered by: each value with a link that removes it, and fields for one more. */
import type { AnyFact, FactValue } from "../../../model/facts/fact.ts";
import { FACT_NAMES } from "../../../model/facts/table.ts";
import type { FactFilters } from "../../../service/cases/search_request.ts";
import { each } from "../../site/each.ts";
import { factWords } from "./fact_words.ts";
import { type ScoreQuery, scoresAddress, withFacts } from "./score_query.ts";

function filterWords(name: AnyFact, value: FactValue | null): string {
  return value === null ? "unknown" : factWords(name, value);
}

/** One for each value. */
export function FactChips({ query, facts }: { query: ScoreQuery; facts: FactFilters }) {
  const entries = Object.entries(facts) as [AnyFact, readonly (FactValue | null)[]][]; // as they were read
  const chips = entries.flatMap(([name, values]) => values.map((value) => ({ name, value, values })));
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters by facts">
      {each(chips, ({ name, value, values }) => {
        const left = { ...facts, [name]: values.filter((each) => each !== value) };
        const words = filterWords(name, value);
        return (
          <li>
            <a
              class="button quiet small"
              href={scoresAddress(withFacts(query, left))}
              aria-label={`Remove the filter ${name} ${words}`}
            >
              <code>{name}</code> {words} <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** A fact and a value to add, as fields of the form of the filters. */
export function FactFields() {
  return (
    <>
      <div class="field">
        <label for="f-fact">Fact</label>
        <input
          id="f-fact"
          name="fact"
          list="fact-names"
          maxlength={40}
          placeholder="ip.asn"
          autocomplete="off"
        />
        <datalist id="fact-names">
          {each(FACT_NAMES, (name) => <option value={name}></option>)}
        </datalist>
      </div>
      <div class="field">
        <label for="f-is">is</label>
        <input id="f-is" name="is" maxlength={200} placeholder="empty: unknown" autocomplete="off" />
      </div>
    </>
  );
}
