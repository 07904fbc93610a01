/** What was done, in words: of every action of the audit log. */
import type { AuditAction, AuditEntry } from "../../model/access/audit.ts";

export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
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
  score_noted: "Wrote or removed a note on a score",
  campaign_changed: "Changed the state of a campaign",
  person_invited: "Invited a person",
  person_joined: "Accepted an invitation",
  person_changed: "Changed a person",
  person_removed: "Removed a person",
  password_changed: "Changed a password",
  second_factor_set: "Set up a second factor",
  second_factor_reset: "Reset a second factor",
  recovery_code_used: "Used a recovery code",
  session_ended: "Ended a session",
  review_assigned: "Assigned a review",
  filter_saved: "Saved a filter",
  filter_deleted: "Deleted a filter",
  alert_created: "Created an alert",
  alert_changed: "Changed an alert",
  alert_deleted: "Deleted an alert",
  alert_tested: "Tested an alert",
  appeal_opened: "Received an appeal",
  appeal_decided: "Decided an appeal",
  decision_lifted: "Lifted a decision",
  data_exported: "Exported a person's data",
  data_erased: "Erased a person's data",
  webhook_created: "Created a webhook",
  webhook_changed: "Changed a webhook",
  webhook_deleted: "Deleted a webhook",
  webhook_disabled: "Disabled a webhook that failed",
  delivery_resent: "Sent a delivery to a webhook again",
  guard_settings_changed: "Changed what may be sent",
  guard_lifted: "Lifted what the guard refused for a while",
  store_restored: "Restored a backup",
  secret_rotated: "Changed the secret",
};

export const VIA_WORDS: Readonly<Record<AuditEntry["via"], string>> = {
  api: "API",
  console: "console",
  command: "command line",
  service: "service",
};

/** Names by the ids of people. */
export type Names = ReadonlyMap<string, string>;

/** @param people as listed */
export function namesOf(people: readonly { readonly person_id: string; readonly name: string }[]): Names {
  return new Map(people.map(({ person_id, name }) => [person_id, name]));
}

/** The text with names in place of ids of people who are there. */
export function named(text: string, names: Names): string {
  return text.replace(/psn_[0-9a-f]{24}/g, (id) => names.get(id) || id);
}

/** "label: none → fraud", "action: block". What was changed says more than the details that were recorded with it. */
export function wordsOf({ changes = {}, details }: AuditEntry): string[] {
  const pair = (name: string) => name.replaceAll("_", " ");
  const changed = Object.entries(changes).map(([name, [from, to]]) => `${pair(name)}: ${from} → ${to}`);
  const said = Object.entries(details).map(([name, text]) => `${pair(name)}: ${text}`);
  return changed.length > 0 ? changed : said;
}
