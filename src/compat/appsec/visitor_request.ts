/**
 * The request of a site's visitor, as a CrowdSec bouncer passes it on: its headers and body are those of the bouncer's request,
 * and the `X-Crowdsec-Appsec-*` headers tell the rest. Only an authenticated bouncer is to be believed.
 */
import { type Address, parseAddress } from "../../model/address/address.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";

/** The bouncer's key. A visitor's own `X-Api-Key` or `Authorization` never counts. */
export const APPSEC_KEY = "x-crowdsec-appsec-api-key";
const PREFIX = "x-crowdsec-appsec-";

export interface VisitorRequest {
  readonly address: Address;
  readonly method: string;
  readonly host: string | null;
  /** Path and query. */
  readonly uri: string;
  readonly scheme: "http" | "https";
  /** As the visitor sent them: nothing of the bouncer or of the way to this service. */
  readonly headers: Headers;
  readonly cookie: string | null;
  readonly userAgent: string | null;
  /** "" when none was sent. */
  readonly accept: string;
}

const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/;
const HOST = /^[A-Za-z0-9._~\-[\]:]{1,300}$/;
const MAX_URI = 16_384;
/** Above it a header of the visitor is left out: whatever he sends, his request is judged. */
const MAX_HEADER = 16_384;
const MAX_HEADERS = 190;

/** Of the connection between bouncer and service. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Null: the bouncer does not say who asks for what. */
export function readVisitorRequest(sent: Headers): VisitorRequest | null {
  const of = (name: string) => sent.get(`${PREFIX}${name}`)?.trim() || null;
  const address = parseAddress(of("ip") ?? "");
  const method = of("verb") ?? "";
  const uri = originForm(of("uri") ?? "");
  if (address === null || !METHOD.test(method) || uri === null) return null;
  const host = of("host");
  const isHost = host !== null && HOST.test(host);
  const headers = visitorHeaders(sent, of("user-agent"));
  if (isHost) headers.set("host", host);
  return {
    address,
    method: method.toUpperCase(),
    host: isHost ? host.toLowerCase() : null,
    uri,
    scheme: schemeOf(sent),
    headers,
    cookie: headers.get("cookie"),
    userAgent: headers.get("user-agent"),
    accept: headers.get("accept") ?? "",
  };
}

/** Of the path alone, decoded once and without `.` and `..`, as sites compare it; null: it cannot be decoded. */
export function pathOf(uri: string): string | null {
  const path = uri.split("?", 1)[0]!;
  const parsed = URL.parse(`http://x${path.replace(/^\/+/, "/")}`);
  if (parsed === null) return null;
  try {
    const decoded = decodeURIComponent(parsed.pathname).replace(/\/{2,}/g, "/");
    return decoded.length > 1 && decoded.endsWith("/") ? decoded.slice(0, -1) : decoded;
  } catch {
    return null;
  }
}

/** For the verification of its signature: the URL is as the visitor requested it, not decoded. Null: it has no signature. */
export function agentRequestOf(
  { method, host, uri, scheme, headers }: VisitorRequest,
): AgentRequestInput | null {
  if (host === null || !headers.has("signature-input") || !headers.has("signature")) return null;
  return { method, url: `${scheme}://${host}${uri}`, headers: Object.fromEntries(headers) };
}

function originForm(uri: string): string | null {
  if (uri === "" || uri.length > MAX_URI) return null;
  const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(uri)?.[1] ?? uri;
  // The asterisk of OPTIONS, and a URL without a path.
  if (path === "" || path === "*") return "/";
  const whole = path.startsWith("?") ? `/${path}` : path;
  return whole.startsWith("/") && !/[\0-\x20\x7f#]/.test(whole) ? whole : null;
}

function visitorHeaders(sent: Headers, agent: string | null): Headers {
  const headers = new Headers();
  let count = 0;
  for (const [name, value] of sent) {
    if (name.startsWith(PREFIX) || OF_CONNECTION.has(name) || value.length > MAX_HEADER) continue;
    if (++count > MAX_HEADERS) break;
    headers.append(name, value);
  }
  // A bouncer may send its own.
  const userAgent = agent ?? sent.get("user-agent");
  if (userAgent !== null && userAgent.length <= MAX_HEADER) headers.set("user-agent", userAgent);
  return headers;
}

/** What the proxy in front of the bouncer says; sites are served by https today. */
function schemeOf(sent: Headers): "http" | "https" {
  const said = sent.get("x-forwarded-proto")?.split(",", 1).join("").trim().toLowerCase();
  return said === "http" ? "http" : "https";
}
