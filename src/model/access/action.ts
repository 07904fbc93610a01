/** What can be done in an account, and what it takes: one table for endpoints, pages and forms, for people and keys alike. */
import { AppError } from "../error.ts";
import type { ApiKey, Caller } from "../records.ts";
import { hasScope, type KeyScope, requireScope, scopesOf } from "./key_scope.ts";
import { reaches, type Role } from "./role.ts";

interface Needs {
  /** The least role of a person, or of a key that has a role. */
  readonly role: Role;
  /** The scope of a key that has scopes. */
  readonly scope: KeyScope;
  /** The scope that a form of the console needs instead. Its pages are all read with the scope console. */
  readonly form?: KeyScope;
  /** Completes "to …". */
  readonly text: string;
}

const TABLE = {
  "sessions.open": { role: "viewer", scope: "console", text: "open the console" },
  "scores.read": { role: "viewer", scope: "score", text: "read scores" },
  "scores.search": { role: "viewer", scope: "cases", text: "search scores, and read rings and values" },
  "scores.score": { role: "analyst", scope: "score", text: "score" },
  "decisions.follow": { role: "viewer", scope: "score", text: "follow decisions" },
  "usage.read": { role: "viewer", scope: "score", text: "read the usage" },
  "sources.read": { role: "viewer", scope: "score", text: "read the data sources" },
  "outcomes.read": { role: "viewer", scope: "feedback", text: "read outcomes" },
  "report.read": { role: "viewer", scope: "cases", text: "read the report of a month" },
  "reviews.read": { role: "viewer", scope: "cases", form: "console", text: "read the review queue" },
  "reviews.decide": {
    role: "analyst",
    scope: "cases",
    form: "console",
    text: "claim, assign and decide reviews",
  },
  "labels.write": { role: "analyst", scope: "feedback", form: "console", text: "label scores" },
  "notes.write": { role: "analyst", scope: "cases", text: "write notes" },
  "values.report": { role: "analyst", scope: "feedback", text: "report values" },
  "campaigns.read": { role: "viewer", scope: "cases", text: "read campaigns" },
  "campaigns.write": { role: "analyst", scope: "cases", text: "handle campaigns" },
  "appeals.read": { role: "viewer", scope: "cases", text: "read appeals" },
  "appeals.decide": { role: "analyst", scope: "cases", text: "decide appeals" },
  "backtests.run": { role: "analyst", scope: "score", text: "run backtests" },
  "imports.write": { role: "editor", scope: "feedback", form: "console", text: "import labels" },
  "rules.read": { role: "analyst", scope: "rules", text: "read rules" },
  "rules.write": { role: "editor", scope: "rules", text: "change rules" },
  // A bouncer asks with a key that changes nothing.
  "decisions.read": { role: "viewer", scope: "score", text: "read decisions" },
  "decisions.lift": { role: "editor", scope: "rules", form: "console", text: "lift decisions" },
  "agents.verify": { role: "analyst", scope: "agents", text: "verify agents" },
  "agents.read": { role: "viewer", scope: "agents", text: "read decisions about agents" },
  "policy.read": { role: "analyst", scope: "agents", text: "read the agent policy" },
  "guard.ask": { role: "analyst", scope: "score", text: "ask whether a message may be sent" },
  "guard.read": { role: "viewer", scope: "score", text: "read what may be sent" },
  "guard.write": { role: "editor", scope: "admin", text: "change what may be sent" },
  "policy.write": { role: "editor", scope: "agents", text: "change the agent policy" },
  "thresholds.write": { role: "editor", scope: "admin", text: "change thresholds" },
  "settings.read": { role: "editor", scope: "score", text: "read the settings" },
  "settings.write": { role: "owner", scope: "admin", text: "change the settings" },
  "hooks.manage": { role: "owner", scope: "admin", text: "manage hooks" },
  "webhooks.manage": { role: "owner", scope: "admin", text: "manage webhooks" },
  "alerts.manage": { role: "owner", scope: "admin", text: "manage alerts" },
  "keys.manage": { role: "owner", scope: "admin", text: "manage keys" },
  "people.manage": { role: "owner", scope: "admin", text: "manage people" },
  "sessions.end": { role: "owner", scope: "admin", form: "console", text: "sign everybody out" },
  "audit.read": { role: "owner", scope: "admin", text: "read the audit log" },
  "privacy.export": { role: "owner", scope: "admin", text: "export a person's data" },
  "privacy.erase": { role: "owner", scope: "admin", text: "erase a person's data" },
} as const satisfies Readonly<Record<string, Needs>>;

