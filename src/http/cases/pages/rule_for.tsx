/** `/console/rules/for/<ref>`: a rule for a stored value, with what it would match. */
import type { Child } from "hono/jsx";
import type { RuleAction } from "../../../model/rules/rule.ts";
import { ruleWords } from "../../../model/rules/rule.ts";
import type { BacktestCounts } from "../../../service/rules/backtest.ts";
import { clashingWords, type ListedConflict } from "../../../service/rules/dry_run.ts";
import { MAX_RULE_NOTE } from "../../../service/rules/rule_options.ts";
import type { FoundRule, RuleTarget, StoredValue } from "../../../service/site/rule_target.ts";
import { each } from "../../site/each.ts";
import { Field, PostButton, PostForm, Submit } from "../../site/parts/form.tsx";
import { Card, Crumb, Notice, Problem } from "../../site/parts/marks.tsx";
import type { View } from "../../site/view.ts";
import { VALUE_NOUNS } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";
import { DryRunCard } from "../../rules/dry_run.tsx";
import { byAddress, type TrialScores } from "../../rules/trial.tsx";
import { scores } from "./undo.tsx";

interface Props {
  readonly view: View;
  readonly value: StoredValue;
  readonly target: RuleTarget;
  readonly action: RuleAction;
  /** The request id of the score to return to; "" for the page of the value. */
  readonly from: string;
  readonly note: string;
  readonly preview: {
    readonly added: number;
    readonly trial: BacktestCounts;
    readonly clashes: readonly ListedConflict[];
    readonly list?: TrialScores;
  } | null;
  readonly problem?: string;
}

const VERBS = { block: "Block", allow: "Allow", trust: "Trust" } as const;

export function RuleForPage({ view, value, target, action, from, note, preview, problem }: Props) {
  const verb = VERBS[action];
  // Trust is in one person: never in the network or the domain of a value.
  const targets = action === "trust" ? [target] : value.targets;
  const blocking = (preview?.clashes ?? []).filter(({ type }) => type === "overridden_by");
  return (
    <Console view={view} needs="rules.write" title={`${verb} ${VALUE_NOUNS[target.kind]} ${target.shown}`}>
      <Crumb to="/console/rules" name="Rules">add</Crumb>
      <Problem text={problem} />
      {targets.length === 1 ? null : (
        <div class="actions" role="group" aria-label="What the rule is for">
          {each(targets, ({ name, kind, shown }) => (
            <a
              class="button quiet small"
              href={addressOf(value.ref, { action, from, target: name })}
              aria-current={name === target.name ? "true" : undefined}
            >
              {name === "value" ? `This ${VALUE_NOUNS[kind]}` : `The whole ${VALUE_NOUNS[kind]} ${shown}`}
            </a>
          ))}
        </div>
      )}
      <Card id="matches" title="What it matches">
        <p>{matchWords(target, action, blocking.length > 0)}</p>
        {target.name !== "value" ? null : (
          <p>
            It is in {scores(value.scores)}: {value.labels.fraud} labelled fraud, {value.labels.legit}{" "}
            labelled legitimate.
          </p>
        )}
      </Card>
      {preview === null
        ? null
        : preview.added === 0
        ? <Notice kind="warn">This is one of your rules already. Nothing would be added.</Notice>
        : (
          <DryRunCard
            counts={preview.trial}
            conflicts={preview.clashes}
            list={preview.list}
            open={byAddress((list, cursor) =>
              addressOf(value.ref, {
                action,
                from,
                target: target.name,
                list: cursor === null ? list : `${list}:${cursor}`,
              })
            )}
          />
        )}
      {blocking.length === 0 ? null : <StillDecides view={view} action={action} conflicts={blocking} />}
      <PostForm
        view={view}
        action={`/console/rules/for/${value.ref}`}
        class="card"
        fields={{ action, from, target: target.name }}
      >
        <Field name="note" label="Note" hint="For your team" value={note} max={MAX_RULE_NOTE} />
        <Submit class={action === "block" ? "danger" : "quiet"}>{verb} it</Submit>
      </PostForm>
    </Console>
  );
}

