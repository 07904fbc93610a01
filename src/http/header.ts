/**
 * Reading request headers. The runtime accepts 64 KiB of them in total, so each value is bounded before anything parses it,
 * and media types are compared piece by piece: no regular expression sees more than a few characters of a header.
 */
import { getCookie } from "hono/cookie";
import { AppError } from "../model/error.ts";
import type { AppContext } from "./context.ts";

/** Most characters of a header that is read. Browsers send up to 4 KB for each cookie of a domain. */
const MAX_HEADER_LENGTH = 16_384;

/** @throws AppError header_too_long */
export function header(c: AppContext, name: string): string | undefined {
  const value = c.req.header(name);
  if (value !== undefined && value.length > MAX_HEADER_LENGTH) {
    throw new AppError(
      "header_too_long",
      `the ${name} header may have at most ${MAX_HEADER_LENGTH} characters`,
    );
  }
  return value;
}

/** As `header`, but "" for one that is too long: for what must not fail because of it. */
export function shortHeader(c: AppContext, name: string): string | undefined {
  const value = c.req.header(name);
  return value !== undefined && value.length > MAX_HEADER_LENGTH ? "" : value;
}

/** @param prefix `host` for a `__Host-` cookie @throws AppError header_too_long */
export function cookie(c: AppContext, name: string, prefix: "host" | null): string | undefined {
  header(c, "cookie");
  return prefix === null ? getCookie(c, name) : getCookie(c, name, prefix);
}

/** What follows the scheme in an Authorization header (RFC 9110, 11.6.2); null when that is not one word of this scheme. */
export function credentials(authorization: string | undefined, scheme: string): string | null {
  const end = scheme.length;
  if (authorization === undefined || authorization[end] !== " ") return null;
  if (authorization.slice(0, end).toLowerCase() !== scheme) return null;
  const word = authorization.slice(end).trim();
  return word === "" || /\s/.test(word) ? null : word;
}

/** The password of `Authorization: Basic`; null when there is none or it does not decode. */
export function basicPassword(authorization: string | undefined): string | null {
  const encoded = credentials(authorization, "basic");
  if (encoded === null) return null;
  let pair: string;
  try {
    pair = atob(encoded);
  } catch {
    return null;
  }
  const colon = pair.indexOf(":");
  return colon < 0 ? null : pair.slice(colon + 1);
}

/** `application/json` of `Application/JSON; charset=utf-8`; "" of an empty or missing header. */
export function mediaType(value: string | undefined): string {
  if (value === undefined) return "";
  const text = value.trimStart();
  let end = 0;
  while (end < text.length && !ENDS.has(text[end]!)) end++;
  return text.slice(0, end).toLowerCase();
}

const ENDS: ReadonlySet<string> = new Set([";", ",", " ", "\t"]);

/** `application/json` and `application/<anything>+json`. */
export function isJson(type: string): boolean {
  return type === "application/json" || (type.startsWith("application/") && type.endsWith("+json"));
}

/** The members of a comma-separated header, without the blanks around them and without parameters, in lower case. */
export function listed(value: string): string[] {
  return value.split(",").map((member) => {
    const end = member.indexOf(";");
    return (end < 0 ? member : member.slice(0, end)).trim().toLowerCase();
  });
}

/** True when `gzip` or `*` is listed, and not with a weight of zero (RFC 9110, 12.5.3). */
export function acceptsGzip(codings: string): boolean {
  const named = codings.split(",").map((member) =>
    member.split(";").map((part) => part.trim().toLowerCase())
  );
  const [, ...parameters] = named.find(([name]) => name === "gzip") ?? named.find(([name]) => name === "*") ??
    ["", "q=0"];
  return !parameters.some((text) => text.startsWith("q=") && Number(text.slice(2)) === 0);
}
