/** What the page of a score shows while it is to review: who has the case, for whom it is, and the decision. */
import type { Who } from "../../model/access/who.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { ScoreRecord } from "../../model/records.ts";
import { labelVersion } from "../../model/review.ts";
import { MAX_NOTE_CHARS } from "../../service/cases/note.ts";
import type { CaseHolders } from "../../service/reviews/cases.ts";
import { Choice, Field, PostButton, PostForm } from "../site/parts/form.tsx";
import { Badge, Card, Notice, Time } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { TypeOfFraud } from "../cases/pages/undo.tsx";
import { ageWords } from "./words.ts";

export interface ReviewOfScore {
  readonly holders: CaseHolders;
  readonly me: Who;
  readonly assignees: readonly Who[];
  /** Hours. */
  readonly target: number;
  readonly now: number;
  /** The order and filters in which the next case follows. */
  readonly queue: string;
}

export function ReviewCard(
  { view, record, review }: { view: View; record: ScoreRecord; review: ReviewOfScore },
) {
  const { holders: { claim, assigned }, me, assignees, target, now, queue } = review;
  const age = now - record.at;
  const others = claim !== null && claim.by.id !== me.id ? claim : null;
  return (
    <Card id="review" title="To review">
      {others === null ? null : (
        <Notice kind="warn">
          <strong>{others.by.name}</strong> has this case open since <Time at={others.at} />.{" "}
          <PostButton view={view} action={`/console/scores/${record.id}/claim`} fields={{ queue }}>
            Take over
          </PostButton>
        </Notice>
      )}
      <p class="muted">
        Waits for {ageWords(age)}, to be decided within {target} {target === 1 ? "hour" : "hours"}.{" "}
        {age > target * HOUR_MS ? <Badge word="late" /> : null}
        {claim === null || others !== null ? null : (
          <>
            {" "}You have it until <Time at={claim.until} />.
          </>
        )}
      </p>
      <PostForm
        view={view}
        action={`/console/scores/${record.id}/label`}
        fields={{ seen: labelVersion(null), next: "1", queue, claimed: others?.by.id ?? "" }}
      >
        <Field name="note" label="Note, for your team" max={MAX_NOTE_CHARS} id="f-decision-note" />
        <div class="actions">
          <button type="submit" name="outcome" value="legit" class="quiet">
            Approve: label as {"legitimate"}
          </button>
          <button type="submit" name="outcome" value="fraud" class="danger">Reject: label as fraud</button>
          <TypeOfFraud />
        </div>
      </PostForm>
      <PostForm
        view={view}
        action={`/console/scores/${record.id}/assign`}
        class="inline-form"
        fields={{ queue }}
      >
        <Choice
          name="person_id"
          label="Assigned to"
          value={assigned?.id ?? ""}
          options={options(assignees, assigned)}
        />
        <button type="submit" class="quiet small">Assign</button>
      </PostForm>
    </Card>
  );
}

/** With the one to whom it is assigned, who may have gone. */
function options(assignees: readonly Who[], assigned: Who | null): readonly (readonly [string, string])[] {
  const all = assigned === null || assignees.some(({ id }) => id === assigned.id)
    ? assignees
    : [...assignees, assigned];
  return [["", "nobody"], ...all.map(({ id, name }) => [id, name] as const)];
}
