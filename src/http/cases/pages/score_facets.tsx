/** The most frequent values of some facts among the scores that a list shows, each a link that filters by it. */
import type { AnyFact } from "../../../model/facts/fact.ts";
import type { FacetValue } from "../../../service/cases/facet_tally.ts";
import type { FactFilters } from "../../../service/cases/search_request.ts";
import { each } from "../../site/each.ts";
import { thousands } from "../../site/parts/marks.tsx";
import { factWords } from "./fact_words.ts";
import { type ScoreQuery, scoresAddress, withFacts } from "./score_query.ts";

/** Of each fact. */
const SHOWN = 6;

export type ShownFacets = readonly (readonly [name: AnyFact, values: readonly FacetValue[]])[];

export function ScoreFacets(
  { query, facts, facets }: { query: ScoreQuery; facts: FactFilters; facets: ShownFacets },
) {
  return (
    <aside class="facets" aria-label="Most frequent values">
      {each(facets, ([name, values]) => (
        <section>
          <h2 class="small">
            <code>{name}</code>
          </h2>
          <ul class="plain small">
            {each(values.slice(0, SHOWN), ({ value, count, verdicts, labels }) => {
              const known: FactFilters[AnyFact] = facts[name] ?? [];
              const filtered = withFacts(query, { ...facts, [name]: [...new Set([...known, value])] });
              const title =
                `${verdicts.allow} allowed, ${verdicts.review} reviewed, ${verdicts.block} blocked; labelled ${labels.fraud} fraud, ${labels.legit} legitimate`;
              return (
                <li>
                  <a href={scoresAddress(filtered)} title={title}>{factWords(name, value)}</a>
                  <span class="muted">
                    {labels.fraud === 0 ? "" : `${thousands(labels.fraud)} fraud of `}
                    {thousands(count)}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </aside>
  );
}
