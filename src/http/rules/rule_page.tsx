/** `/console/rules/<id>`: one rule, what it did, and what was changed of it. */
import type { Child } from "hono/jsx";
import { isPersonId } from "../../model/access/person.ts";
import type { ConditionProblem } from "../../model/conditions/condition.ts";
import type { ConditionState } from "../../model/conditions/stored.ts";
import { RULE_KIND_WORDS } from "../../model/rules/rule.ts";
import type { readAnyRule } from "../../service/rules/managed_rules.ts";
import { MAX_RULE_NOTE } from "../../service/rules/rule_options.ts";
import type { ListedConflict } from "../../service/rules/dry_run.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import {
  Badge,
  Card,
  Crumb,
  Day,
  Notice,
  Pairs,
  Problem,
  Stat,
  thousands,
  Time,
} from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { DRY_RUN_DAYS } from "../../service/dry_run/tally.ts";
import { byAddress, type Trial, TrialCard } from "./trial.tsx";
import { ClashCard } from "./dry_run.tsx";
import {
  ConditionFields,
  type ConditionForm,
  LanguageHelp,
  Mistake,
  OVERRIDES_DANGER,
  STATE_NAMES,
} from "./condition_form.tsx";

type AnyRuleBody = Awaited<ReturnType<typeof readAnyRule>>;
type Condition = Extract<AnyRuleBody, { kind: "condition" }>;

interface Props {
  readonly view: View;
  readonly rule: AnyRuleBody;
  readonly today: string;
  /** What was just done. */
  readonly done: string | null;
  /** Of an edit that was refused. */
  readonly form?: ConditionForm;
  readonly problem?: string | undefined;
  readonly mistake?: ConditionProblem | undefined;
  /** What it would have done, where that was asked for. */
  readonly tried?: Trial;
  /** Other rules that decide otherwise about the same sign-ups. */
  readonly clashes?: readonly ListedConflict[];
}

export function RulePage({ view, rule, today, done, form, problem, mistake, tried, clashes = [] }: Props) {
  const isCondition = rule.kind === "condition";
  return (
    <Console
      view={view}
      needs="rules.write"
      title={isCondition ? `${NAMES[rule.action]} rule with a condition` : `${NAMES[rule.action]} rule`}
    >
      <Crumb to="/console/rules" name="Rules">
        <code>{rule.id}</code>
      </Crumb>
      {done === null ? null : <Notice>{done}</Notice>}
      <Problem text={problem} />
      {mistake === undefined ? null : <Mistake when={form?.when ?? ""} problem={mistake} />}
      <Card id="rule" title={<Title rule={rule} />}>
        {isCondition
          ? <pre class="when" tabindex={0} role="group" aria-label="Condition">{rule.when}</pre>
          : null}
        {isCondition && rule.overrides !== undefined
          ? <Notice kind="warn">It overrides blocks. {OVERRIDES_DANGER}</Notice>
          : null}
        {rule.kind === "condition" || rule.warning === undefined
          ? null
          : <Notice kind="warn">{rule.warning}</Notice>}
        {rule.action === "trust" ? <p>{TRUST_WORDS}</p> : null}
        <Pairs pairs={pairsOf(rule)} />
        <States view={view} rule={rule} />
      </Card>
      <Hits rule={rule} />
      <ClashCard clashes={clashes} />
      {isCondition ? <Past rule={rule} tried={tried} /> : null}
      {!view.may("rules.write")
        ? null
        : isCondition
        ? <EditCondition view={view} rule={rule} today={today} form={form} mistaken={mistake !== undefined} />
        : <EditList view={view} rule={rule} today={today} />}
      <History rule={rule} />
      <PostButton
        view={view}
        action="/console/rules/delete"
        fields={{ id: rule.id }}
        class="danger small"
        confirm="Delete this rule? What it did stays on the scores, under its id."
      >
        Delete the rule
      </PostButton>
    </Console>
  );
}

const TRUST_WORDS =
  "Every later score of this person is allowed, block rules or not, until a sign-up of theirs is labelled fraud: that deletes this rule. An agent that your agent policy denies stays blocked.";

const NAMES = { allow: "Allow", block: "Block", review: "Review", tag: "Tag", trust: "Trust" } as const;

function Title({ rule }: { rule: AnyRuleBody }) {
  return (
    <span class="badges">
      <Badge word={rule.action} /> <Badge word={rule.state} />
      {rule.kind === "condition" && rule.tag !== undefined ? <Badge word="tag" text={rule.tag} /> : null}
    </span>
  );
}

function pairsOf(rule: AnyRuleBody): readonly (readonly [string, Child])[] {
  return [
    ["State", STATE_NAMES[rule.state]],
    ...(rule.kind === "condition"
      ? []
      : [["Type", RULE_KIND_WORDS[rule.kind]], ["Value", <code key="value">{rule.value}</code>]] as const),
    ...(rule.note === undefined ? [] : [["Note", rule.note] as const]),
    ["Made", Made({ rule })],
    ["Expires", rule.expires_at === undefined ? "never" : Time({ at: rule.expires_at })],
    [
      "Last hit",
      rule.last_hit_at === null ? "none in 30 days" : LastHit({ id: rule.id, at: rule.last_hit_at }),
    ],
  ];
}

