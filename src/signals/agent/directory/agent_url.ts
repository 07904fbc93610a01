/** Signature-Agent URLs: what is fetched for them, what identifies the agent, and which hosts are refused (the part of the SSRF guard that needs no DNS). */
import { AGENT_POLICY_LIMITS } from "../../../model/agent_policy.ts";
import type { KeySetName } from "../../../model/agent_profile.ts";
import { privateHostProblem } from "../../../model/address/private_host.ts";
import { PLAIN_NAME } from "../parse.ts";
import { type Refused, refused } from "../reasons.ts";

const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

/** `directory`: the well-known path of an origin. `jwks`: a JWK Set at any URL. `card`: a client metadata document with keys or their URL. */
type DirectoryKind = "directory" | "jwks" | "card";

export interface DirectoryTarget {
  readonly kind: DirectoryKind;
  /** The URL to fetch: normalised, without fragment and without a trailing dot of the host. */
  readonly url: string;
  /** Identifies the agent: `url` without its query. */
  readonly identifier: string;
  readonly host: string;
  /** The base URL for this host in WINNOW_AGENT_DIRECTORY_OVERRIDES; null when there is none. */
  readonly override: string | null;
  /** A configured key set: its keys are also known by their `kid`, since the operator trusts who publishes it. */
  readonly byKid?: true;
}

/** Where keys are published. */
export interface KeySources {
  readonly overrides: DirectoryOverrides;
  /** By name, those that are configured. */
  readonly keySets: ReadonlyMap<KeySetName, UrlVerdict>;
}

/** Base URL by lower-case host name. */
export type DirectoryOverrides = ReadonlyMap<string, string>;

export type UrlVerdict = { readonly ok: true; readonly target: DirectoryTarget } | Refused;

/**
 * @param value the String of the covered member
 * @param type its `type` parameter; null when it has none
 */
export function resolveSignatureAgent(
  value: string,
  type: string | null,
  overrides: DirectoryOverrides,
): UrlVerdict {
  const url = parseAgentUrl(value);
  if (url === null) return invalid("not an absolute https URL without user name and fragment");
  const isOrigin = isOriginOf(url);
  // By its own URL the well-known directory proves its host as well.
  const ofHost = isWellKnown(url) ? "directory" : "jwks";
  switch (type) {
    case null:
      return screened(isOrigin ? "directory" : ofHost, url, overrides);
    case "directory":
      return isOrigin
        ? screened("directory", url, overrides)
        : invalid("type=directory takes an origin without path and query");
    case "jwks_uri":
      return screened(ofHost, url, overrides);
    case "cimd":
      return screened("card", url, overrides);
    default:
      return invalid("the type parameter is not directory, jwks_uri or cimd");
  }
}

/**
 * What a key of this target proves: the host, if the key is in the host's well-known directory or in a key set that the operator
 * configured; otherwise the URL alone, since a host may serve what others wrote (an upload, an echo) at any path.
 */
export function provenBy({ kind, host, url, byKid }: DirectoryTarget): string {
  return kind === "directory" || byKid === true ? host : url;
}

/** Whether a rule's URL is what was proven: the URL itself, or the well-known directory of a host. @param proven as `provenBy` returns it */
export function isProven(url: string, proven: string | null): boolean {
  return url === proven || url === `https://${proven}${DIRECTORY_PATH}`;
}

/** A URL as a rule names it; null when it is none, or one of an origin, which a rule names by its host. */
export function readProvenUrl(text: string): string | null {
  const url = parseAgentUrl(text);
  if (url === null || isOriginOf(url)) return null;
  const verdict = screened("jwks", url, new Map());
  return verdict.ok ? verdict.target.url : null;
}

/** Applies the same guard to the `jwks_uri` of a card. */
export function resolveJwksUri(value: string, overrides: DirectoryOverrides): UrlVerdict {
  const url = parseAgentUrl(value);
  return url === null ? invalid("jwks_uri is not an absolute https URL") : screened("jwks", url, overrides);
}

/** The key sets of WINNOW_AGENT_KEYSETS: an origin stands for its directory, any other URL for a JWK Set. The guard is the same. */
export function resolveKeySets(
  urls: Readonly<Partial<Record<KeySetName, string>>>,
  overrides: DirectoryOverrides,
): KeySources["keySets"] {
  const names = Object.keys(urls) as KeySetName[];
  return new Map(names.map((name) => {
    const url = resolveSignatureAgent(urls[name]!, null, overrides);
    return [name, url.ok ? { ok: true, target: { ...url.target, byKid: true } } : url];
  }));
}

function isOriginOf({ path, query }: AgentUrl): boolean {
  return path === "/" && query === "";
}

function isWellKnown({ path, query }: AgentUrl): boolean {
  return query === "" && normalizedEscapes(path) === DIRECTORY_PATH;
}

interface AgentUrl {
  readonly host: string;
  readonly port: string;
  readonly path: string;
  /** With its question mark; "" when there is none. */
  readonly query: string;
}

const USABLE = /^https:\/\/[^/?#@\\\0-\x20\x7f]+(?:[/?][^#\0-\x20\x7f]*)?$/i;

function parseAgentUrl(value: string): AgentUrl | null {
  const host = value.slice("https://".length);
  if (value.startsWith("https://") && PLAIN_NAME.test(host)) return { host, port: "", path: "/", query: "" };
  if (!USABLE.test(value)) return null;
  const url = URL.parse(value);
  if (url === null) return null;
  // `https://host.` and `https://host` are one host; the dot would also let `localhost.` pass the guard below.
  let name = url.hostname;
  while (name.endsWith(".")) name = name.slice(0, -1);
  return name === "" ? null : { host: name, port: url.port, path: url.pathname, query: url.search };
}

function screened(kind: DirectoryKind, url: AgentUrl, overrides: DirectoryOverrides): UrlVerdict {
  const { host, port } = url;
  if (port !== "") return blocked(`port ${port} is not 443`);
  const override = overrides.get(host) ?? null;
  const problem = override === null ? privateHostProblem(host) : null;
  if (problem !== null) return blocked(`${host} ${problem}`);
  const path = kind === "directory" ? DIRECTORY_PATH : normalizedEscapes(url.path);
  const identifier = `https://${host}${path}`;
  const target = { kind, url: identifier + normalizedEscapes(url.query), identifier, host, override };
  if (target.url.length > AGENT_POLICY_LIMITS.url) {
    return invalid(`longer than ${AGENT_POLICY_LIMITS.url} characters`);
  }
  return { ok: true, target };
}

/** RFC 3986 section 6.2.2: upper-case hexadecimal digits, and unreserved characters decoded. */
function normalizedEscapes(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const char = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(char) ? char : escape.toUpperCase();
  });
}

function invalid(detail: string): Refused {
  return refused("signature_agent_invalid", detail);
}

function blocked(detail: string): Refused {
  return refused("signature_agent_blocked", detail);
}
