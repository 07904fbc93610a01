/** Reads JSON from untrusted sources. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Null when it is not JSON in UTF-8. */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === "string" ? json : new TextDecoder().decode(json));
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null when the value is not an object. */
export function asObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** An own member that is a string; null when it is absent or something else. */
export function stringMember(object: JsonObject, name: string): string | null {
  const value = Object.hasOwn(object, name) ? object[name] : null;
  return typeof value === "string" ? value : null;
}
