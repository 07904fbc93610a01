/** The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a quoted string, or the same characters bare. */
import { invalidParameter } from "../../model/error.ts";
import type { AppContext } from "../context.ts";
import { header } from "../header.ts";

export const IDEMPOTENCY_KEY = "Idempotency-Key";
export const MAX_KEY_CHARS = 255;

/** A string of RFC 9651, 3.3.3. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const PRINTABLE = /^[ -~]+$/;

/** Null without the header. @throws AppError invalid_value naming the header */
export function idempotencyKey(c: AppContext): string | null {
  const value = header(c, IDEMPOTENCY_KEY);
  if (value === undefined) return null;
  const text = value.startsWith('"') ? QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, "$1") : value;
  if (text === undefined) throw refused("is not a quoted string as of RFC 9651");
  if (text === "") throw refused("must not be empty");
  if (!PRINTABLE.test(text)) throw refused("may have printable ASCII characters only");
  if (text.length > MAX_KEY_CHARS) throw refused(`may have at most ${MAX_KEY_CHARS} characters`);
  return text;
}

function refused(why: string): Error {
  return invalidParameter(IDEMPOTENCY_KEY, why);
}
