/** `/console/review`: what was to be reviewed and has no label yet, newest first. */
import type { Child } from "hono/jsx";
import type { ToReview } from "../../../service/cases/to_review.ts";
import type { SearchPage } from "../../../service/cases/search.ts";
import { QUEUE_SCRIPT } from "../../site/assets.ts";
import { each } from "../../site/each.ts";
import { PostForm } from "../../site/parts/form.tsx";
import { Problem } from "../../site/parts/marks.tsx";
import { Pager } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { Console } from "../../console/frame.tsx";
import { reviewWords } from "../../site/words.ts";
import { TypeOfFraud } from "./undo.tsx";
import { ScoreRow, ScoreRows } from "./score_row.tsx";

interface Props {
  readonly view: View;
  readonly page: SearchPage;
  readonly toReview: ToReview;
  /** The cursor of this page; null for the first one. */
  readonly after: string | null;
  readonly notice: Child;
  readonly problem?: string;
}

export function ReviewPage(
  { view, page: { found, cursor }, toReview, after, notice, problem }: Props,
) {
  return (
    <Console view={view} title="Review queue">
      <Problem text={problem} />
      {notice}
      <p class="muted">
        {reviewWords(toReview)}: scores of live keys with the verdict review and without a label, of the last
        180 days.
      </p>
      {found.length === 0
        ? (
          <div class="table empty">
            <p>Nothing to review.</p>
          </div>
        )
        : view.may("labels.write")
        ? (
          <>
            <Queue view={view} found={found} after={after} />
            <script src={QUEUE_SCRIPT.url} defer></script>
          </>
        )
        : <ScoreRows found={found} empty="" />}
      <Pager
        back={after === null ? null : ["Newest", "/console/review"]}
        on={cursor === null ? null : ["Older", `/console/review?after=${encodeURIComponent(cursor)}`]}
      />
    </Console>
  );
}

function Queue({ view, found, after }: { view: View; found: SearchPage["found"]; after: string | null }) {
  return (
    <PostForm view={view} action="/console/review" fields={{ after: after ?? "" }} class="queue">
      <div class="actions bar">
        <button type="submit" name="outcome" value="fraud" class="danger small">Label as fraud</button>
        <button type="submit" name="outcome" value="legit" class="quiet small">Label as legitimate</button>
        <TypeOfFraud />
        <span class="muted small" data-count role="status">Select scores to label.</span>
      </div>
      <p class="muted small" data-keys hidden>
        <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>x</kbd> select, <kbd>Enter</kbd> open; <kbd>f</kbd>
        {" "}
        fraud, <kbd>l</kbd> legitimate: the selection, or else the current score.
      </p>
      <ol class="rows">
        {each(found, (score) => (
          <li class="pick">
            <input
              type="checkbox"
              name="id"
              value={score.record.id}
              aria-label={`Select score ${score.record.score}, ${score.record.components[0]?.mask ?? ""}`}
            />
            <ScoreRow found={score} />
          </li>
        ))}
      </ol>
    </PostForm>
  );
}
