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
