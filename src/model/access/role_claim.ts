/** WINNOW_OIDC_ROLES: which values of which claim of an identity provider give which role. */
import { isObject } from "../json.ts";
import { type Role, ROLES } from "./role.ts";

export interface RoleClaim {
  /** A claim by its name, or by its path in objects: `groups`, `realm_access.roles`, `https://example.com/roles`. */
  readonly claim: string;
  readonly roles: ReadonlyMap<string, Role>;
}

/** What a provider says of a person, by name; checked before. */
export type Claims = Readonly<Record<string, unknown>>;

/** A claim's name ends at the first colon that is not part of `https://`. */
const PARTS = /^((?:https?:\/\/)?[^:]+):(.+)$/;
const TAKES = `a claim, a colon, and values with their roles (${
  ROLES.join(", ")
}), as groups:winnow-owners=owner,fraud-team=analyst`;

/** Null: nothing is given. @throws Error with what it takes */
export function parseRoleClaim(text: string): RoleClaim | null {
  if (text === "") return null;
  const [, claim, pairs] = PARTS.exec(text) ?? [];
  if (claim === undefined || pairs === undefined) throw new Error(TAKES);
  const roles = new Map<string, Role>();
  for (const pair of pairs.split(",")) {
    const at = pair.lastIndexOf("=");
    const value = pair.slice(0, Math.max(at, 0)).trim();
    const role = ROLES.find((name) => name === pair.slice(at + 1).trim());
    if (value === "" || role === undefined) throw new Error(TAKES);
    if (roles.has(value)) throw new Error(`${TAKES}, each value once`);
    roles.set(value, role);
  }
  return { claim: claim.trim(), roles };
}

/**
 * The highest role that a value of the claim gives; null: none. Values are compared as they are, whole: a text, or the texts
 * of a list. An address gives a role only when the provider has verified it, because people can enter any.
 */
export function roleFrom({ claim, roles }: RoleClaim, claims: Claims): Role | null {
  if (claim === "email" && claims.email_verified !== true) return null;
  const given = claimAt(claims, claim);
  const held = (Array.isArray(given) ? given : [given]).map((value) =>
    typeof value === "string" ? roles.get(value) : undefined
  );
  return ROLES.findLast((role) => held.includes(role)) ?? null;
}

/** Whether the claims have it at all. */
export function hasClaim({ claim }: RoleClaim, claims: Claims): boolean {
  return claimAt(claims, claim) !== undefined;
}

/** A member of that whole name comes first; names of members may have dots themselves. */
function claimAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? claimAt(value[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
