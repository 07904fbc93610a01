/** The scores of the person behind a score, the newest first. */
import type { ScoreRecord } from "../../../model/records.ts";
import type { PersonTimeline } from "../../../service/cases/person_timeline.ts";
import { each } from "../../site/each.ts";
import { Badge, Card, Time } from "../../site/parts/marks.tsx";
import { Masks } from "../../site/parts/masks.tsx";

export function TimelineCard(
  { timeline: { scores, isCut }, record }: { timeline: PersonTimeline; record: ScoreRecord },
) {
  return (
    <Card id="timeline" title="The person">
      <ol class="timeline" tabindex={0} aria-label="Scores of the person, the newest first">
        {each(
          scores,
          ({ record: { id, at, score, verdict, components }, label }) => (
            <li aria-current={id === record.id ? "true" : undefined}>
              <span class="badges">
                {id === record.id
                  ? <strong class="numbers">{score}</strong>
                  : <a class="numbers" href={`/console/scores/${id}`}>{score}</a>} <Badge word={verdict} />
                {label === null ? null : <Badge word={label} />}
                <small class="muted">
                  <Time at={at} />
                </small>
              </span>
              <small class="muted">
                {id === record.id ? "this score" : (
                  <Masks masks={components.map(({ mask }) => mask)} />
                )}
              </small>
            </li>
          ),
        )}
      </ol>
      <p class="muted small">
        {isCut ? `The newest ${scores.length} scores ` : "Scores "}
        with the same user id, e-mail address, phone number or device.
      </p>
    </Card>
  );
}
