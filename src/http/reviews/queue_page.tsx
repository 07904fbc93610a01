/** `/console/review`: what is to review, in an order, with who has each case. */
import type { Child } from "hono/jsx";
import { COMPONENT_KINDS } from "../../model/component.ts";
import type { Who } from "../../model/access/who.ts";
import { HOUR_MS } from "../../model/duration.ts";

import { MAX_FILTER_NAME, type SavedFilter } from "../../service/reviews/filters.ts";
import type { ReviewItem, ReviewPage } from "../../service/reviews/queue.ts";
import type { ToReview } from "../../service/cases/to_review.ts";
import { QUEUE_SCRIPT } from "../site/assets.ts";
import { each } from "../site/each.ts";
import { Choice, Field, PostButton, PostForm } from "../site/parts/form.tsx";
import { Badge, Problem } from "../site/parts/marks.tsx";
import { Pager } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { COMPONENT_NAMES, reviewWords } from "../site/words.ts";
import { TypeOfFraud } from "../cases/pages/undo.tsx";
import { ScoreRow } from "../cases/pages/score_row.tsx";
import { DEFAULT_ORDER, QUEUE_FIELDS, queueAddress, type QueueQuery, queueText } from "./queue_query.ts";
import { ageWords } from "./words.ts";

interface Props {
  readonly view: View;
  readonly query: QueueQuery;
  /** Null when the filters are refused. */
  readonly page: ReviewPage | null;
  readonly toReview: ToReview;
  /** The request id that this page begins after; null: it is the first one. */
  readonly after: string | null;
  readonly notice: Child;
  readonly problem?: string;
  readonly saved: readonly SavedFilter[];
  readonly assignees: readonly Who[];
  /** Hours. */
  readonly target: number;
  readonly now: number;
}

export function QueuePage(props: Props) {
  const { view, query, page, toReview, after, notice, problem, target } = props;
  return (
    <Console view={view} title="Review queue">
      <Problem text={problem} />
      {notice}
      <p class="muted">
        {reviewWords(toReview)}: scores of live keys with the verdict review and without a label, of the last
        180 days. To be decided within {target} {target === 1 ? "hour" : "hours"}.
      </p>
      <SavedFilters {...props} />
      <Filters {...props} />
      {page === null || isFiltered(query) === false
        ? null
        : <p class="muted small" role="status">{page.total} of them fit.</p>}
      {page === null ? null : page.items.length === 0
        ? (
          <div class="table empty">
            <p>Nothing to review{isFiltered(query) ? " with these filters" : ""}.</p>
          </div>
        )
        : view.may("labels.write")
        ? <Queue {...props} items={page.items} />
        : (
          <ol class="rows">
            {each(page.items, (item) => (
              <li>
                <Case {...props} item={item} />
              </li>
            ))}
          </ol>
        )}
      {view.may("labels.write") ? <script src={QUEUE_SCRIPT.url} defer></script> : null}
      <Pager
        back={after === null ? null : ["First page", queueAddress(query)]}
        on={page === null || page.next === null ? null : ["More", queueAddress(query, { after: page.next })]}
      />
    </Console>
  );
}

function isFiltered(query: QueueQuery): boolean {
  return QUEUE_FIELDS.some((field) => field !== "sort" && query[field] !== "");
}

function SavedFilters({ view, query, saved }: Props) {
  return (
    <>
      {saved.length === 0 ? null : (
        <ul class="chips" aria-label="Saved filters">
          {each(saved, ({ name, query: text }) => (
            <li>
              <a
                class="button quiet small"
                href={`/console/review?${text}`}
                aria-current={text === queueText(query) ? "true" : undefined}
              >
                {name}
              </a>
              <PostButton
                view={view}
                action="/console/review/filters/remove"
                fields={{ name, queue: queueText(query) }}
                label={`Remove the filter ${name}`}
              >
                ×
              </PostButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const ORDERS = [
  ["newest", "newest first"],
  ["risk", "highest score first"],
  ["age", "oldest first"],
  ["campaign", "by campaign"],
] as const;

const COMPONENTS = [
  ["", "any"] as const,
  ...COMPONENT_KINDS.map((kind) => [kind, COMPONENT_NAMES[kind]] as const),
];

function Filters({ view, query, assignees }: Props) {
  const whose = [
    ["", "anybody, or nobody"],
    ["mine", "me"],
    ["none", "nobody"],
    ...assignees.map(({ id, name }) => [id, name] as const),
  ] as const;
  const { min_score, max_score, finding, component, rule, tag } = query;
  return (
    <>
      <form method="get" action="/console/review" id="queue-filters">
        <div class="filters">
          <Choice name="sort" label="Order" value={query.sort || DEFAULT_ORDER} options={ORDERS} />
          <Choice name="assigned" label="Assigned to" value={query.assigned} options={whose} />
          <div class="field">
            <button type="submit" class="quiet">Show</button>
            {isFiltered(query) || query.sort !== ""
              ? <a class="clear" href="/console/review">Clear</a>
              : null}
          </div>
        </div>
        <details open={[min_score, max_score, finding, component, rule, tag].some((text) => text !== "")}>
          <summary>More filters</summary>
          <div class="fields">
            <Field name="min_score" label="Score from" type="number" min="0" value={min_score} />
            <Field name="max_score" label="Score to" type="number" min="0" value={max_score} />
            <Field name="finding" label="Finding" value={finding} max={64} placeholder="disposable" />
            <Choice name="component" label="Component" value={component} options={COMPONENTS} />
            <Field
              name="rule"
              label="Rule that decided or was true"
              value={rule}
              max={64}
              placeholder="its id"
            />
            <Field name="tag" label="Tag" value={tag} max={64} />
          </div>
        </details>
      </form>
      {isFiltered(query) || query.sort !== ""
        ? (
          <PostForm
            view={view}
            action="/console/review/filters"
            class="inline-form"
            fields={{ queue: queueText(query) }}
          >
            <Field name="name" label="Save this filter as" max={MAX_FILTER_NAME} />
            <button type="submit" class="quiet small">Save filter</button>
          </PostForm>
        )
        : null}
    </>
  );
}

function Queue(props: Props & { readonly items: readonly ReviewItem[] }) {
  const { view, query, after, items } = props;
  return (
    <PostForm
      view={view}
      action="/console/review"
      fields={{ after: after ?? "", queue: queueText(query), shown: "1" }}
      class="queue"
    >
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
        {each(items, (item) => (
          <li class="pick">
            <input
              type="checkbox"
              name="id"
              value={item.found.record.id}
              aria-label={`Select score ${item.found.record.score}, ${
                item.found.record.components[0]?.mask ?? ""
              }`}
            />
            <Case {...props} item={item} />
          </li>
        ))}
      </ol>
    </PostForm>
  );
}

function Case({ query, target, now, item }: Props & { readonly item: ReviewItem }) {
  const { found, holders: { claim, assigned }, campaignId } = item;
  const { record } = found;
  const age = now - record.at;
  const queue = queueText(query);
  return (
    <div>
      <ScoreRow
        found={found}
        {...queue === "" ? {} : { query: `queue=${encodeURIComponent(queue)}` }}
      />
      <p class="case muted small">
        <span>{ageWords(age)} old</span>
        {age > target * HOUR_MS ? <Badge word="late" /> : null}
        {claim === null ? null : <span>{claim.by.name} has it open</span>}
        {assigned === null ? null : <span>for {assigned.name}</span>}
        {campaignId === null ? null : <a href={`/console/campaigns/${campaignId}`}>campaign</a>}
      </p>
    </div>
  );
}
