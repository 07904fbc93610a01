/** A stored score in a list, as a link to its page. */
import { ruleWords } from "../../../model/rules/rule.ts";
import type { LabelledScore } from "../../../service/cases/found_score.ts";
import { each } from "../../site/each.ts";
import { Badge, Time } from "../../site/parts/marks.tsx";
import { Masks } from "../../site/parts/masks.tsx";
import { VIA_NAMES } from "../../site/words.ts";

/** @param query of the address of its page */
export function ScoreRow({ found: { record, label }, query }: { found: LabelledScore; query?: string }) {
  const more = query === undefined ? "" : `?${query}`;
  const userId = record.signup?.userId ?? null;
  return (
    <a class="score-row" href={`/console/scores/${record.id}${more}`}>
      <span class="number">{record.score}</span>
      <span class="marks">
        <Badge word={record.verdict} />
        {label === null ? null : <Badge word={label} />}
      </span>
      <span class="what">
        <Masks masks={record.components.map(({ mask }) => mask)} />
        <small>
          {userId === null ? "" : `${userId} · `}
          {record.rule === null
            ? record.topSignals[0] ?? "no suspicious signals"
            : `your ${record.rule.action} rule for ${ruleWords(record.rule)}`}
        </small>
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

export function ScoreRows({ found, empty }: { found: readonly LabelledScore[]; empty: string }) {
  if (found.length === 0) {
    return (
      <div class="table empty">
        <p>{empty}</p>
      </div>
    );
  }
  return (
    <ol class="rows">
      {each(found, (score) => (
        <li>
          <ScoreRow found={score} />
        </li>
      ))}
    </ol>
  );
}
