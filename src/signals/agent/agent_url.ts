/** Signature-Agent URLs: what is fetched for them, what identifies them, and which hosts are never asked (SSRF guard, offline half). */
import { parseAddress } from "../../domain/address.ts";

export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

/** `directory`: the well-known path of an origin. `jwks`: a JWK Set at any URL. `card`: a client metadata document that leads to keys. */
export type DirectoryKind = "directory" | "jwks" | "card";

export interface DirectoryTarget {
  readonly kind: DirectoryKind;
  /** What is fetched: normalised, without fragment, without a trailing dot of the host. */
  readonly url: string;
  /** What names the agent: `url` without its query. */
  readonly identifier: string;
  readonly host: string;
  /** The operator's base URL for this host from WINNOW_AGENT_DIRECTORY_OVERRIDES; null when there is none. */
  readonly override: string | null;
}

/** Base URL by lower-case host name. */
export type DirectoryOverrides = ReadonlyMap<string, string>;

export type UrlVerdict =
  | { readonly ok: true; readonly target: DirectoryTarget }
  | {
    readonly ok: false;
    readonly reason: "signature_agent_invalid" | "signature_agent_blocked";
    readonly detail: string;
  };

/** Names that never lead outside, whatever resolves them. */
const INSIDE_NAMES = ["localhost", "local", "internal", "home.arpa", "onion"];

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
  const isOrigin = url.pathname === "/" && url.search === "";
  switch (type) {
    case null:
      return isOrigin ? screened("directory", wellKnown(url), overrides) : screened("jwks", url, overrides);
    case "directory":
      return isOrigin
        ? screened("directory", wellKnown(url), overrides)
        : invalid("type=directory takes an origin without path and query");
    case "jwks_uri":
      return screened("jwks", url, overrides);
    case "cimd":
      return screened("card", url, overrides);
    default:
      return invalid("the type parameter is not directory, jwks_uri or cimd");
  }
}

/** The same guard for a `jwks_uri` found in a card. */
export function resolveJwksUri(value: string, overrides: DirectoryOverrides): UrlVerdict {
  const url = parseAgentUrl(value);
  return url === null ? invalid("jwks_uri is not an absolute https URL") : screened("jwks", url, overrides);
}

function parseAgentUrl(value: string): URL | null {
  const authority = /^https:\/\/([^/?#]+)/i.exec(value)?.[1];
  if (
    authority === undefined || /[@\\]/.test(authority) || value.includes("#") || /[\0-\x20\x7f]/.test(value)
  ) {
    return null;
  }
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return null;
  }
  // `https://host.` and `https://host` are one host; the dot would also hide `localhost.` from the guard below.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/\.+$/, "");
  return url.hostname === "" || url.hostname.endsWith(".") ? null : url;
}

function wellKnown(origin: URL): URL {
  return new URL(DIRECTORY_PATH, origin);
}

function screened(kind: DirectoryKind, url: URL, overrides: DirectoryOverrides): UrlVerdict {
  if (url.port !== "") return blocked(`port ${url.port} is not 443`);
  const override = overrides.get(url.hostname) ?? null;
  const problem = override === null ? hostProblem(url.hostname) : null;
  if (problem !== null) return blocked(`${url.hostname} ${problem}`);
  const path = normalizedEscapes(url.pathname);
  const identifier = `https://${url.hostname}${path}`;
  return {
    ok: true,
    target: {
      kind,
      url: identifier + normalizedEscapes(url.search),
      identifier,
      host: url.hostname,
      override,
    },
  };
}

/** WHATWG URL has turned every spelling of an IPv4 address (decimal, octal, hexadecimal, short) into dotted decimal. */
function hostProblem(host: string): string | null {
  if (host.startsWith("[") || parseAddress(host) !== null) return "is an address, not a name";
  if (INSIDE_NAMES.some((name) => host === name || host.endsWith(`.${name}`))) {
    return "is a name for the inside";
  }
  return host.includes(".") ? null : "has no dot";
}

/** RFC 3986 section 6.2.2: upper-case hexadecimal digits, and unreserved characters not encoded. */
function normalizedEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const char = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(char) ? char : escape.toUpperCase();
  });
}

function invalid(detail: string): UrlVerdict {
  return { ok: false, reason: "signature_agent_invalid", detail };
}

function blocked(detail: string): UrlVerdict {
  return { ok: false, reason: "signature_agent_blocked", detail };
}
