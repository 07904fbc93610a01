/** The fields of a rule with a condition, what a mistake in it is, and what it can name. */
import { type ConditionProblem, MAX_CONDITION_CHARS } from "../../model/conditions/condition.ts";
import type { ConditionAction, ConditionState } from "../../model/conditions/stored.ts";
import { MAX_RULE_NOTE } from "../../service/rules/rule_options.ts";
import { FunctionTable, VariableTable } from "../docs/conditions.tsx";
import { Choice, Field } from "../site/parts/form.tsx";
import { Notice } from "../site/parts/marks.tsx";

/** As a person gives them; "" means not given. */
export interface ConditionForm {
  readonly when: string;
  readonly action: string;
  readonly tag: string;
  /** `block` or "". */
  readonly overrides: string;
  readonly state: string;
  readonly note: string;
  /** `2026-12-31` or "". */
  readonly expires: string;
}

/** The fields, in the order in which an address has them. */
export const CONDITION_FIELDS = ["when", "action", "tag", "overrides", "state", "note", "expires"] as const;

const ACTION_NAMES: Readonly<Record<ConditionAction, string>> = {
  block: "block: score 100",
  review: "review: at least a review",
  allow: "allow: score 0",
  tag: "tag: adds a word only",
};

export const STATE_NAMES: Readonly<Record<ConditionState, string>> = {
  draft: "not judged yet",
  shadow: "judged and recorded on every sign-up, decides nothing",
  live: "in force",
  paused: "not judged",
};

export const OVERRIDES_DANGER =
  "Dangerous: it then lets in what a component blocks too, such as disposable addresses, listed networks and automated browsers. Whoever learns what it asks for gets in.";

export const FIRST_STATES = ["draft", "shadow", "live"] as const;

/** @param states those that can be chosen; none: the state is not changed here */
export function ConditionFields(
  { form, today, mistaken, states = [] }: {
    form: ConditionForm;
    today: string;
    mistaken: boolean;
    states?: readonly ConditionState[];
  },
) {
  return (
    <>
      <Field
        name="when"
        label="When"
        rows={4}
        value={form.when}
        max={MAX_CONDITION_CHARS}
        placeholder={`phone.country == "TJ" && ip.country != "TJ"`}
        error={mistaken ? "see the mistake above" : undefined}
        hint={
          <>
            A condition in CEL, on the variables and functions below.{" "}
            <a href="/docs/conditions">Its language</a>
          </>
        }
        required
      />
      <div class="fields">
        <Choice name="action" label="Action" options={Object.entries(ACTION_NAMES)} value={form.action} />
        <Field
          name="tag"
          label="Tag"
          value={form.tag}
          max={32}
          placeholder="shape-run"
          hint="The word that the action tag adds"
        />
        {states.length === 0 ? null : (
          <Choice
            name="state"
            label="State"
            options={states.map((state) => [state, `${state}: ${STATE_NAMES[state]}`] as const)}
            value={form.state}
          />
        )}
      </div>
      <fieldset>
        <label class="check">
          <input type="checkbox" name="overrides" value="block" checked={form.overrides === "block"} />
          <span>An allow rule also lets in what a component blocks</span>
        </label>
        <p class="hint">{OVERRIDES_DANGER}</p>
      </fieldset>
      <div class="fields">
        <Field
          name="note"
          label="Note"
          hint={`For your team; at most ${MAX_RULE_NOTE} characters`}
          value={form.note}
          max={MAX_RULE_NOTE}
        />
        <Field
          name="expires"
          label="Expires on (00:00 UTC)"
          type="date"
          value={form.expires}
          min={today}
          hint="Leave empty for no expiry"
        />
      </div>
    </>
  );
}

/** The line of the mistake with a caret under its column. */
export function Mistake({ when, problem }: { when: string; problem: ConditionProblem }) {
  const { line, column, message, nearest } = problem;
  const text = (when.split("\n")[line - 1] ?? "").replaceAll("\t", " ");
  return (
    <Notice kind="bad">
      <p>
        Line {line}, column {column}: {message}.
        {nearest === null ? null : (
          <>
            {" "}
            Did you mean <code>{nearest}</code>?
          </>
        )}
      </p>
      <pre class="mistake" tabindex={0} role="group" aria-label="The line of the mistake">{`${text}\n${
        " ".repeat(column - 1)
      }^`}</pre>
    </Notice>
  );
}

export function LanguageHelp() {
  return (
    <>
      <details>
        <summary>Variables</summary>
        <VariableTable />
      </details>
      <details>
        <summary>Functions</summary>
        <FunctionTable />
      </details>
    </>
  );
}
