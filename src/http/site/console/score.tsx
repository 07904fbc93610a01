/** `/console/scores/<request_id>`: one decision in detail. */
import type { OutcomeLabel, ScoreRecord, StoredComponent } from "../../../model/records.ts";
import { ruleWords } from "../../../model/rules/rule.ts";
import { STRICTNESS_NAMES } from "../../../model/verdict.ts";
import { each } from "../each.ts";
import { Bar, Gauge } from "../parts/drawings.tsx";
import { PostForm } from "../parts/form.tsx";
import { Badge, Card, Notice, Pairs, Time } from "../parts/marks.tsx";
import { Waterfall } from "../parts/waterfall.tsx";
import type { View } from "../view.ts";
import { COMPONENT_NAMES, reasonWords, VIA_NAMES } from "../words.ts";
import { Console } from "./frame.tsx";

interface Props {
  readonly view: View;
  readonly record: ScoreRecord;
  readonly label: OutcomeLabel | null;
  readonly labelled: boolean;
}

export function ScorePage({ view, record, label, labelled }: Props) {
  return (
    <Console view={view} title={`Score ${record.score}`}>
      <p class="crumb">
        <a href="/console/scores">Scores</a> / <code>{record.id}</code>
      </p>
      {labelled ? <Notice>Label saved. It takes effect from the next score.</Notice> : null}
      <div class="card split">
        <Gauge score={record.score} verdict={record.verdict} />
        <div>
          <p class="lead">{record.summary ?? ""}</p>
          <Pairs pairs={facts(record)} />
        </div>
      </div>
      <Label view={view} record={record} label={label} />
      {record.components.length > 1 ? <Combination record={record} /> : null}
      {each(record.components, (component) => <ComponentCard record={record} component={component} />)}
    </Console>
  );
}

function Combination({ record }: { record: ScoreRecord }) {
  const parts = record.components.toSorted((a, b) => b.score - a.score);
  return (
    <Card id="overall" title="How the components combine">
      <ul class="top-list">
        {each(parts, ({ kind, score, verdict }) => (
          <li>
            <a href={`#part-${kind}`}>{COMPONENT_NAMES[kind]}</a>
            <span class="numbers">{score}</span>
            <Bar to={score / 100} kind={verdict} />
          </li>
        ))}
        <li>
          <strong>Total</strong>
          <strong class="numbers">{record.score}</strong>
          <Bar to={record.score / 100} kind={record.verdict} />
        </li>
      </ul>
      <p class="muted small">
        {record.rule === null
          ? "The riskiest component counts most; the others add a share of the remainder. If one component is a block, the overall verdict is at least a review; from strict on it is a block."
          : "Your rule decided the overall score, regardless of the components."}
      </p>
    </Card>
  );
}

function facts(record: ScoreRecord) {
  return [
    ["Scored", Time({ at: record.at })],
    ["Source", `${VIA_NAMES[record.via]}${record.mode === "test" ? ", with a test key" : ""}`],
    ["Strictness", STRICTNESS_NAMES[record.strictness]],
    ...(record.rule === null ? [] : [
      [
        "Decided by",
        `your ${record.rule.action} rule for ${ruleWords(record.rule)}`,
      ] as const,
    ]),
    ...(record.agentDecision === null ? [] : [["Agent policy", record.agentDecision] as const]),
    ["Data versions", record.dataVersion],
    ["Stored until", Time({ at: record.expiresAt })],
  ] as const;
}

const LABELS = [["fraud", "danger", "fraud"], ["legit", "quiet", "legitimate"]] as const;

function Label({ view, record, label }: { view: View; record: ScoreRecord; label: OutcomeLabel | null }) {
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
        {each(LABELS, ([outcome, style, word]) => (
          <button
            type="submit"
            name="outcome"
            value={outcome}
            class={style}
            disabled={label?.outcome === outcome}
          >
            Label as {word}
          </button>
        ))}
        {label === null
          ? null
          : <button type="submit" name="outcome" value="none" class="quiet">Remove the label</button>}
      </PostForm>
    </Card>
  );
}

function ComponentCard({ record, component }: { record: ScoreRecord; component: StoredComponent }) {
  const unknown = Object.entries(component.unknown);
  const { kind } = component;
  const rule = (action: string) => `/console/rules/new?action=${action}&from=${record.id}&part=${kind}`;
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
          Your {component.rule.action} rule for <code>{ruleWords(component.rule)}</code> decided the result.
        </p>
      )}
      {unknown.length === 0 ? <p class="muted small">No gaps in the evidence.</p> : (
        <details>
          <summary>{unknown.length} unknown, with reasons</summary>
          <Pairs pairs={unknown.map(([path, reason]) => [path, reasonWords(reason)] as const)} />
        </details>
      )}
      {kind === "device" ? null : (
        <p class="actions">
          <a class="button quiet small" href={rule("allow")}>Allow this…</a>
          <a class="button quiet small" href={rule("block")}>Block this…</a>
        </p>
      )}
    </section>
  );
}
