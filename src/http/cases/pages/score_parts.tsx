/** The components of a stored score: what was found of each, and how they make the whole. */
import type { ComponentKind } from "../../../model/component.ts";
import type { ScoreRecord, StoredComponent } from "../../../model/records.ts";
import { isOfOnePerson, type RuleAction, ruleWords } from "../../../model/rules/rule.ts";
import { COMPONENT_WEIGHTS, TAIL_SHARE } from "../../../service/site/scores.ts";
import { each } from "../../site/each.ts";
import { Bar } from "../../site/parts/drawings.tsx";
import { Badge, Card, Pairs } from "../../site/parts/marks.tsx";
import { PageLink } from "../../site/parts/page_link.tsx";
import { Waterfall } from "../../site/parts/waterfall.tsx";
import type { View } from "../../site/view.ts";
import { COMPONENT_NAMES, reasonWords } from "../../site/words.ts";

interface Part {
  readonly component: StoredComponent;
  /** Null for a value that nothing is remembered of. */
  readonly valueRef: string | null;
}

/** Those without findings, in few lines. */
export function QuietParts(
  { view, record, parts }: { view: View; record: ScoreRecord; parts: readonly Part[] },
) {
  return (
    <Card id="quiet" title="Nothing suspicious">
      {each(
        parts,
        ({ component, valueRef }) => (
          <section class="quiet-part" aria-labelledby={`part-${component.kind}`}>
            <h3 id={`part-${component.kind}`}>
              {COMPONENT_NAMES[component.kind]} <span class="mono">{component.mask}</span>{" "}
              <span class="numbers">{component.score}</span> <Badge word={component.verdict} />
            </h3>
            <Unknown component={component} />
            {valueRef === null
              ? null
              : <ValueActions view={view} valueRef={valueRef} kind={component.kind} from={record.id} />}
          </section>
        ),
      )}
    </Card>
  );
}

function Unknown({ component }: { component: StoredComponent }) {
  const unknown = Object.entries(component.unknown);
  if (unknown.length === 0) return <p class="muted small">No gaps in the evidence.</p>;
  return (
    <details class="small">
      <summary>{unknown.length} unknown, with reasons</summary>
      <Pairs pairs={unknown.map(([path, reason]) => [path, reasonWords(reason)] as const)} />
    </details>
  );
}

export function Combination({ record }: { record: ScoreRecord }) {
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

/** @param valueRef null for a value that nothing is remembered of */
export function ComponentCard(
  { view, record, component, valueRef }: {
    view: View;
    record: ScoreRecord;
    component: StoredComponent;
    valueRef: string | null;
  },
) {
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
      <Unknown component={component} />
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
