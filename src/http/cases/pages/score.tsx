/** `/console/scores/<request_id>`: one decision in detail. */
import type { Child } from "hono/jsx";
import type { ComponentKind } from "../../../model/component.ts";
import { CUSTOMER_REASONS } from "../../../model/customer_reason.ts";
import type { ScoreRecord, StoredComponent } from "../../../model/records.ts";
import { isOfOnePerson, type RuleAction, ruleWords } from "../../../model/rules/rule.ts";
import { labelVersion } from "../../../model/review.ts";
import { STRICTNESS_NAMES } from "../../../model/verdict.ts";
import { COMPONENT_WEIGHTS, type OpenScore, TAIL_SHARE } from "../../../service/site/scores.ts";
import { storedDeciding } from "../../../service/score/customer_reason.ts";
import { each } from "../../site/each.ts";
import { Bar, Gauge } from "../../site/parts/drawings.tsx";
import { Badge, Card, Crumb, Pairs, Time } from "../../site/parts/marks.tsx";
import type { View } from "../../site/view.ts";
import { COMPONENT_NAMES, LABEL_NAMES, LABEL_TYPE_NAMES, reasonWords, VIA_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";
import { ReviewCard, type ReviewOfScore } from "../../reviews/review_card.tsx";
import { FactsCard, rulePairs } from "./score_facts.tsx";
import { LinksCard, signupFacts } from "./score_signup.tsx";
import { TypeOfFraud } from "./undo.tsx";
import { Waterfall } from "../../site/parts/waterfall.tsx";
import { MAX_NOTE_CHARS } from "../../../service/cases/note.ts";
import { Field, PostButton, PostForm, Submit } from "../../site/parts/form.tsx";
import { PageLink } from "../../site/parts/page_link.tsx";

interface Props {
  readonly view: View;
  readonly score: OpenScore;
  /** Null: it is not to review. */
  readonly review: ReviewOfScore | null;
  /** What was just done. */
  readonly notice: Child;
}

export function ScorePage({ view, score, review, notice }: Props) {
  const { record, noted, ring, refs } = score;
  const { signup } = record;
  return (
    <Console view={view} title={`Score ${record.score}`}>
      <Crumb to="/console/scores" name="Scores">
        <code>{record.id}</code>
      </Crumb>
      {notice}
      <div class="card split">
        <Gauge score={record.score} verdict={record.verdict} />
        <div>
          <p class="lead">{record.summary ?? ""}</p>
          <CustomerSentence record={record} />
          <Pairs pairs={facts(view, record)} />
        </div>
      </div>
      {review === null ? null : <ReviewCard view={view} record={record} review={review} />}
      <FactsCard view={view} record={record} />
      <LabelCard view={view} score={score} isDecidedAbove={review !== null && view.may("labels.write")} />
      {signup === undefined ? null : <LinksCard signup={signup} ringNow={ring} />}
      {record.components.length > 1 ? <Combination record={record} /> : null}
      {each(
        record.components,
        (component, index) => (
          <ComponentCard view={view} record={record} component={component} valueRef={refs[index] ?? null} />
        ),
      )}
      <NotesCard view={view} record={record} noted={noted} />
    </Console>
  );
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

function Combination({ record }: { record: ScoreRecord }) {
  const parts = record.components.toSorted((a, b) => b.score - a.score);
  const links = record.signup?.links;
  return (
    <Card id="overall" title="How the components combine">
      <ul class="top-list">
        {each(parts, ({ kind, score, verdict }) => (
          <li>
            <a href={`#part-${kind}`}>{COMPONENT_NAMES[kind]}</a>
            <span class="numbers">
              {score} <span class="muted small">× {COMPONENT_WEIGHTS[kind]}</span>
            </span>
            <Bar to={score / 100} kind={verdict} />
          </li>
        ))}
        {record.signup?.browser === undefined ? null : (
          <li>
            <span>Browser without a device id: {record.signup.browser.findings[0]?.[3]}</span>
            <span class="numbers">
              {record.signup.browser.score} <span class="muted small">× {COMPONENT_WEIGHTS.device}</span>
            </span>
            <Bar to={record.signup.browser.score / 100} kind="plain" />
          </li>
        )}
        {record.signup?.groups === undefined ? null : (
          <li>
            <a href="#links">{record.signup.groups.findings[0]?.[3]}</a>
            <span class="numbers">
              {record.signup.groups.score} <span class="muted small">× {COMPONENT_WEIGHTS.linkage}</span>
            </span>
            <Bar to={record.signup.groups.score / 100} kind="plain" />
          </li>
        )}
        {links?.counted === true
          ? (
            <li>
              <a href="#links">Links to other sign-ups</a>
              <span class="numbers">
                {links.score} <span class="muted small">× {COMPONENT_WEIGHTS.linkage}</span>
              </span>
              <Bar to={links.score / 100} kind="plain" />
            </li>
          )
          : null}
        <li>
          <strong>Total</strong>
          <strong class="numbers">{record.score}</strong>
          <Bar to={record.score / 100} kind={record.verdict} />
        </li>
      </ul>
      <p class="muted small">
        {record.rule === null && record.conditions?.decided == null
          ? `Each counts with the weight beside it. The largest is the base; the others together add ${
            100 * TAIL_SHARE
          } % of their share of what is left to 100. Your own reports count in full. If one component is a block, the overall verdict is at least a review; from strict on it is a block.`
          : "Your rule decided the overall score, regardless of the components."}
      </p>
    </Card>
  );
}

/** A decision about the agent is not part of the score; see the specification's rules of `agent`. */
const AGENT_DECISIONS = {
  allow: "allow (beside the score)",
  review: "review (beside the score: only a denial changes the verdict)",
  deny: "deny: blocks, whatever the score",
} as const;

function facts(view: View, record: ScoreRecord): readonly (readonly [string, Child])[] {
  return [
    ["Scored", Time({ at: record.at })],
    ...(record.signup === undefined ? [] : signupFacts(record.signup)),
    ["Source", `${VIA_NAMES[record.via]}${record.mode === "test" ? ", with a test key" : ""}`],
    record.thresholds === undefined ? ["Strictness", STRICTNESS_NAMES[record.strictness]] : [
      "Thresholds",
      `your own: review from ${record.thresholds.review}, block from ${record.thresholds.block}`,
    ],
    ...rulePairs(view, record),
    ...(record.agentDecision === null
      ? []
      : [["Agent policy", AGENT_DECISIONS[record.agentDecision]] as const]),
    ["Data versions", record.dataVersion],
    ["Stored until", Time({ at: record.expiresAt })],
  ];
}

/** @param valueRef null for a value that nothing is remembered of */
function ComponentCard(
  { view, record, component, valueRef }: {
    view: View;
    record: ScoreRecord;
    component: StoredComponent;
    valueRef: string | null;
  },
) {
  const unknown = Object.entries(component.unknown);
  const { kind } = component;
  return (
    <section class="card" aria-labelledby={`part-${kind}`}>
      <div class="page-head">
        <h3 id={`part-${kind}`}>
          {COMPONENT_NAMES[kind]} <span class="mono">{component.mask}</span>
        </h3>
        <span class="numbers">
          <strong>{component.score}</strong> <Badge word={component.verdict} />
        </span>
      </div>
      <Waterfall
        parts={{
          score: component.score,
          findings: component.findings.map(([, group, points, text]) => ({ group, points, text })),
          trust: component.trust.map(([, factor, text]) => ({ factor, text })),
          ruled: component.rule !== null,
        }}
      />
      {component.rule === null ? null : (
        <p>
          <PageLink view={view} reads="rules.read" href={`/console/rules/${component.rule.id}`}>
            Your {component.rule.action} rule
          </PageLink>{" "}
          for <code>{ruleWords(component.rule)}</code> decided the result.
        </p>
      )}
      {unknown.length === 0 ? <p class="muted small">No gaps in the evidence.</p> : (
        <details>
          <summary>{unknown.length} unknown, with reasons</summary>
          <Pairs pairs={unknown.map(([path, reason]) => [path, reasonWords(reason)] as const)} />
        </details>
      )}
      {valueRef === null
        ? null
        : <ValueActions view={view} valueRef={valueRef} kind={component.kind} from={record.id} />}
    </section>
  );
}

/** @param from the request id of the score to return to */
function ValueActions(
  { view, valueRef, kind, from }: { view: View; valueRef: string; kind: ComponentKind; from: string },
) {
  const rule = (action: string) => `/console/rules/for/${valueRef}?action=${action}&from=${from}`;
  return (
    <p class="actions">
      <a class="button quiet small" href={`/console/values/${valueRef}`}>View this value</a>
      <RuleLinks view={view} address={rule} kind={kind} />
    </p>
  );
}

/** What leads to a rule for a value. @param address of the page that makes one */
export function RuleLinks(
  { view, address, kind }: { view: View; address: (action: RuleAction) => string; kind: string },
) {
  if (!view.mayOpen("rules.write")) return null;
  return (
    <>
      <a class="button quiet small" href={address("allow")}>Allow this…</a>
      <a class="button quiet small" href={address("block")}>Block this…</a>
      {isOfOnePerson(kind)
        ? <a class="button quiet small" href={address("trust")}>Trust this person…</a>
        : null}
    </>
  );
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
      {notes.length === 0 ? null : (
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
