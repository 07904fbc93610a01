/** `/console/rules/new?with=condition`: a rule with a condition, tried on the past before it acts. */
import type { Child } from "hono/jsx";
import type { ConditionProblem } from "../../model/conditions/condition.ts";
import { Console } from "../console/frame.tsx";
import { PostForm } from "../site/parts/form.tsx";
import { Crumb, Problem } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import {
  ConditionFields,
  type ConditionForm,
  FIRST_STATES,
  LanguageHelp,
  Mistake,
} from "./condition_form.tsx";
import { RuleWays } from "./rule_ways.tsx";

interface Props {
  readonly view: View;
  readonly form: ConditionForm;
  readonly today: string;
  readonly problem?: string | undefined;
  readonly mistake?: ConditionProblem | undefined;
  /** What it would have done. */
  readonly children?: Child;
}

export function NewConditionPage({ view, form, today, problem, mistake, children }: Props) {
  return (
    <Console view={view} needs="rules" title="Add rules">
      <Crumb to="/console/rules" name="Rules">add</Crumb>
      <RuleWays current="condition" />
      <Problem text={problem} />
      {mistake === undefined ? null : <Mistake when={form.when} problem={mistake} />}
      {children}
      <PostForm
        view={view}
        action="/console/rules/new"
        class="card"
        fields={{ with: "condition" }}
      >
        <ConditionFields
          form={form}
          today={today}
          mistaken={mistake !== undefined}
          states={FIRST_STATES}
        />
        <div class="actions">
          <button type="submit">Save</button>
        </div>
      </PostForm>
      <LanguageHelp />
    </Console>
  );
}
