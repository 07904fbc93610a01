/** Scopes: what an API key may do. */
import { AppError } from "../error.ts";
import { InvalidValue } from "../invalid_value.ts";
import type { Role } from "./role.ts";

/** Each with what it covers. Stored with keys and written in the API's document, so these names never change. */
export const KEY_SCOPES = {
  score: "score values, sign-ups and batches; read a stored score by its id, usage and data sources",
  feedback: "report values, label scores, read the summary of labels",
  rules: "read and change your rules",
  agents: "verify and authorize agents, read and change the agent policy",
  cases: "search stored scores; read rings and values; write notes",
  console: "sign in to the console, read everything there and label scores",
  admin:
    "manage keys in the console; change the settings of the account; read and change its hooks and webhooks",
} as const;

export type KeyScope = keyof typeof KEY_SCOPES;

export const ALL_SCOPES = Object.keys(KEY_SCOPES) as readonly KeyScope[];

/** A key without `scopes` has all, those of later versions too. */
interface Scoped {
  readonly scopes?: readonly KeyScope[];
}

export function hasScope(key: Scoped, scope: KeyScope): boolean {
  return key.scopes === undefined || key.scopes.includes(scope);
}

/** What a key may do, in words. */
export function grantText(key: Scoped & { readonly role?: Role }): string {
  return key.role === undefined ? scopesOf(key).join(", ") : `role ${key.role}`;
}

export function scopesOf(key: Scoped): readonly KeyScope[] {
  return key.scopes ?? ALL_SCOPES;
}

/** @throws AppError scope_missing, naming the scope and how to get it */
export function requireScope(key: Scoped, scope: KeyScope): void {
  if (hasScope(key, scope)) return;
  throw new AppError(
    "scope_missing",
    `this key lacks the scope ${scope}; it has ${scopesOf(key).join(", ")}. ` +
      `Use a key with that scope, or create one in the console or with \`keys create --scope ${scope}\``,
  );
}

/** A key's field; the scopes of a key that has all are not stored. */
export function scopesField(scopes: readonly KeyScope[]): Scoped {
  const kept = ALL_SCOPES.filter((scope) => scopes.includes(scope));
  return kept.length === ALL_SCOPES.length ? {} : { scopes: kept };
}

/** @param texts names, also several in one text with commas between them */
export function parseScopes(texts: readonly string[]): readonly KeyScope[] | InvalidValue {
  const names = texts.flatMap((text) => text.split(",")).map((name) => name.trim()).filter((name) =>
    name !== ""
  );
  const known = ALL_SCOPES.filter((scope) => names.includes(scope));
  if (known.length === 0 || names.some((name) => !Object.hasOwn(KEY_SCOPES, name))) {
    return new InvalidValue(`must be one or more of ${ALL_SCOPES.join(", ")}`);
  }
  return known;
}
