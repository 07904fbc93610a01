/** Basic authentication for raw requests to the compatibility layer. */
import type { Ask } from "./app.ts";

/** Headers of a raw request: the key as Basic password. */
export function basic(key: string, username = "1"): Record<string, string> {
  return { authorization: `Basic ${btoa(`${username}:${key}`)}` };
}

/** `app.ask` with Basic authentication. */
export function asking(key: string, rest: Ask = {}): Ask {
  return { ...rest, key: null, headers: { ...basic(key), ...rest.headers } };
}