function addressOf(ref: string, query: Readonly<Record<string, string>>): string {
  return `/console/rules/for/${ref}?${new URLSearchParams(query)}`;
}

/** @param blocked existing block rules are known to match its scores */
function matchWords({ name, kind, shown }: RuleTarget, action: RuleAction, blocked: boolean): string {
  const effect = action === "block" ? "blocked with score 100" : "allowed with score 0";
  const unless = UNLESS[action](blocked);
  const what = name === "domain"
    ? `the domain ${shown}, its subdomains, or an e-mail address at any of them`
    : kind === "network"
    ? `an IP address of the network ${shown}`
    : `the ${VALUE_NOUNS[kind]} ${shown}`;
  return `Every later score with ${what} is ${effect}, a whole sign-up too.${unless}`;
}

/** What comes before a rule. @param met in stored scores that the rule would match */
const UNLESS: Readonly<Record<RuleAction, (met: boolean) => string>> = {
  allow: (met) =>
    met
      ? " But only where none of your block rules matches and your agent policy denies nothing: see what still blocks."
      : " Unless one of your block rules matches it, or your agent policy denies it: those come first.",
  block: (met) =>
    met
      ? " But not the scores of a person whom you trust: see what still allows."
      : " Unless you trust the person: a rule that trusts comes first.",
  trust: () =>
    " Your block rules too are overridden, until a sign-up with it is labelled fraud: that ends the trust. An agent that your policy denies stays blocked.",
};

/** What was just added, with its undo. */
export function RuleNotice(
  { view, found: { rule, overriddenBy } }: { view: View; found: FoundRule },
): Child {
  const undo = (
    <PostButton view={view} action="/console/rules/delete" fields={{ id: rule.id }}>Undo</PostButton>
  );
  if (overriddenBy.length === 0) {
    return (
      <Notice>
        Your {rule.action} rule for {ruleWords(rule)} is effective from the next score
        {EFFECTIVE[rule.action]}. {undo}
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="warn">
        Your {rule.action} rule for {ruleWords(rule)} was added, but its scores stay {rule.action === "allow"
          ? "blocked where another of your rules blocks them"
          : "allowed where another of your rules trusts the person"}. {undo}
      </Notice>
      <StillDecides view={view} action={rule.action} conflicts={overriddenBy} />
    </>
  );
}

const EFFECTIVE: Readonly<Record<RuleAction, string>> = {
  allow: " that no block rule matches",
  block: " of a person whom no rule trusts",
  trust: ", whatever else matches",
};

/** The rules that come before an added one, and what works instead. */
function StillDecides(
  { view, action, conflicts }: {
    view: View;
    action: RuleAction;
    conflicts: readonly ListedConflict[];
  },
) {
  const isAllow = action === "allow";
  return (
    <Card id="still-blocked" title={isAllow ? "What still blocks" : "What still allows"}>
      <p>
        {isAllow
          ? "Block rules override allow rules. These of yours match stored scores of this value, so a score like them stays at 100, block. To let them in, delete the block rule, replace it by narrower ones, or trust the person."
          : "Trust overrides block rules. These rules of yours trust people whose stored scores have this value, so a score like them stays at 0, allow. To block them too, delete the trust."}
      </p>
      <ul>
        {each(conflicts, ({ rule, scores: count }) => (
          <li>
            Your {rule.action} rule for <code>{clashingWords(rule)}</code>
            {count === undefined ? null : `, in ${scores(count)}`}{" "}
            <PostButton
              view={view}
              action="/console/rules/delete"
              fields={{ id: rule.id }}
              class="danger small"
              confirm={`Delete your ${rule.action} rule for ${clashingWords(rule)}?`}
              label={`Delete the ${rule.action} rule for ${clashingWords(rule)}`}
            >
              Delete the {rule.action} rule
            </PostButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
