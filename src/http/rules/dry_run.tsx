/** The result of adding rules, or of a dry run: what is added, skipped or in conflict, and the effect on the last 30 days. */
import { each } from "../site/each.ts";
import type { BacktestCounts } from "../../service/rules/backtest.ts";
import { clashingWords, type ListedConflict } from "../../service/rules/dry_run.ts";
import { Card, Notice, thousands } from "../site/parts/marks.tsx";
import { type OpenList, TrialFigures, type TrialScores } from "./trial.tsx";

type Relation = ListedConflict["type"];

/** Each is followed by the value of the existing rule. */
const RELATIONS: Readonly<Record<Relation, (rule: ListedConflict["rule"]) => string>> = {
  swallowed_by: ({ action }) => `covered by your ${action} rule for`,
  overridden_by: ({ action }) => `would be overridden by your ${action} rule for`,
  overrides: ({ action }) => `would override your ${action} rule for`,
};
const SHOWN = 50;

/** @param open where the page opens lists of scores; absent: counts alone */
export function DryRunCard(
  { counts, conflicts, list, open }: {
    counts: BacktestCounts;
    conflicts: readonly ListedConflict[];
    list?: TrialScores | undefined;
    open?: OpenList;
  },
) {
  const changes = counts.would_block + counts.would_allow;
  return (
    <Card id="trial" title="Effect on your last 30 days">
      {counts.scores_checked === 0 ? <p>There are no stored scores to test the rules on.</p> : (
        <>
          <p>
            Of {thousands(counts.scores_checked)} stored {counts.scores_checked === 1 ? "score" : "scores"},
            {" "}
            <strong>{thousands(changes)}</strong> would change: {thousands(counts.would_block)} to block,{" "}
            {thousands(counts.would_allow)} to allow.
            {counts.unknown === 0
              ? null
              : ` ${thousands(counts.unknown)} more cannot be evaluated, because only hashes are stored.`}
            {counts.capped
              ? ` There are more scores: these are the newest, since ${
                counts.since.slice(0, 16).replace("T", " ")
              } UTC.`
              : null}
          </p>
          <Warning
            count={counts.labelled_legit_blocked}
            text="of the newly blocked scores are labelled legitimate"
          />
          <Warning
            count={counts.labelled_fraud_allowed}
            text="of the newly allowed scores are labelled fraud"
          />
          {open === undefined ? null : <TrialFigures trial={counts} list={list} open={open} />}
        </>
      )}
      <Relations
        title="Conflicts with your rules"
        listed={conflicts.filter(({ type }) => type !== COVERED)}
      />
      <Relations title="Already covered" listed={conflicts.filter(({ type }) => type === COVERED)} />
    </Card>
  );
}

/** On the page of a rule. */
export function ClashCard({ clashes }: { clashes: readonly ListedConflict[] }) {
  if (clashes.length === 0) return null;
  return (
    <Card id="clashes" title="Other rules for the same sign-ups">
      <p>
        Trust comes before block rules, block before allow, and rules that name values before conditions.
      </p>
      <ul>
        {each(clashes.slice(0, SHOWN), ({ type, rule, scores: count }) => (
          <li>
            {CLASHES[type]} your {rule.action} rule for{" "}
            <a href={`/console/rules/${rule.id}`}>{clashingWords(rule)}</a>
            {count === undefined
              ? null
              : `, in ${thousands(count)} stored ${count === 1 ? "score" : "scores"}`}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const CLASHES: Readonly<Record<Relation, string>> = {
  swallowed_by: "Covered by",
  overridden_by: "Overridden by",
  overrides: "Overrides",
};

const COVERED: Relation = "swallowed_by";

function Relations({ title, listed }: { title: string; listed: readonly ListedConflict[] }) {
  if (listed.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {each(listed.slice(0, SHOWN), ({ value, type, rule, scores: count }) => (
          <li>
            <code>{value}</code>: {RELATIONS[type](rule)}{" "}
            <a href={`/console/rules/${rule.id}`}>
              {rule.kind === "condition" ? clashingWords(rule) : <code>{rule.value}</code>}
            </a>
            {count === undefined
              ? null
              : `, in ${thousands(count)} stored ${count === 1 ? "score" : "scores"}`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Warning({ count, text }: { count: number; text: string }) {
  return count === 0 ? null : <p class="notice warn">⚠ {thousands(count)} {text}.</p>;
}

export function SkippedList(
  props: {
    title: string;
    skipped: readonly { value: string; reason: string; suggestion?: string; line?: number }[];
  },
) {
  const { title, skipped } = props;
  if (skipped.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul>
        {each(skipped.slice(0, SHOWN), ({ value, reason, suggestion, line }) => (
          <li>
            {line === undefined ? null : `Line ${line}: `}
            <code>{value === "" ? "(blank)" : value}</code> – {reason}
            {suggestion === undefined ? null : (
              <>
                . It would match nothing: for everything that begins with it write <code>{suggestion}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      {skipped.length > SHOWN ? <p class="muted">… and {thousands(skipped.length - SHOWN)} more.</p> : null}
    </section>
  );
}

function RuleWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warn">
      <ul>{each(warnings.slice(0, SHOWN), (warning) => <li>{warning}</li>)}</ul>
    </Notice>
  );
}

/** The result of adding rules, or of a preview. */
export function RuleResult(props: {
  preview: boolean;
  added: number;
  rules: readonly { value: string; warning?: string }[];
  skipped: readonly { value: string; reason: string; suggestion?: string }[];
  clashes?: readonly ListedConflict[];
  trial?: BacktestCounts;
  list?: TrialScores;
  /** Of a preview. */
  open: OpenList;
}) {
  const { preview, added, trial } = props;
  return (
    <>
      <Notice>
        {preview
          ? `This is a preview: nothing was changed. ${thousands(added)} ${
            added === 1 ? "rule" : "rules"
          } would be added.`
          : (
            <>
              {thousands(added)} added. <a href="/console/rules">View rules</a>
            </>
          )}
      </Notice>
      <RuleWarnings warnings={props.rules.flatMap(({ warning }) => warning ?? [])} />
      {trial === undefined
        ? null
        : <DryRunCard counts={trial} conflicts={props.clashes ?? []} list={props.list} open={props.open} />}
      <SkippedList title="Skipped values" skipped={props.skipped} />
    </>
  );
}
