/** What a change of settings would have done to stored scores, with the scores whose verdict would change. */
import type { dryRunSettings } from "../../service/dry_run/settings_dry_run.ts";
import type { DryRunList } from "../../service/dry_run/tally.ts";
import { type OpenList, TrialList } from "../rules/trial.tsx";
import { Card, Stat, thousands } from "../site/parts/marks.tsx";

export type SettingsTrial = Awaited<ReturnType<typeof dryRunSettings>>;

export function SettingsTrialCard({ trial: { trial, list }, open }: {
  trial: SettingsTrial;
  open: OpenList;
}) {
  const { days, scores_checked, would_change, fraud, good, unlabelled, before, after, not_judged } = trial;
  const opened = (name: DryRunList, count: number) =>
    count === 0 ? "none" : open(name, null, "Open the list");
  return (
    <Card id="trial" title={`What it would have changed in the last ${days} days`}>
      <p>
        Of {thousands(scores_checked)} stored {scores_checked === 1 ? "score" : "scores"},{" "}
        <strong>{thousands(would_change)}</strong> would have another verdict: before {before.allow} allow,
        {" "}
        {before.review} review, {before.block} block; after {after.allow} allow, {after.review} review,{" "}
        {after.block} block.
        {not_judged === 0 ? null : ` Of ${thousands(not_judged)} more that cannot be told.`}
      </p>
      <div class="cards four">
        <Stat label="Would change" note={opened("would_change", would_change)}>
          {thousands(would_change)}
        </Stat>
        <Stat label="Labelled fraud hit" note={opened("fraud", fraud)}>{thousands(fraud)}</Stat>
        <Stat label="Good customers hit" note={opened("good", good)}>{thousands(good)}</Stat>
        <Stat label="Unlabelled hit" note={opened("unlabelled", unlabelled)}>
          {thousands(unlabelled)}
        </Stat>
      </div>
      {list === undefined ? null : <TrialList list={list} open={open} />}
    </Card>
  );
}
