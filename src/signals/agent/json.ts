/** Untrusted JSON: the own members of an object, read by type. */

export type JsonObject = { readonly [name: string]: unknown };

/** Null when the value is not an object. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonObject : null;
}

/** An own member that is a string; null when it is absent or something else. */
export function stringMember(object: JsonObject, name: string): string | null {
  const value = Object.hasOwn(object, name) ? object[name] : null;
  return typeof value === "string" ? value : null;
}
