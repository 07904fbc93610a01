/** `/console/scores`: the scores of the account, newest first, with filters. */
import { COMPONENT_KINDS } from "../../../model/component.ts";
import type { ScoreRecord } from "../../../model/records.ts";
import type { ScoreFilter, ScorePage } from "../../../service/site/scores.ts";
import { each } from "../each.ts";
import { Choice } from "../parts/form.tsx";
import { Badge, Notice, Time } from "../parts/marks.tsx";
import { Pager } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { COMPONENT_NAMES, VIA_NAMES } from "../words.ts";
import { Console } from "./frame.tsx";

interface Props {
  readonly view: View;
  readonly filter: ScoreFilter;
  readonly page: ScorePage;
  readonly first: boolean;
}

export function ScoresPage({ view, filter, page, first }: Props) {
  return (
    <Console view={view} title="Scores">
      <form method="get" action="/console/scores" class="filters">
        <Choice
          name="verdict"
          label="Verdict"
          value={filter.verdict}
          options={[["", "any"], ["allow", "allow"], ["review", "review"], ["block", "block"]]}
        />
        <Choice
          name="component"
          label="Component"
          value={filter.component}
          options={[["", "any"], ...COMPONENT_KINDS.map((kind) => [kind, COMPONENT_NAMES[kind]] as const)]}
        />
        <div class="field">
          <button type="submit" class="quiet">Filter</button>
        </div>
      </form>
      {page.stopped
        ? <Notice kind="warn">Few scores match. Select “Older” to continue the search.</Notice>
        : null}
      {page.records.length === 0
        ? (
          <div class="table empty">
            <p>{nothing(page, first)}</p>
          </div>
        )
        : (
          <ol class="rows">
            {each(page.records, (record) => (
              <li>
                <Row record={record} />
              </li>
            ))}
          </ol>
        )}
      <Pager
        back={first ? null : ["Newest", address(filter, null)]}
        on={page.next === null ? null : ["Older", address(filter, page.next)]}
      />
      <p class="muted small">
        Values are masked. The service stores only their keyed hashes, for 180 days.
      </p>
    </Console>
  );
}

function nothing(page: ScorePage, first: boolean): string {
  if (page.stopped) return "No matches so far.";
  return first ? "No scores match." : "No older scores.";
}

function Row({ record }: { record: ScoreRecord }) {
  const masks = record.components.map(({ mask }) => mask).join(" · ");
  return (
    <a class="score-row" href={`/console/scores/${record.id}`}>
      <span class="number">{record.score}</span>
      <Badge word={record.verdict} />
      <span class="what">
        {masks}
        <small>{record.topSignals[0] ?? "no suspicious signals"}</small>
      </span>
      <span class="when">
        <Time at={record.at} />
        <br />
        {VIA_NAMES[record.via]}
        {record.mode === "test" ? ", test key" : ""}
      </span>
    </a>
  );
}

function address({ verdict, component }: ScoreFilter, after: string | null): string {
  const query = new URLSearchParams();
  if (verdict !== null) query.set("verdict", verdict);
  if (component !== null) query.set("component", component);
  if (after !== null) query.set("after", after);
  return query.size === 0 ? "/console/scores" : `/console/scores?${query}`;
}
