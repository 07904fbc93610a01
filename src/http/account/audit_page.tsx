/** `/console/audit`: who did what to the account, newest first. */
import { AUDIT_ACTIONS, type AuditEntry } from "../../model/access/audit.ts";
import type { ApiKey } from "../../model/records.ts";
import type { AuditPage as Page, ListedEntry } from "../../service/access/audit_log.ts";
import { Choice, Field } from "../site/parts/form.tsx";
import { Problem, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Pager, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { auditAddress, type AuditQuery } from "./audit_query.ts";
import { ACTION_NAMES, named, type Names, namesOf, VIA_WORDS, wordsOf } from "./audit_words.ts";

type Who = (entry: ListedEntry) => { readonly by: string; readonly by_id: string | null };

interface Props {
  readonly view: View;
  readonly query: AuditQuery;
  /** Null when the filter is refused. */
  readonly page: Page | null;
  readonly keys: readonly ApiKey[];
  readonly people: readonly { readonly person_id: string; readonly name: string }[];
  readonly who: Who;
  readonly first: boolean;
  readonly problem?: string;
}

export function AuditPage({ view, query, page, keys, people, who, first, problem }: Props) {
  const isFiltered = auditAddress(query) !== auditAddress({});
  return (
    <Console
      view={view}
      title="Audit log"
      actions={
        <a class="button quiet small" href={auditAddress(query, { format: "csv" })} download="audit.csv">
          Export CSV
        </a>
      }
    >
      <Problem text={problem} />
      <Filters query={query} keys={keys} people={people} isFiltered={isFiltered} />
      {page === null ? null : (
        <>
          <Table
            caption="Audit log"
            columns={columns(who, namesOf(people), query)}
            rows={page.entries}
            empty={<p>{emptyWords(page, isFiltered, first)}</p>}
          />
          <Pager
            back={first ? null : ["Newest", auditAddress(query)]}
            on={page.cursor === null ? null : ["Older", auditAddress(query, { before: page.cursor })]}
          />
        </>
      )}
      <p class="muted small">
        Who did what in the last 400 days. Equal entries of a minute are one line, which can be opened.
        Networks and values of your users are masked.
      </p>
    </Console>
  );
}

function emptyWords({ cursor }: Page, isFiltered: boolean, first: boolean): string {
  if (cursor !== null) return "None of the entries that were looked through fits; there are older ones.";
  if (isFiltered) return "No entry fits.";
  return first ? "Nothing has been changed yet." : "No older entries.";
}

const ACTIONS = [
  ["", "any"] as const,
  ...AUDIT_ACTIONS.map((action) => [action, ACTION_NAMES[action]] as const).sort((one, other) =>
    one[1] < other[1] ? -1 : 1
  ),
];

function Filters(
  { query, keys, people, isFiltered }: Pick<Props, "query" | "keys" | "people"> & {
    readonly isFiltered: boolean;
  },
) {
  const ofKeys = keys.map(({ id, name, tail }) => [id, `${name || id} (…${tail})`] as const);
  const ofPeople = people.map(({ person_id, name }) => [person_id, name] as const);
  return (
    <form method="get" action="/console/audit">
      <div class="filters">
        <Choice name="action" label="What" value={query.action} options={ACTIONS} />
        <Choice
          name="person"
          label="By person"
          value={query.person}
          options={withAny(query.person, ofPeople)}
        />
        <Choice name="key" label="By key" value={query.key} options={withAny(query.key, ofKeys)} />
        <Field name="object" label="About (id or setting)" value={query.object} />
        <Field name="from" label="From (UTC)" type="date" value={query.from.slice(0, 10)} />
        <Field name="to" label="To, this day included (UTC)" type="date" value={query.to.slice(0, 10)} />
        <div class="field">
          <button type="submit" class="quiet">Filter</button>
          {isFiltered ? <a class="clear" href="/console/audit">Clear</a> : null}
        </div>
      </div>
    </form>
  );
}

type Option = readonly [value: string, text: string];

/** Also the chosen one, which may be gone. */
function withAny(chosen: string, options: readonly Option[]): readonly Option[] {
  const isGone = chosen !== "" && !options.some(([value]) => value === chosen);
  return [["", "any"], ...options, ...(isGone ? [[chosen, chosen] as const] : [])];
}

/** Subjects or names that a line of the list shows. */
const BRIEF = 3;
/** Characters of what was changed that it shows. */
const MAX_WORDS = 160;

/** A line of the list names a few values, and none of a bulk; all of them are on the page of the entry. */
function briefly(entry: AuditEntry): string {
  const { names = [], subjects } = entry;
  const shown = names.length === 0 ? subjects : isBulk(entry) ? [] : names;
  return [...wordsOf(entry), ...shown.slice(0, BRIEF)].map(shortened).join(", ");
}

/** The text of a condition can be long. */
function shortened(text: string): string {
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text;
}

/** Of an import, or of all rules: the values have no ids in the entry. */
function isBulk({ action, names = [], subjects }: AuditEntry): boolean {
  return action.startsWith("rules_") && names.length > subjects.length;
}

/** The line shows all that there is. */
function isWhole(entry: AuditEntry): boolean {
  return !isBulk(entry) && entry.times === 1 && wordsOf(entry).every(({ length }) => length <= MAX_WORDS) &&
    Math.max(entry.names?.length ?? 0, entry.subjects.length) <= BRIEF;
}

function columns(who: Who, names: Names, query: AuditQuery): readonly Column<ListedEntry>[] {
  return [
    { name: "When", cell: ({ at }) => <Time at={at} /> },
    {
      name: "What",
      cell: (entry) => (
        <>
          {ACTION_NAMES[entry.action]}
          {entry.count === 1 ? null : ` (${thousands(entry.count)})`}
          <br />
          <span class="muted small">{named(briefly(entry), names)}</span>
          {isWhole(entry) ? null : (
            <>
              {" "}
              <a class="small" href={`/console/audit/${entry.id}`}>View all</a>
            </>
          )}
        </>
      ),
    },
    {
      name: "By",
      cell: (entry) => {
        const { by, by_id } = who(entry);
        const filter = entry.person === undefined ? { key: by_id ?? "" } : { person: entry.person };
        return by_id === null ? by : <a href={auditAddress({ ...query, ...filter })}>{by}</a>;
      },
    },
    { name: "Through", cell: ({ via }) => VIA_WORDS[via] },
    { name: "Network", cell: ({ network }) => network ?? "–" },
  ];
}
