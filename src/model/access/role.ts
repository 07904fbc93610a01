/** Roles: what a person of an account may do, or a key that has a role in place of scopes. */

/** Each may do all that the ones before it may. Stored with people and keys, so these names never change. */
export const ROLES = ["viewer", "analyst", "editor", "owner"] as const;

export type Role = typeof ROLES[number];

/** What each adds, in words. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  viewer: "reads scores with their reasons, cases, outcomes and reports, the review queue and appeals",
  analyst: "scores; labels, writes notes, decides reviews and appeals, handles campaigns; reads rules",
  editor: "changes rules, trust, thresholds and the agent policy; imports labels",
  owner:
    "manages people, keys, hooks, webhooks, alerts and settings; reads the audit log; exports and erases",
};

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/** Whether a role may do what needs the other one. */
export function reaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
