/** The label of a stored score with its history, and the note. */
import type { OutcomeLabel, ScoreRecord } from "../../../model/records.ts";
import { MAX_NOTE_CHARS } from "../../../service/cases/note.ts";
import type { OpenScore } from "../../../service/site/scores.ts";
import { each } from "../../site/each.ts";
import { Field, PostForm, Submit } from "../../site/parts/form.tsx";
import { Badge, Card, Time } from "../../site/parts/marks.tsx";
import type { View } from "../../site/view.ts";
import { LABEL_NAMES } from "../../site/words.ts";

const LABELS = [["fraud", "danger"], ["legit", "quiet"]] as const;

/** @param history oldest first */
export function LabelCard(
  { view, record, label, history }: {
    view: View;
    record: ScoreRecord;
    label: OutcomeLabel | null;
    history: OpenScore["history"];
  },
) {
  return (
    <Card id="label" title="Label">
      <p>
        {label === null
          ? "Label this score when you know the outcome. A fraud label raises the abuse count of every value in it."
          : (
            <>
              Labelled <Badge word={label.outcome} /> on <Time at={label.at} />. A new label replaces it.
            </>
          )}
      </p>
      <PostForm view={view} action={`/console/scores/${record.id}/label`} class="actions">
        {each(LABELS, ([outcome, style]) => (
          <button
            type="submit"
            name="outcome"
            value={outcome}
            class={style}
            disabled={label?.outcome === outcome}
          >
            Label as {LABEL_NAMES[outcome]}
          </button>
        ))}
        {label === null
          ? null
          : <button type="submit" name="outcome" value="none" class="quiet">Remove the label</button>}
      </PostForm>
      {history.length < 2 ? null : (
        <details>
          <summary>{history.length} changes</summary>
          <ol>
            {each(history, ([outcome, at]) => (
              <li>
                <Time at={at} />: {LABEL_NAMES[outcome]}
              </li>
            ))}
          </ol>
        </details>
      )}
    </Card>
  );
}

export function NoteCard({ view, record, note }: { view: View; record: ScoreRecord; note: string | null }) {
  return (
    <Card id="note" title="Note">
      <PostForm view={view} action={`/console/scores/${record.id}/note`}>
        <Field
          name="note"
          label="For your team"
          value={note ?? ""}
          max={MAX_NOTE_CHARS}
          hint={`At most ${MAX_NOTE_CHARS} characters. An empty note is removed.`}
        />
        <Submit class="quiet">Save note</Submit>
      </PostForm>
    </Card>
  );
}
