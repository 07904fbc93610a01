/** A component of a stored score: its findings, what is unknown, and what can be done about its value. */
import type { ScoreRecord, StoredComponent } from "../../../model/records.ts";
import { ruleWords } from "../../../model/rules/rule.ts";
import { Badge, Pairs } from "../../site/parts/marks.tsx";
import { Waterfall } from "../../site/parts/waterfall.tsx";
import { COMPONENT_NAMES, reasonWords } from "../../site/words.ts";

/** @param valueRef null for a value that nothing is remembered of */
export function ComponentCard(
  { record, component, valueRef }: {
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
          Your {component.rule.action} rule for <code>{ruleWords(component.rule)}</code> decided the result.
        </p>
      )}
      {unknown.length === 0 ? <p class="muted small">No gaps in the evidence.</p> : (
        <details>
          <summary>{unknown.length} unknown, with reasons</summary>
          <Pairs pairs={unknown.map(([path, reason]) => [path, reasonWords(reason)] as const)} />
        </details>
      )}
      {valueRef === null ? null : <ValueActions valueRef={valueRef} from={record.id} />}
    </section>
  );
}

/** @param from the request id of the score to return to */
function ValueActions({ valueRef, from }: { valueRef: string; from: string }) {
  const rule = (action: string) => `/console/rules/for/${valueRef}?action=${action}&from=${from}`;
  return (
    <p class="actions">
      <a class="button quiet small" href={`/console/values/${valueRef}`}>View this value</a>
      <a class="button quiet small" href={rule("allow")}>Allow this…</a>
      <a class="button quiet small" href={rule("block")}>Block this…</a>
    </p>
  );
}
