/** What rules would do, or did: what is added, what is left out and why, what clashes, what the last 30 days would have been. */
import { each } from "../each.ts";
import type { DryRunCounts, ListedClash } from "../../../service/rules/dry_run.ts";
import { Notice, thousands } from "../parts/marks.tsx";

/** Each is followed by the value of the existing rule. */
const CLASHES: Readonly<Record<ListedClash["type"], (rule: ListedClash["rule"]) => string>> = {
  swallowed_by: ({ action }) => `This value is already covered by your ${action} rule for`,
  overridden_by: ({ action }) => `This allow would be overridden by your ${action} rule for`,
  overrides: ({ action }) => `This block would override your ${action} rule for`,
};
const SHOWN = 50;

export function TrialCard({ trial, clashes }: { trial: DryRunCounts; clashes: readonly ListedClash[] }) {
  const changes = trial.would_block + trial.would_allow;
  return (
    <section class="card" aria-labelledby="trial">
      <h2 id="trial">On your last 30 days</h2>
      {trial.scores_checked === 0 ? <p>There are no stored scores to try the rules on.</p> : (
        <>
          <p>
            Of {thousands(trial.scores_checked)} stored {trial.scores_checked === 1 ? "score" : "scores"},
            {" "}
            <strong>{thousands(changes)}</strong> would have had another verdict:{" "}
            {thousands(trial.would_block)} blocked, {thousands(trial.would_allow)} allowed.
            {trial.unknown === 0
              ? null
              : ` For ${thousands(trial.unknown)} more it cannot be told, because only hashes are kept.`}
          </p>
          <Warning
            count={trial.labelled_legit_blocked}
            text="of those now blocked you had labelled legitimate"
          />
          <Warning count={trial.labelled_fraud_allowed} text="of those now allowed you had labelled fraud" />
        </>
      )}
      {clashes.length === 0 ? null : (
        <>
          <h3>Clashes with your rules</h3>
          <ul>
            {each(clashes.slice(0, SHOWN), ({ value, type, rule }) => (
              <li>
                <code>{value}</code>: {CLASHES[type](rule)} <code>{rule.value}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Warning({ count, text }: { count: number; text: string }) {
  return count === 0 ? null : <p class="notice warn">⚠ {thousands(count)} {text}.</p>;
}

export function SkippedList(
  props: { title: string; skipped: readonly { value: string; reason: string; line?: number }[] },
) {
  const { title, skipped } = props;
  if (skipped.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul>
        {each(skipped.slice(0, SHOWN), ({ value, reason, line }) => (
          <li>
            {line === undefined ? null : `Line ${line}: `}
            <code>{value === "" ? "(blank)" : value}</code> – {reason}
          </li>
        ))}
      </ul>
      {skipped.length > SHOWN ? <p class="muted">… and {thousands(skipped.length - SHOWN)} more.</p> : null}
    </section>
  );
}

/** The answer to adding rules, or to a preview of it. */
export function RuleAnswer(props: {
  preview: boolean;
  added: number;
  skipped: readonly { value: string; reason: string }[];
  clashes?: readonly ListedClash[];
  trial?: DryRunCounts;
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
              {thousands(added)} added. <a href="/console/rules">See the rules</a>.
            </>
          )}
      </Notice>
      {trial === undefined ? null : <TrialCard trial={trial} clashes={props.clashes ?? []} />}
      <SkippedList title="Left out" skipped={props.skipped} />
    </>
  );
}
