/** `/console/rules/new?with=condition`: a rule with a condition, tried on the past before it acts. */
import type { ConditionProblem } from "../../model/conditions/condition.ts";
import type { ListedConflict } from "../../service/rules/dry_run.ts";
import { Console } from "../console/frame.tsx";
import { Choice, PostForm } from "../site/parts/form.tsx";
import { Crumb, Problem } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import {
  CONDITION_FIELDS,
  ConditionFields,
  type ConditionForm,
  FIRST_STATES,
  LanguageHelp,
  Mistake,
} from "./condition_form.tsx";
import { ClashCard } from "./dry_run.tsx";
import { RuleWays } from "./rule_ways.tsx";
import { byAddress, type Trial, TrialCard } from "./trial.tsx";

interface Props {
  readonly view: View;
  readonly form: ConditionForm;
  readonly today: string;
  readonly problem?: string | undefined;
  readonly mistake?: ConditionProblem | undefined;
  /** How far back it is tried. */
  readonly days: number;
  /** What it would have done. */
  readonly tried?: Trial & { readonly clashes: readonly ListedConflict[] };
}

/** The page with the fields of the form, tried on the past. */
export function triedAddress(
  form: ConditionForm,
  { days, list, cursor }: { days: number; list?: string; cursor?: string | null },
): string {
  const query = new URLSearchParams({ with: "condition", days: String(days) });
  for (const field of CONDITION_FIELDS) {
    if (form[field] !== "") query.set(field, form[field]);
  }
  if (list !== undefined) query.set("list", list);
  if (cursor != null) query.set("cursor", cursor);
  return `/console/rules/new?${query}`;
}

export function NewConditionPage({ view, form, today, problem, mistake, days, tried }: Props) {
  return (
    <Console view={view} needs="rules.write" title="Add rules">
      <Crumb to="/console/rules" name="Rules">add</Crumb>
      <RuleWays current="condition" />
      <Problem text={problem} />
      {mistake === undefined ? null : <Mistake when={form.when} problem={mistake} />}
      {tried === undefined ? null : (
        <>
          <TrialCard
            {...tried}
            open={byAddress((list, cursor) => triedAddress(form, { days, list, cursor }))}
          />
          <ClashCard clashes={tried.clashes} />
        </>
      )}
      <PostForm
        view={view}
        action="/console/rules/new"
        class="card"
        fields={{ with: "condition" }}
        working="Trying it on your past…"
      >
        <ConditionFields
          form={form}
          today={today}
          mistaken={mistake !== undefined}
          states={FIRST_STATES}
        />
        <Choice
          name="days"
          label="Past"
          options={[["30", "the last 30 days"], ["180", "the last 180 days"]]}
          value={String(days)}
        />
        <div class="actions">
          <button type="submit" name="step" value="try" class="quiet">Try it on the past</button>
          <button type="submit" name="step" value="save">Save</button>
        </div>
      </PostForm>
      <LanguageHelp />
    </Console>
  );
}
