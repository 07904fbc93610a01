/** `/console/scores/<request_id>`: one decision in detail. */
import type { Child } from "hono/jsx";
import { CUSTOMER_REASONS } from "../../../model/customer_reason.ts";
import { linkedFindings, type ScoreRecord, type StoredComponent } from "../../../model/records.ts";
import { labelVersion } from "../../../model/review.ts";
import { STRICTNESS_NAMES } from "../../../model/verdict.ts";
import type { PersonTimeline } from "../../../service/cases/person_timeline.ts";
import type { OpenScore } from "../../../service/site/scores.ts";
import { storedDeciding } from "../../../service/score/customer_reason.ts";
import { each } from "../../site/each.ts";
import { Gauge } from "../../site/parts/drawings.tsx";
import { Badge, Card, Crumb, Pairs, Time } from "../../site/parts/marks.tsx";
import type { View } from "../../site/view.ts";
import { LABEL_NAMES, LABEL_TYPE_NAMES, VIA_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";
import { PersonDataLink } from "../../privacy/page.tsx";
import { ReviewCard, type ReviewOfScore } from "../../reviews/review_card.tsx";
import { FactsCard, rulePairs } from "./score_facts.tsx";
import { Combination, ComponentCard, QuietParts } from "./score_parts.tsx";
import { LinksCard, signupFacts } from "./score_signup.tsx";
import { TimelineCard } from "./score_timeline.tsx";
import { TypeOfFraud } from "./undo.tsx";
import { MAX_NOTE_CHARS } from "../../../service/cases/note.ts";
import { Field, PostButton, PostForm, Submit } from "../../site/parts/form.tsx";

interface Props {
  readonly view: View;
  readonly score: OpenScore;
  /** Null: it is not to review. */
  readonly review: ReviewOfScore | null;
  /** Null: nothing in it is of one person. */
  readonly timeline: PersonTimeline | null;
  /** What was just done. */
  readonly notice: Child;
}

export function ScorePage({ view, score, review, timeline, notice }: Props) {
  const { record, noted, ring, refs } = score;
  const { signup } = record;
  const parts = record.components.map((component, index) => ({ component, valueRef: refs[index] ?? null }));
  const quiet = parts.filter(({ component }) => isQuiet(component));
  const loud = parts.filter(({ component }) => !isQuiet(component));
  const links = signup === undefined ? null : <LinksCard signup={signup} ringNow={ring} />;
  const isLinked = signup !== undefined && linkedFindings(signup).length > 0;
  return (
    <Console
      view={view}
      title={`Score ${record.score}`}
      actions={<PersonDataLink view={view} requestId={record.id} />}
    >
      <Crumb to="/console/scores" name="Scores">
        <code>{record.id}</code>
      </Crumb>
      {notice}
      <div class="dossier">
        <div>
          <div class="card split">
            <Gauge score={record.score} verdict={record.verdict} />
            <div>
              <p class="lead">{record.summary ?? ""}</p>
              <CustomerSentence record={record} />
              <Pairs pairs={facts(view, score)} />
              <details class="small">
                <summary>How it was scored</summary>
                <Pairs pairs={howScored(record)} />
              </details>
            </div>
          </div>
          <FactsCard view={view} record={record} />
        </div>
        <div>
          {review === null ? null : <ReviewCard view={view} record={record} review={review} />}
          <LabelCard view={view} score={score} isDecidedAbove={review !== null && view.may("labels.write")} />
          <NotesCard view={view} record={record} noted={noted} />
          {isLinked ? null : links}
        </div>
        <div>
          {timeline === null ? null : <TimelineCard timeline={timeline} record={record} />}
          {quiet.length === 0 ? null : <QuietParts view={view} record={record} parts={quiet} />}
        </div>
      </div>
      <div class="parts">
        {isLinked ? links : null}
        {record.components.length > 1 && loud.length > 0 ? <Combination record={record} /> : null}
        {each(
          loud,
          ({ component, valueRef }) => (
            <ComponentCard view={view} record={record} component={component} valueRef={valueRef} />
          ),
        )}
      </div>
    </Console>
  );
}

/** Nothing was found, and no rule decided. */
function isQuiet({ findings, trust, rule }: StoredComponent): boolean {
  return findings.length === 0 && trust.length === 0 && rule === null;
}

/** What may be told to the person. */
function CustomerSentence({ record }: { record: ScoreRecord }) {
  const deciding = storedDeciding(record);
  if (deciding === null) return null;
  return (
    <p class="small">
      The person may hear: “{CUSTOMER_REASONS[deciding.reason].en}” (<code>{deciding.reason}</code>)
    </p>
  );
}

/** A decision about the agent is not part of the score; see the specification's rules of `agent`. */
const AGENT_DECISIONS = {
  allow: "allow (beside the score)",
  review: "review (beside the score: only a denial changes the verdict)",
  deny: "deny: blocks, whatever the score",
} as const;

function facts(view: View, score: OpenScore): readonly (readonly [string, Child])[] {
  const { record } = score;
  return [
    ["Scored", Time({ at: record.at })],
    ...(record.signup === undefined ? [] : signupFacts(record.signup)),
    ...rulePairs(view, score),
    ...(record.agentDecision === null
      ? []
      : [["Agent policy", AGENT_DECISIONS[record.agentDecision]] as const]),
  ];
}

function howScored(record: ScoreRecord): readonly (readonly [string, Child])[] {
  return [
    ["Source", `${VIA_NAMES[record.via]}${record.mode === "test" ? ", with a test key" : ""}`],
    record.thresholds === undefined ? ["Strictness", STRICTNESS_NAMES[record.strictness]] : [
      "Thresholds",
      `your own: review from ${record.thresholds.review}, block from ${record.thresholds.block}`,
    ],
    ["Data versions", record.dataVersion],
    ["Stored until", Time({ at: record.expiresAt })],
  ];
}

/** Of a score that a rule which trusts decided. */
const TRUST_ENDS = {
  stands: " A fraud label also ends the trust: its rule is deleted.",
  ended: " The fraud label ended the trust: its rule was deleted.",
} as const;

/** The label of a stored score with its history, and the note. */
const LABELS = [["fraud", "danger"], ["legit", "quiet"]] as const;

function LabelCard(
  { view, score, isDecidedAbove }: { view: View; score: OpenScore; isDecidedAbove: boolean },
) {
  const { record, label, labelledBy, history } = score;
  const trusted = record.rule?.action === "trust";
  const by = labelledBy !== null && labelledBy.outcome === label?.outcome ? ` by ${labelledBy.by.name}` : "";
  if (isDecidedAbove && history.length < 2) return null;
  return (
    <Card id="label" title="Label">
      <p>
        {label === null
          ? view.may("labels.write")
            ? "Label this score when you know the outcome. A fraud label raises the abuse count of every value in it."
            : "None yet."
          : (
            <>
              Labelled <Badge word={label.outcome} />
              {label.type === undefined ? "" : ` (${LABEL_TYPE_NAMES[label.type]})`} on <Time at={label.at} />
              {by}
              {label.happenedAt === undefined ? ". " : (
                <>
                  ; it happened on <Time at={label.happenedAt} />.{" "}
                </>
              )}
              {view.may("labels.write") ? "A new label replaces it." : null}
            </>
          )}
        {by !== "" && labelledBy?.undo !== undefined && labelledBy.by.id === view.who?.id
          ? (
            <>
              {" "}
              <PostButton
                view={view}
                action="/console/labels/undo"
                fields={{ undo: labelledBy.undo, back: `/console/scores/${record.id}` }}
              >
                Undo
              </PostButton>
            </>
          )
          : null}
        {trusted ? TRUST_ENDS[label?.outcome === "fraud" ? "ended" : "stands"] : null}
      </p>
      {isDecidedAbove ? null : <LabelForm view={view} score={score} />}
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

function LabelForm({ view, score: { record, label } }: { view: View; score: OpenScore }) {
  return (
    <PostForm
      view={view}
      action={`/console/scores/${record.id}/label`}
      class="actions"
      fields={{ seen: labelVersion(label) }}
    >
      {each(LABELS, ([outcome, style]) => (
        <button
          type="submit"
          name="outcome"
          value={outcome}
          class={style}
          disabled={label?.outcome === "legit" && outcome === "legit"}
        >
          {label?.outcome === "fraud" && outcome === "fraud"
            ? "Save the type"
            : `Label as ${LABEL_NAMES[outcome]}`}
        </button>
      ))}
      {label === null
        ? null
        : <button type="submit" name="outcome" value="none" class="quiet">Remove the label</button>}
      <TypeOfFraud chosen={label?.type} />
    </PostForm>
  );
}

function NotesCard(
  { view, record, noted: { notes } }: { view: View; record: ScoreRecord; noted: OpenScore["noted"] },
) {
  return (
    <Card id="notes" title="Notes">
      {notes.length === 0 ? view.may("notes.write") ? null : <p>None yet.</p> : (
        <ol class="thread">
          {each(notes, ({ by, at, text }) => (
            <li>
              <p class="muted small">
                <strong>{by?.name ?? "Earlier note"}</strong> {at === null ? "" : <Time at={at} />}
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
      <PostForm view={view} action={`/console/scores/${record.id}/note`}>
        <Field
          name="note"
          label="Add a note for your team"
          max={MAX_NOTE_CHARS}
          hint={`At most ${MAX_NOTE_CHARS} characters. An empty note takes back what you wrote here.`}
        />
        <Submit class="quiet">Add note</Submit>
      </PostForm>
    </Card>
  );
}
