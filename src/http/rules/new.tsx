/** `/console/rules/new`: adds rules, with a preview. */
import type { Child } from "hono/jsx";
import { MAX_RULE_NOTE } from "../../service/rules/rule_options.ts";
import { Choice, Field, PostForm } from "../site/parts/form.tsx";
import { Crumb, Problem } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { RuleWays } from "./rule_ways.tsx";

export interface RuleForm {
  readonly action: string;
  readonly values: string;
  readonly note: string;
  /** `2026-12-31` or "". */
  readonly expires: string;
}

interface Props {
  readonly view: View;
  readonly form: RuleForm;
  readonly today: string;
  readonly problem?: string | undefined;
  /** The preview, or what was skipped. */
  readonly children?: Child;
}

export const VALUES_FORM = "values";

export function NewRulePage({ view, form, today, problem, children }: Props) {
  return (
    <Console view={view} needs="rules.write" title="Add rules">
      <Crumb to="/console/rules" name="Rules">add</Crumb>
      <RuleWays current="values" />
      <Problem text={problem} />
      {children}
      <PostForm
        view={view}
        id={VALUES_FORM}
        action="/console/rules/new"
        class="card"
        working="Testing the rules on your last 30 days…"
      >
        <Choice
          name="action"
          label="Action"
          options={[
            ["block", "block: score 100"],
            ["allow", "allow: score 0"],
            ["trust", "trust one person: allowed whatever else matches, until labelled fraud"],
          ]}
          value={form.action}
        />
        <Field
          name="values"
          label="Values, one per line"
          rows={6}
          value={form.values}
          hint="IP address, range (203.0.113.0/24), e-mail, domain, phone with +, network (AS64500), device (device: and its id), user (user: and your id), country:TJ, carrier:Tcell or phone_prefix:+99250183. The type is detected automatically."
          required
        />
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
        <div class="actions">
          <button type="submit" name="step" value="preview" class="quiet">Preview</button>
          <button type="submit" name="step" value="add">Add</button>
        </div>
      </PostForm>
    </Console>
  );
}
