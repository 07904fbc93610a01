/** The facts of a stored score, and what rules made of them. */
import type { Child } from "hono/jsx";
import { type CustomFact, isCustomFact } from "../../../model/facts/custom.ts";
import type { Facts } from "../../../model/facts/fact.ts";
import { FACT_NAMES, type FactName, type FactRow, FACTS } from "../../../model/facts/table.ts";
import { whyUnknown } from "../../../model/facts/why_unknown.ts";
import type { DecidingCondition } from "../../../model/conditions/stored.ts";
import type { ScoreRecord } from "../../../model/records.ts";
import type { OpenScore } from "../../../service/site/scores.ts";
import { ruleWords } from "../../../model/rules/rule.ts";
import { factsWhy } from "../../../service/score/common_device.ts";
import { each } from "../../site/each.ts";
import { Badge, Card } from "../../site/parts/marks.tsx";
import { PageLink } from "../../site/parts/page_link.tsx";
import { Table } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { reasonWords } from "../../site/words.ts";
import { factWords, partName } from "./fact_words.ts";
import { NO_FILTER, scoresAddress, withFacts } from "./score_query.ts";

/** First on the page of a score. */
export function FactsCard({ view, record }: { view: View; record: ScoreRecord }) {
  const { facts } = record;
  if (facts === undefined) {
    return (
      <Card id="facts" title="Facts">
        <p class="muted">This score is of an earlier version, which kept no facts.</p>
      </Card>
    );
  }
  const groups = [...Map.groupBy(FACT_NAMES, (name) => FACTS[name].of)];
  const given = groups.filter(([of]) => of === "signup" || record.components.some(({ kind }) => kind === of));
  const absent = groups.filter((group) => !given.includes(group));
  const own = Object.keys(facts).filter(isCustomFact);
  const isListed = (name: FactName) => !isOptional(name) || facts[name] !== undefined;
  const names = [...given.flatMap(([, names]) => names.filter(isListed)), ...own];
  return (
    <Card id="facts" title="Facts">
      <Table
        caption="Facts"
        dense="unlabelled"
        columns={[
          { name: "Fact", cell: (name) => <code>{name}</code> },
          { name: "Value", cell: (name) => <Value name={name} facts={facts} record={record} /> },
          { name: "Meaning", cell: (name) => <span class="muted small">{meaningOf(name)}</span> },
        ]}
        rows={names}
      />
      <p class="muted small">
        {absent.length === 0 ? "" : `Not in the request: ${absent.map(([of]) => partName(of)).join(", ")}. `}
        <PageLink view={view} reads="rules.write" href="/console/rules/new?with=condition">
          Rules with a condition
        </PageLink>{" "}
        ask for facts by these names. None of them holds an identifier.
      </p>
    </Card>
  );
}

function isOptional(name: FactName): boolean {
  const row: FactRow = FACTS[name];
  return row.isOptional === true;
}

function meaningOf(name: FactName | CustomFact): string {
  return isCustomFact(name) ? "A field of your own, as you sent it" : FACTS[name].meaning;
}

function Value({ name, facts, record }: { name: FactName | CustomFact; facts: Facts; record: ScoreRecord }) {
  const value = facts[name];
  if (value !== undefined) {
    const mode = record.mode === "test" ? record.mode : "";
    const same = scoresAddress(withFacts({ ...NO_FILTER, mode }, { [name]: [value] }));
    const why = factsWhy(facts, record.signup).facts_why?.[name];
    return (
      <>
        <a class="mono" href={same} title="Scores with the same">{factWords(name, value)}</a>
        {why === undefined ? null : <div class="muted small">{why}</div>}
      </>
    );
  }
  // Only a field of the customer's own that was sent is listed.
  const reason = isCustomFact(name) ? null : whyUnknown(
    name,
    (of) => record.components.find(({ kind }) => kind === of)?.unknown,
  );
  const words = `unknown: ${reasonWords(reason ?? "not_given")}`;
  return <span class="muted" title={words}>{words}</span>;
}

/** What the account's rules made of the score, as rows about it; none where no rule was true of it. */
export function rulePairs(
  view: View,
  { record: { rule, conditions }, trustedBy }: Pick<OpenScore, "record" | "trustedBy">,
): readonly (readonly [string, Child])[] {
  const { decided = null, tags = [], would = [], notJudged = [] } = conditions ?? {};
  const pairs: [string, Child][] = [];
  if (rule !== null) {
    const words = `your ${rule.action} rule for ${ruleWords(rule)}`;
    pairs.push(["Decided by", RuleLink({ view, id: rule.id, children: words })]);
    if (trustedBy !== null) pairs.push(["Trusted by", trustedBy]);
  } else if (decided !== null) {
    pairs.push(["Decided by", Decided({ view, condition: decided })]);
  }
  if (tags.length > 0) pairs.push(["Tags", Tags({ words: tags })]);
  if (would.length > 0) {
    const rows = would.map(([id, action]) => ({ id, text: `${action} (a rule in shadow)` }));
    pairs.push(["Would have", RuleLines({ view, rows })]);
  }
  if (notJudged.length > 0) {
    const rows = notJudged.map(([id, reason]) => ({ id, text: reason }));
    pairs.push(["Not judged", RuleLines({ view, rows })]);
  }
  return pairs;
}

function RuleLink({ view, id, children }: { view: View; id: string; children?: Child }) {
  return <PageLink view={view} reads="rules.read" href={`/console/rules/${id}`}>{children}</PageLink>;
}

function Decided(
  { view, condition: { id, action, when } }: { view: View; condition: DecidingCondition },
) {
  return (
    <>
      <RuleLink view={view} id={id}>your {action} rule</RuleLink>: <code>{when}</code>
    </>
  );
}

function Tags({ words }: { words: readonly string[] }) {
  return (
    <span class="badges">
      {each(words, (word) => (
        <a href={scoresAddress({ tag: word })}>
          <Badge word="tag" text={word} />
        </a>
      ))}
    </span>
  );
}

function RuleLines(
  { view, rows }: { view: View; rows: readonly { readonly id: string; readonly text: string }[] },
) {
  return (
    <ul class="plain">
      {each(rows, ({ id, text }) => (
        <li>
          {text}
          {view.mayOpen("rules.read")
            ? (
              <>
                , <RuleLink view={view} id={id}>see the rule</RuleLink>
              </>
            )
            : null}
        </li>
      ))}
    </ul>
  );
}
