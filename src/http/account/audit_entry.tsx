/** `/console/audit/<id>`: one entry of the audit log with all that it changed, and each event that it stands for. */
import type { ListedEntry } from "../../service/access/audit_log.ts";
import { each } from "../site/each.ts";
import { Card, Crumb, thousands } from "../site/parts/marks.tsx";
import { CollapsibleTable, type Column, Pager } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { ACTION_NAMES, named, type Names, VIA_WORDS, wordsOf } from "./audit_words.ts";

/** Ids and names on one page of an entry. */
const LISTED = 100;

interface Props {
  readonly view: View;
  readonly entry: ListedEntry;
  readonly people: Names;
  readonly who: { readonly by: string; readonly by_id: string | null };
  /** Where the shown ids begin. */
  readonly from: number;
}

export function AuditEntryPage({ view, entry, people, who, from }: Props) {
  const { names = [], subjects } = entry;
  const size = Math.max(names.length, subjects.length);
  const address = (at: number) => `/console/audit/${entry.id}?from=${at}`;
  return (
    <Console view={view} title={ACTION_NAMES[entry.action]}>
      <Crumb to="/console/audit" name="Audit log">
        {new Date(entry.at).toISOString().slice(0, 16).replace("T", " ")} UTC
      </Crumb>
      <Card id="entry" title="What was changed">
        {each(wordsOf(entry), (words) => <p class="wrap">{named(words, people)}</p>)}
        <p class="muted small">
          By {who.by}
          {who.by_id === null || who.by.includes(who.by_id)
            ? null
            : <span class="mono">{` (${who.by_id})`}</span>}, {VIA_WORDS[entry.via]}, network{" "}
          {entry.network ?? "unknown"}; {thousands(entry.count)} changed.
        </p>
        <ul>
          {each(names.slice(from, from + LISTED), (name) => <li>{name}</li>)}
        </ul>
        <ul class="mono small">
          {each(subjects.slice(from, from + LISTED), (id) => (
            <li>
              <Subject id={id} />
            </li>
          ))}
        </ul>
        {entry.count > size && size > 0
          ? (
            <p class="muted small">
              This entry names {thousands(size)} of{" "}
              {thousands(entry.count)}; entries before and after it in the same minute may name others.
            </p>
          )
          : null}
      </Card>
      <Pager
        back={from === 0 ? null : ["Newer", address(Math.max(0, from - LISTED))]}
        on={from + LISTED >= size ? null : ["More", address(from + LISTED)]}
      />
      <Events entry={entry} />
    </Console>
  );
}

/** Pages of what an id names, by how the id begins. */
const PAGES = [
  ["req_", "/console/scores/"],
  ["cmp_", "/console/campaigns/"],
] as const;

function Subject({ id }: { id: string }) {
  const page = PAGES.find(([prefix]) => id.startsWith(prefix));
  return page === undefined ? <>{id}</> : <a href={`${page[1]}${id}`}>{id}</a>;
}

interface Event {
  readonly at: number;
  readonly count: number;
  readonly subjects: readonly string[];
}

/** Subjects of an event that are shown. */
const SHOWN = 10;

const EVENTS: readonly Column<Event>[] = [
  { name: "When", cell: ({ at }) => <time>{`${new Date(at).toISOString().slice(11, 23)} UTC`}</time> },
  { name: "Changed", cell: ({ count }) => thousands(count) },
  {
    name: "Ids",
    cell: ({ subjects }) => (
      <span class="mono small">
        {subjects.slice(0, SHOWN).join(", ")}
        {subjects.length > SHOWN ? ` and ${thousands(subjects.length - SHOWN)} more` : ""}
      </span>
    ),
  },
];

function Events({ entry: { events = [], subjects, times } }: { entry: ListedEntry }) {
  if (events.length < 2) return null;
  let from = 0;
  const rows = events.map(([at, count, own]) => {
    // Where all events are about one thing, each is.
    const shown = subjects.length === 1 ? subjects : subjects.slice(from, from + own);
    from += own;
    return { at, count, subjects: shown };
  });
  return (
    <Card id="events" title={`${thousands(times)} events of this minute`}>
      <CollapsibleTable caption="Events" columns={EVENTS} rows={rows} />
    </Card>
  );
}
