/** `/console/rules`: the account's rules: those with a condition, and those that name values. */
import { RULE_KIND_WORDS } from "../../model/rules/rule.ts";
import { LISTED_ACTIONS, type RuleFilter, type RulePage } from "../../service/site/rules.ts";
import { Choice, Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Day, Notice, thousands } from "../site/parts/marks.tsx";
import { type Column, Pager, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import type { ListedCondition } from "../../service/site/conditions.ts";
import { ConditionList } from "./condition_list.tsx";
import { Console } from "../console/frame.tsx";

const ACTIONS = [["", "any"], ...LISTED_ACTIONS.map((action) => [action, action] as const)] as const;

type Row = RulePage["rules"][number];

interface Props {
  readonly view: View;
  readonly page: RulePage;
  readonly conditions: readonly ListedCondition[];
  readonly filter: RuleFilter;
  readonly done: string | null;
}

export function RulesPage({ view, page, conditions, filter, done }: Props) {
  const filtered = filter.text !== "" || filter.action !== null;
  return (
    <Console view={view} needs="rules.write" title="Rules" actions={<Actions view={view} />}>
      <p class="muted">
        Rules that name values come first: a rule that trusts a person overrides all others until a sign-up of
        that person is labelled fraud, block rules override allow rules, and all override any score. A domain
        rule covers its subdomains and the e-mail addresses at all of them. Then conditions are judged, on
        whole sign-ups: block, review, allow.
      </p>
      {done === null ? null : <Notice>{done}</Notice>}
      <form method="get" action="/console/rules" class="filters">
        <div class="grow">
          <Field
            name="q"
            label="Search"
            type="search"
            value={filter.text}
            placeholder="Part of a value or note"
            max={320}
          />
        </div>
        <Choice
          name="action"
          label="Action"
          value={filter.action}
          options={ACTIONS}
        />
        <div class="field">
          <button type="submit" class="quiet">Search</button>
        </div>
      </form>
      {conditions.length === 0 ? null : (
        <section aria-labelledby="conditions">
          <h2 id="conditions">Conditions</h2>
          <ConditionList conditions={conditions} />
        </section>
      )}
      {conditions.length === 0 ? null : <h2>Values</h2>}
      <Table
        caption="Rules"
        columns={columns(view)}
        rows={page.rules}
        empty={<p>{emptyWords(filtered, conditions.length > 0)}</p>}
      />
      <p class="muted small">
        {filtered ? `${thousands(page.found)} of ${rulesCounted(page.total)}` : rulesCounted(page.total)}
      </p>
      <Pages page={page} filter={filter} />
      {page.total + conditions.length === 0 || !view.may("rules.write") ? null : <DeleteAll view={view} />}
    </Console>
  );
}

function Actions({ view }: { view: View }) {
  return (
    <div class="inline-form">
      {view.mayOpen("rules.write")
        ? (
          <>
            <a class="button small" href="/console/rules/new">Add rules</a>
            <a class="button quiet small" href="/console/rules/new?with=condition">Add a condition</a>
            <a class="button quiet small" href="/console/rules/import">Import</a>
          </>
        )
        : null}
      <a class="button quiet small" href="/console/rules.csv" download="rules.csv">Export</a>
    </div>
  );
}

function columns(view: View): readonly Column<Row>[] {
  return [
    {
      name: "Value",
      cell: ({ id, value, hashed, note, warning }) => (
        <>
          <a class="mono" href={`/console/rules/${id}`}>{value}</a>{" "}
          {hashed === undefined ? null : <span class="small muted">(by its hash)</span>}
          {note === undefined ? null : <small class="muted">{note}</small>}
          {warning === undefined ? null : (
            <span class="small muted">
              <br />⚠ {warning}
            </span>
          )}
        </>
      ),
    },
    {
      name: "Action",
      cell: ({ action, state }) => (
        <span class="badges">
          <Badge word={action} /> {state === "paused" ? <Badge word={state} /> : null}
        </span>
      ),
    },
    { name: "Type", cell: ({ kind }) => RULE_KIND_WORDS[kind] },
    { name: "Hits, 7 days", right: true, cell: ({ hits }) => thousands(hits["7d"]) },
    {
      name: "Expires",
      cell: ({ expires_at }) => expires_at === undefined ? "never" : <Day at={expires_at} />,
    },
    { name: "Created", cell: ({ created_at }) => <Day at={created_at} /> },
    {
      name: "Delete",
      cell: ({ id, action, value }) => (
        <PostButton
          view={view}
          action="/console/rules/delete"
          fields={{ id }}
          class="danger small"
          confirm={`Delete the ${action} rule for ${value}?`}
          label={`Delete the rule for ${value}`}
        >
          Delete
        </PostButton>
      ),
    },
  ];
}

function Pages({ page, filter }: Pick<Props, "page" | "filter">) {
  if (page.pages === 1) return null;
  const link = (number: number) => {
    const query = new URLSearchParams({ page: String(number) });
    if (filter.text !== "") query.set("q", filter.text);
    if (filter.action !== null) query.set("action", filter.action);
    return `/console/rules?${query}`;
  };
  return (
    <Pager
      back={page.page > 1 ? ["Newer", link(page.page - 1)] : null}
      on={page.page < page.pages ? ["Older", link(page.page + 1)] : null}
    >
      <span class="muted">{`${page.page} of ${page.pages}`}</span>
    </Pager>
  );
}

/** "1 rule" or "1,200 rules". */
function rulesCounted(count: number): string {
  return `${thousands(count)} ${count === 1 ? "rule" : "rules"}`;
}

function emptyWords(filtered: boolean, anyCondition: boolean): string {
  if (filtered) return anyCondition ? "No rules that name values match." : "No rules match.";
  return `${anyCondition ? "No rules that name values" : "No rules"} yet. Add one, or import a list.`;
}

function DeleteAll({ view }: { view: View }) {
  return (
    <details>
      <summary>Delete all rules</summary>
      <PostForm view={view} action="/console/rules/delete-all" class="card">
        <label class="check">
          <input type="checkbox" name="confirm" value="true" required />
          Delete all rules of this account, those with a condition too. This cannot be undone.
        </label>
        <Submit class="danger">Delete all</Submit>
      </PostForm>
    </details>
  );
}
