/** An agent's request as a customer captured it: method, URL split without decoding, header lines by lower-case name. */
import { invalidField } from "../../model/error.ts";
import { isObject } from "../../model/json.ts";

export interface AgentRequestInput {
  readonly url: string;
  readonly method?: string | null | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly commerce?: CommerceObjects | null | undefined;
}

/** What an agent sent about its user and the payment, as its body had it. Nothing of it is stored. */
interface CommerceObjects {
  readonly consumer?: Readonly<Record<string, unknown>> | null | undefined;
  readonly payment?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The URL as signed: not decoded and in its original case. */
interface TargetUrl {
  /** As given, without the fragment. */
  readonly text: string;
  readonly scheme: "http" | "https";
  /** Lower case, without user information, without the scheme's default port. */
  readonly authority: string;
  /** "" when the URL has none. */
  readonly path: string;
  /** Without the question mark; null when the URL has none. */
  readonly query: string | null;
}

export interface SignedRequest {
  readonly method: string;
  readonly target: TargetUrl;
  /** The values under one name; more than one only when names differed in case. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly commerce: CommerceObjects | null;
}

const MAX_HEADERS = 200;
const MAX_URL_LENGTH = 16_384;

const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/;
const ABSOLUTE = /^(https?):\/\/([^/?#\\]+)((?:\/[^?#]*)?)(?:\?([^#]*))?(?:#.*)?$/is;

/** A host name that the WHATWG URL parser leaves unchanged. Recognising this usual case avoids parsing a URL. */
export const PLAIN_NAME = /^(?!.*xn--)(?:[a-z0-9-]+\.)+[a-z]{2,}$/;

/**
 * @param at JSON Pointer of the object in the body, "" for the body itself
 * @throws {AppError} invalid_value, naming the field
 */
export function parseAgentRequest(input: AgentRequestInput, at = ""): SignedRequest {
  const method = input.method ?? "GET";
  if (!METHOD.test(method)) throw invalidField(`${at}/method`, "not an HTTP method");
  limitHeaders(input, at);
  const entries = Object.entries(input.headers);
  const byName = Map.groupBy(entries, ([name]) => name.toLowerCase());
  const fields = new Map([...byName].map(([name, lines]) => [name, lines.map(([, value]) => value)]));
  const target = parseTarget(input.url);
  if (target === null) throw invalidField(`${at}/url`, "not an absolute http or https URL");
  return { method: method.toUpperCase(), target, fields, commerce: input.commerce ?? null };
}

/** Also of input that no schema has seen. @throws {AppError} invalid_value */
export function limitHeaders(input: unknown, at: string): void {
  if (!isObject(input) || !isObject(input.headers)) return;
  if (Object.keys(input.headers).length <= MAX_HEADERS) return;
  throw invalidField(`${at}/headers`, `more than ${MAX_HEADERS} headers`);
}

/** The lines of a field joined as HTTP combines them; null when the request has no such field. */
export function fieldValue(request: SignedRequest, name: string): string | null {
  const lines = request.fields.get(name);
  return lines === undefined ? null : lines.length === 1 ? lines[0]! : lines.join(", ");
}

function parseTarget(text: string): TargetUrl | null {
  // The WHATWG URL parser drops control characters silently, so its result would differ from the signed URL.
  if (text.length > MAX_URL_LENGTH || /[\0-\x20\x7f]/.test(text)) return null;
  const match = ABSOLUTE.exec(text);
  if (match === null) return null;
  const [, scheme, authority, path, query] = match;
  const host = PLAIN_NAME.test(authority!) ? authority! : URL.parse(text)?.host;
  if (host === undefined) return null;
  const fragment = text.indexOf("#");
  return {
    text: fragment < 0 ? text : text.slice(0, fragment),
    scheme: scheme!.toLowerCase() === "http" ? "http" : "https",
    authority: host,
    path: path!,
    query: query ?? null,
  };
}