function LastHit({ id, at }: { id: string; at: string }) {
  return (
    <>
      <Time at={at} />, <a href={`/console/scores?rule=${id}`}>see the scores</a>
    </>
  );
}

function Made({ rule: { created_at, author } }: { rule: AnyRuleBody }) {
  return (
    <>
      <Time at={created_at} /> {author === null ? "" : authorWords(author)}
    </>
  );
}

function authorWords({ key, name }: { readonly key: string; readonly name: string }): string {
  const shown = name === "" ? key : name;
  return isPersonId(key) ? `by ${shown}` : `with the key ${shown}`;
}

const NEXT: Readonly<Record<ConditionState, readonly ConditionState[]>> = {
  draft: ["shadow", "live"],
  shadow: ["live", "paused"],
  live: ["shadow", "paused"],
  paused: ["shadow", "live"],
};

const STATE_BUTTONS: Readonly<Record<ConditionState, string>> = {
  draft: "Back to draft",
  shadow: "Shadow it",
  live: "Make it live",
  paused: "Pause it",
};

function States({ view, rule }: { view: View; rule: AnyRuleBody }) {
  // A rule that names a value is live or paused.
  const next = NEXT[rule.state].filter((state) => rule.kind === "condition" || state !== "shadow");
  const danger = rule.kind === "condition" && rule.overrides !== undefined;
  return (
    <div class="actions">
      {each(next, (state) => (
        <PostButton
          view={view}
          action={`/console/rules/${rule.id}/state`}
          fields={{ state }}
          class={state === "live" ? "small" : "quiet small"}
          {...(state === "live" && danger ? { confirm: `${OVERRIDES_DANGER} Make it live?` } : {})}
        >
          {STATE_BUTTONS[state]}
        </PostButton>
      ))}
    </div>
  );
}

const PERIODS = [["1d", "Hits in a day"], ["7d", "In 7 days"], ["30d", "In 30 days"]] as const;

function Hits({ rule }: { rule: AnyRuleBody }) {
  return (
    <div class="cards four">
      {each(PERIODS, ([period, label]) => <Stat label={label}>{thousands(rule.hits[period])}</Stat>)}
      <Stat label="Labelled fraud" note={rule.fraud_share === null ? "no labels" : "of those with a label"}>
        {rule.fraud_share === null ? "–" : `${Math.round(100 * rule.fraud_share)} %`}
      </Stat>
    </div>
  );
}

/** The past of a condition: tried when it is asked for, since that takes a moment. */
function Past({ rule, tried }: { rule: AnyRuleBody; tried: Trial | undefined }) {
  const page = `/console/rules/${rule.id}`;
  const days = tried?.trial.days ?? 30;
  const open = byAddress((list, cursor) =>
    `${page}?${new URLSearchParams({ days: String(days), list, ...(cursor === null ? {} : { cursor }) })}`
  );
  return (
    <>
      <p class="actions">
        {each(DRY_RUN_DAYS, (past) => (
          <a
            class="button quiet small"
            href={`${page}?days=${past}#trial`}
            aria-current={tried?.trial.days === past ? "page" : undefined}
          >
            Try it on the last {past} days
          </a>
        ))}
      </p>
      {tried === undefined ? null : <TrialCard {...tried} open={open} />}
    </>
  );
}

function EditCondition(
  { view, rule, today, form, mistaken }: {
    view: View;
    rule: Condition;
    today: string;
    form: ConditionForm | undefined;
    mistaken: boolean;
  },
) {
  return (
    <details class="card" open={form !== undefined}>
      <summary>Edit</summary>
      <PostForm view={view} action={`/console/rules/${rule.id}/edit`}>
        <ConditionFields form={form ?? formOf(rule)} today={today} mistaken={mistaken} />
        <Submit>Save changes</Submit>
      </PostForm>
      <LanguageHelp />
    </details>
  );
}

function formOf({ when, action, tag, overrides, state, note, expires_at }: Condition): ConditionForm {
  return {
    when,
    action,
    tag: tag ?? "",
    overrides: overrides ?? "",
    state,
    note: note ?? "",
    expires: expires_at?.slice(0, 10) ?? "",
  };
}

function EditList({ view, rule, today }: { view: View; rule: AnyRuleBody; today: string }) {
  return (
    <details class="card">
      <summary>Edit</summary>
      <PostForm view={view} action={`/console/rules/${rule.id}/edit`}>
        <div class="fields">
          <Field name="note" label="Note" value={rule.note ?? ""} max={MAX_RULE_NOTE} />
          <Field
            name="expires"
            label="Expires on (00:00 UTC)"
            type="date"
            value={rule.expires_at?.slice(0, 10) ?? ""}
            min={today}
            hint="Leave empty for no expiry"
          />
        </div>
        <Submit>Save changes</Submit>
      </PostForm>
    </details>
  );
}

function History({ rule: { history } }: { rule: AnyRuleBody }) {
  if (history.length === 0) return null;
  return (
    <Card id="history" title="History">
      <ol>
        {each(history.toReversed(), ({ at, by, changes }) => (
          <li>
            <Day at={at} /> {authorWords(by)}: {each(changes, ({ field, from, to }, index) => (
              <>
                {index === 0 ? "" : "; "}
                {field.replace("_", " ")} from {from === null ? "none" : <code>{from}</code>} to{" "}
                {to === null ? "none" : <code>{to}</code>}
              </>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}
