/** `/console/audit`: who did what to the account, newest first. */
import type { AuditAction, AuditEntry } from "../../model/access/audit.ts";
import type { ApiKey } from "../../model/records.ts";
import type { AuditPage as Page, ListedEntry } from "../../service/site/audit.ts";
import { each } from "../site/each.ts";
import { Card, Crumb, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Pager, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

interface Props {
  readonly view: View;
  readonly page: Page;
  readonly keys: readonly ApiKey[];
  readonly first: boolean;
}

export function AuditPage({ view, page, keys, first }: Props) {
  return (
    <Console view={view} title="Audit log">
      <Table
        caption="Audit log"
        columns={columns(keys)}
        rows={page.entries}
        empty={<p>{first ? "Nothing has been changed yet." : "No older entries."}</p>}
      />
      <Pager
        back={first ? null : ["Newest", "/console/audit"]}
        on={page.next === null ? null : ["Older", `/console/audit?before=${encodeURIComponent(page.next)}`]}
      />
      <p class="muted small">
        Sign-ins, keys, rules, the agent policy, reports and labels of the last 180 days. Equal entries of a
        minute are one line. Networks are masked.
      </p>
    </Console>
  );
}

/** Subjects or names that a line of the list shows. */
const BRIEF = 3;
/** Ids and names on one page of an entry. */
const LISTED = 100;

/** "label: none → fraud", "action: block". What was changed says more than the details that were recorded with it. */
function wordsOf({ changes = {}, details }: AuditEntry): string[] {
  const pair = (name: string) => name.replaceAll("_", " ");
  const changed = Object.entries(changes).map(([name, [from, to]]) => `${pair(name)}: ${from} → ${to}`);
  const said = Object.entries(details).map(([name, text]) => `${pair(name)}: ${text}`);
  return changed.length > 0 ? changed : said;
}

/** A line of the list names a few values, and none of a bulk; all of them are on the page of the entry. */
function briefly(entry: AuditEntry): string {
  const { names = [], subjects } = entry;
  const shown = names.length === 0 ? subjects : isBulk(entry) ? [] : names;
  return [...wordsOf(entry), ...shown.slice(0, BRIEF)].join(", ");
}

/** Of an import, or of all rules: the values have no ids in the entry. */
function isBulk({ action, names = [], subjects }: AuditEntry): boolean {
  return action.startsWith("rules_") && names.length > subjects.length;
}

function isWhole(entry: AuditEntry): boolean {
  return !isBulk(entry) && Math.max(entry.names?.length ?? 0, entry.subjects.length) <= BRIEF;
}

interface EntryProps {
  readonly view: View;
  readonly entry: ListedEntry;
  readonly keys: readonly ApiKey[];
  /** Where the shown ids begin. */
  readonly from: number;
}

/** `/console/audit/<id>`: one entry with all that it changed. */
export function AuditEntryPage({ view, entry, keys, from }: EntryProps) {
  const { names = [], subjects } = entry;
  const size = Math.max(names.length, subjects.length);
  const address = (at: number) => `/console/audit/${entry.id}?from=${at}`;
  return (
    <Console view={view} title={ACTION_NAMES[entry.action]}>
      <Crumb to="/console/audit" name="Audit log">
        {new Date(entry.at).toISOString().slice(0, 16).replace("T", " ")} UTC
      </Crumb>
      <Card id="entry" title="What was changed">
        <p>{wordsOf(entry).join(", ")}</p>
        <p class="muted small">
          By {whoOf(entry, keys)}, {VIA[entry.via]}, network {entry.network ?? "unknown"};{" "}
          {thousands(entry.count)} changed.
        </p>
        <ul>
          {each(names.slice(from, from + LISTED), (name) => <li>{name}</li>)}
        </ul>
        <ul class="mono small">
          {each(subjects.slice(from, from + LISTED), (id) => (
            <li>
              {id.startsWith("req_") ? <a href={`/console/scores/${id}`}>{id}</a> : id}
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
    </Console>
  );
}

function whoOf({ key, via }: AuditEntry, keys: readonly ApiKey[]): string {
  if (key === null) return NOBODY[via] ?? "a visitor";
  return keys.find(({ id }) => id === key)?.name || key;
}

function columns(keys: readonly ApiKey[]): readonly Column<ListedEntry>[] {
  return [
    { name: "When", cell: ({ at }) => <Time at={at} /> },
    {
      name: "What",
      cell: (entry) => (
        <>
          {ACTION_NAMES[entry.action]}
          {entry.count === 1 ? null : ` (${thousands(entry.count)})`}
          <br />
          <span class="muted small">{briefly(entry)}</span>
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
      cell: (entry) => <span class={entry.key === null ? undefined : "mono"}>{whoOf(entry, keys)}</span>,
    },
    { name: "Through", cell: ({ via }) => VIA[via] },
    { name: "Network", cell: ({ network }) => network ?? "–" },
  ];
}

const VIA: Readonly<Record<AuditEntry["via"], string>> = {
  api: "API",
  console: "console",
  command: "command line",
  service: "service",
};

/** Who acted where no key did. */
const NOBODY: Partial<Readonly<Record<AuditEntry["via"], string>>> = {
  command: "the operator",
  service: "this service",
};

const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  signed_in: "Signed in",
  sign_in_failed: "Sign-in refused",
  signed_out: "Signed out",
  signed_out_everywhere: "Ended all sessions",
  account_created: "Created the account",
  account_admitted: "Admitted as a member",
  account_dismissed: "Made a guest",
  account_paused: "Paused the account",
  account_resumed: "Resumed the account",
  account_forgotten: "Removed an account",
  account_changed: "Changed the account",
  key_created: "Created a key",
  key_rotated: "Rotated a key",
  hook_created: "Created a hook",
  hook_changed: "Changed a hook",
  hook_deleted: "Deleted a hook",
  key_revoked: "Revoked a key",
  rules_added: "Added rules",
  rules_imported: "Imported rules",
  rules_deleted: "Deleted rules",
  rules_changed: "Changed a rule",
  agent_policy_changed: "Changed the agent policy",
  values_reported: "Reported values",
  values_withdrawn: "Withdrew reports",
  scores_labelled: "Labelled scores",
  labels_imported: "Imported labels",
  label_import_undone: "Undid an import of labels",
  score_noted: "Changed the note on a score",
  campaign_changed: "Changed the state of a campaign",
  webhook_created: "Created a webhook",
  webhook_changed: "Changed a webhook",
  webhook_deleted: "Deleted a webhook",
  webhook_disabled: "Disabled a webhook that failed",
  store_restored: "Restored a backup",
  secret_rotated: "Changed the secret",
};
