/** `/console/scores`: the scores of the account that fit a search, newest first. */
import { COMPONENT_KINDS } from "../../../model/component.ts";
import { LABEL_TYPES } from "../../../model/records.ts";
import type { SearchPage, Total } from "../../../service/cases/search.ts";
import { each } from "../../site/each.ts";
import { Choice, Field } from "../../site/parts/form.tsx";
import { Problem, thousands } from "../../site/parts/marks.tsx";
import { Pager } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { COMPONENT_NAMES, LABEL_TYPE_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";
import type { AnyFact } from "../../../model/facts/fact.ts";
import type { FactFilters } from "../../../service/cases/search_request.ts";
import { FactChips, FactFields } from "./fact_filter.tsx";
import { ColumnChooser, ScoreTable } from "./score_columns.tsx";
import { ScoreFacets, type ShownFacets } from "./score_facets.tsx";
import { isFiltered, NO_FILTER, type ScoreQuery, scoresAddress } from "./score_query.ts";
import { ScoreRows } from "./score_row.tsx";

/** A value that what was typed stands for, and scores have. */
interface Meaning {
  readonly name: string;
  readonly mask: string;
  readonly ref: string;
}

interface Props {
  readonly view: View;
  readonly query: ScoreQuery;
  readonly columns: readonly AnyFact[];
  readonly facts: FactFilters;
  /** None on further pages. */
  readonly facets: ShownFacets;
  /** Null when the search is refused. */
  readonly page: SearchPage | null;
  readonly meanings?: readonly Meaning[];
  readonly first: boolean;
  readonly problem?: string;
}

export function ScoresPage(props: Props) {
  const { view, query, columns, facts, page, meanings = [], problem } = props;
  return (
    <Console view={view} title="Scores" found={query.q} actions={<Export query={query} />}>
      <Problem text={problem} />
      <FactChips query={query} facts={facts} />
      <Filters query={query} />
      <ColumnChooser query={query} columns={columns} />
      {meanings.length === 0 ? null : <Meanings meanings={meanings} />}
      {page === null ? null : <Found {...props} page={page} />}
      <p class="muted small">
        Values are masked. The service stores only their keyed hashes, for 180 days.
      </p>
    </Console>
  );
}

function Export({ query }: { query: ScoreQuery }) {
  const href = scoresAddress(query, { path: "/console/scores.csv" });
  return <a class="button quiet small" href={href} download="scores.csv">Export CSV</a>;
}

function Found({ query, columns, facts, facets, page, first }: Props & { readonly page: SearchPage }) {
  const { found, cursor, total } = page;
  const empty = first ? "No scores match." : "No older scores.";
  return (
    <>
      <p class="muted small" role="status">{totalWords(total)}</p>
      <div class={facets.length > 0 && columns.length === 0 ? "beside" : undefined}>
        <div>
          {columns.length === 0
            ? <ScoreRows found={found} empty={empty} />
            : <ScoreTable found={found} columns={columns} empty={empty} />}
        </div>
        {facets.length === 0 ? null : <ScoreFacets query={query} facts={facts} facets={facets} />}
      </div>
      <Pager
        back={first ? null : ["Newest", scoresAddress(query)]}
        on={cursor === null ? null : ["Older", scoresAddress(query, { after: cursor })]}
      />
    </>
  );
}

function totalWords(total: Total): string {
  if (typeof total === "string") return `More than ${thousands(parseInt(total))} scores match.`;
  return `${thousands(total)} ${total === 1 ? "score matches" : "scores match"}.`;
}

function Meanings({ meanings }: { meanings: readonly Meaning[] }) {
  return (
    <ul class="chips" aria-label="Values found">
      {each(meanings, ({ name, mask, ref }) => (
        <li>
          <a class="button quiet small" href={`/console/values/${ref}`}>
            {name} <span class="mono">{mask}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const VERDICTS = [["", "any"], ["allow", "allow"], ["review", "review"], ["block", "block"], [
  "stopped",
  "review or block",
]] as const;
const LABELS = [["", "any"], ["fraud", "fraud"], ["legit", "legitimate"], ["none", "no label"], [
  "any",
  "with a label",
]] as const;
const TYPES = [
  ["", "any"] as const,
  ...LABEL_TYPES.map((type) => [type, LABEL_TYPE_NAMES[type]] as const),
  ["none", "not said"] as const,
];
const MODES = [["", "live"], ["test", "test"]] as const;
const COMPONENTS = [
  ["", "any"] as const,
  ...COMPONENT_KINDS.map((kind) => [kind, COMPONENT_NAMES[kind]] as const),
];

function Filters({ query }: { query: ScoreQuery }) {
  const { mode, component, finding, user_id, ring, from, to, min_score, max_score, rule, tag } = query;
  const { label_type, decided_by } = query;
  const more = [mode, component, finding, user_id, ring, from, to, min_score, max_score, rule, tag]
    .concat(label_type, decided_by);
  return (
    <form method="get" action="/console/scores">
      {query.q === "" ? null : <input type="hidden" name="q" value={query.q} />}
      {query.columns === "" ? null : <input type="hidden" name="columns" value={query.columns} />}
      {query.facts === "" ? null : <input type="hidden" name="facts" value={query.facts} />}
      <div class="filters">
        <Choice name="verdict" label="Verdict" value={query.verdict} options={VERDICTS} />
        <Choice name="label" label="Label" value={query.label} options={LABELS} />
        <FactFields />
        <div class="field">
          <button type="submit" class="quiet">Filter</button>
          {isFiltered(query)
            ? <a class="clear" href={scoresAddress({ ...NO_FILTER, columns: query.columns })}>Clear</a>
            : null}
        </div>
      </div>
      <details open={more.some((text) => text !== "")}>
        <summary>More filters</summary>
        <div class="fields">
          <Field name="from" label="From (UTC)" type="date" value={dayOf(from)} />
          <Field name="to" label="To, this day included (UTC)" type="date" value={dayOf(to)} />
          <Choice
            name="mode"
            label="Keys"
            value={query.mode === "live" ? "" : query.mode}
            options={MODES}
          />
          <Choice name="component" label="Component" value={query.component} options={COMPONENTS} />
          <Field name="min_score" label="Score from" type="number" min="0" value={min_score} />
          <Field name="max_score" label="Score to" type="number" min="0" value={max_score} />
          <Field name="finding" label="Finding" value={finding} max={64} placeholder="disposable" />
          <Field name="user_id" label="User id" value={user_id} max={128} />
          <Field name="ring" label="Ring" value={ring} max={64} placeholder="ring_…" />
          <Field
            name="rule"
            label="Rule that decided or was true"
            value={rule}
            max={64}
            placeholder="its id"
          />
          <Field
            name="decided_by"
            label="Rule that decided"
            value={decided_by}
            max={64}
            placeholder="its id"
          />
          <Choice name="label_type" label="Type of fraud" value={label_type} options={TYPES} />
          <Field name="tag" label="Tag" value={tag} max={64} />
        </div>
      </details>
    </form>
  );
}

/** What a date field can show. */
function dayOf(text: string): string {
  return text.slice(0, 10);
}
