/**
 * What the OpenID Connect library sends its requests with: the guarded client, with limits of size and time, and no redirects. Plain http
 * reaches this machine alone, and only for a provider that is on it.
 */
import { parseCidr } from "../../model/address/address.ts";
import { isLoopbackHost } from "../../model/address/loopback.ts";
import {
  HttpClient,
  type HttpClientOptions,
  HttpFailed,
  HttpRefused,
  type HttpResponse,
} from "./http_client.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const LOOPBACK = ["127.0.0.0/8", "::1/128"].map((text) => parseCidr(text)!);

/** The part of `fetch` that the library uses. */
type OidcFetch = (url: string, init: OidcRequest) => Promise<Response>;

interface OidcRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** @param onLoopback the provider is on this machine: reached over http too, and when outgoing traffic is switched off */
export function openOidcHttp(options: HttpClientOptions, onLoopback: boolean): HttpClient {
  if (!onLoopback) return new HttpClient(options);
  const egressAllow = [...options.egressAllow, ...LOOPBACK];
  return new HttpClient({ ...options, egressAllow, offline: false });
}

/** @throws {HttpFailed} {HttpRefused} from the function: the provider is not reached, or not allowed, or fails itself */
export function oidcFetch(http: HttpClient, onLoopback: boolean): OidcFetch {
  return async (url, { method, headers: { accept, ...headers }, body }) => {
    const { protocol, hostname } = new URL(url);
    if (onLoopback ? !isLoopbackHost(hostname) : protocol !== "https:") {
      throw new HttpRefused(
        "scheme",
        `${hostname} is only fetched by https, and for a provider that is not on this machine`,
      );
    }
    const limits = {
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      redirects: 0,
      ...(accept === undefined ? {} : { accept }),
    };
    const answer = method === "POST"
      ? await http.post(url, { ...limits, body: String(body) })
      : await http.get(url, limits);
    if (answer.status < 200 || answer.status >= 500) {
      throw new HttpFailed("network", `${hostname} answered with ${answer.status}`);
    }
    return responseOf(answer);
  };
}

/** Its body is decoded already. */
function responseOf({ status, headers, body }: HttpResponse): Response {
  const kept = new Headers(headers);
  kept.delete("content-encoding");
  kept.delete("content-length");
  return new Response(body.length === 0 ? null : body, { status, headers: kept });
}