export type Action = keyof typeof TABLE;

export const ACTIONS: Readonly<Record<Action, Needs>> = TABLE;

const ALL_ACTIONS = Object.keys(TABLE) as readonly Action[];

/** What a key may do. */
export type Grant = Pick<ApiKey, "scopes" | "role">;

type Actor = Pick<Caller, "person" | "origin"> & { readonly key: Grant };

/** The role that decides; null: the scopes of the key do. */
export function roleOf({ person, key }: Pick<Actor, "person" | "key">): Role | null {
  return person?.role ?? key.role ?? null;
}

function scopeOf({ origin }: Actor, action: Action): KeyScope {
  const { scope, form } = ACTIONS[action];
  return form !== undefined && origin?.().via === "console" ? form : scope;
}

/** Whether the caller may call what this action is, or send the form of it. */
export function mayDo(caller: Actor, action: Action): boolean {
  const role = roleOf(caller);
  return role === null ? hasScope(caller.key, scopeOf(caller, action)) : reaches(role, ACTIONS[action].role);
}

/** Whether the caller may read a page of this action. */
export function mayOpen(caller: Actor, action: Action): boolean {
  const role = roleOf(caller);
  return role === null ? hasScope(caller.key, "console") : reaches(role, ACTIONS[action].role);
}

const ORIGINS = (["api", "console"] as const).map((via) => () => ({ via, network: null }));

/** Whether a key of this grant could do anything that the caller may not. */
export function exceeds(given: Grant, caller: Actor): boolean {
  return ORIGINS.some((origin) =>
    ALL_ACTIONS.some((action) =>
      mayDo({ key: given, origin }, action) && !mayDo({ ...caller, origin }, action)
    )
  );
}

/**
 * Nobody gives what they do not have.
 * @param to whom it would be given
 * @throws AppError scope_missing, role_missing
 */
export function requireNoMore(caller: Actor, given: Grant, to: "another key" | "a person"): void {
  if (!exceeds(given, caller)) return;
  const lacks = given.role === undefined
    ? `scope ${scopesOf(given).filter((scope) => !hasScope(caller.key, scope)).join(", ")}`
    : `role ${given.role}`;
  const [code, who] = caller.person === undefined
    ? ["scope_missing", "The key you signed in with lacks"] as const
    : ["role_missing", "You lack"] as const;
  throw new AppError(code, `${who} the ${lacks}, so it cannot be given to ${to}.`);
}

/** @throws AppError role_missing for a person, scope_missing for a key; either says what is missing */
export function requireAction(caller: Actor, action: Action): void {
  if (mayDo(caller, action)) return;
  requireRole(caller, action);
  requireScope(caller.key, scopeOf(caller, action));
}

/** @throws as `requireAction` */
export function requirePage(caller: Actor, action: Action): void {
  if (mayOpen(caller, action)) return;
  requireRole(caller, action);
  requireScope(caller.key, "console");
}

function requireRole({ person, key }: Actor, action: Action): void {
  const { role, text } = ACTIONS[action];
  if (person !== undefined) {
    throw new AppError(
      "role_missing",
      `your role is ${person.role}; to ${text}, it needs to be ${role}. Ask an owner of your account`,
    );
  }
  if (key.role === undefined) return;
  throw new AppError(
    "scope_missing",
    `this key has the role ${key.role}; to ${text}, it needs the role ${role}. ` +
      `Use a key with that role, or create one in the console or with \`keys create --role ${role}\``,
  );
}
