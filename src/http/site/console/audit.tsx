/** `/console/audit`: who did what to the account, newest first. */
import type { AuditAction, AuditEntry } from "../../../model/access/audit.ts";
import type { ApiKey } from "../../../model/records.ts";
import type { AuditPage as Page } from "../../../service/site/audit.ts";
import { Time } from "../parts/marks.tsx";
import { type Column, Pager, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";

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

function columns(keys: readonly ApiKey[]): readonly Column<AuditEntry>[] {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return [
    { name: "When", cell: ({ at }) => <Time at={at} /> },
    {
      name: "What",
      cell: (entry) => (
        <>
          {ACTION_NAMES[entry.action]}
          {entry.count === 1 ? null : ` (${entry.count})`}
          <br />
          <span class="muted small">
            {[...Object.values(entry.details), ...entry.subjects.slice(0, 3)].join(", ")}
          </span>
        </>
      ),
    },
    {
      name: "By",
      cell: ({ key, via }) => {
        if (key === null) return NOBODY[via] ?? "a visitor";
        const name = names.get(key) ?? "";
        return <span class="mono">{name === "" ? key : name}</span>;
      },
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
  agent_policy_changed: "Changed the agent policy",
  values_reported: "Reported values",
  values_withdrawn: "Withdrew reports",
  scores_labelled: "Labelled scores",
  score_noted: "Changed the note on a score",
  webhook_created: "Created a webhook",
  webhook_changed: "Changed a webhook",
  webhook_deleted: "Deleted a webhook",
  webhook_disabled: "Disabled a webhook that failed",
  store_restored: "Restored a backup",
  secret_rotated: "Changed the secret",
};
