/** An HttpClient for tests: a table of names, loopback allowed by default. */
import { type Address, parseAddress, parseCidr } from "../../../src/model/address/address.ts";
import { type Known, known, unknown } from "../../../src/model/evidence.ts";
import { type GetOptions, HttpClient, HttpFailed, HttpRefused } from "../../../src/net/http/http_client.ts";
import { TEST_CA } from "../servers/certificates.ts";

export const LOOPBACK = parseCidr("127.0.0.1/32")!;
export const LIMITS: GetOptions = { maxBytes: 10_000, timeoutMs: 5_000, redirects: 3 };

export function clientOf(
  names: Record<string, readonly string[]> = {},
  options: { allow?: boolean; offline?: boolean; allowHttp?: boolean; asked?: string[] } = {},
): HttpClient {
  return new HttpClient({
    offline: options.offline ?? false,
    egressAllow: options.allow === false ? [] : [LOOPBACK],
    resolve: (host): Promise<Known<Address[]>> => {
      options.asked?.push(host);
      const list = names[host];
      return Promise.resolve(
        list === undefined ? unknown("unavailable") : known(list.map((t) => parseAddress(t)!)),
      );
    },
    userAgent: "Winnow/test",
    allowHttp: options.allowHttp ?? false,
    ca: [TEST_CA],
  });
}

export function refusedFor(reason: HttpRefused["reason"]): (error: unknown) => boolean {
  return (error) => error instanceof HttpRefused && error.reason === reason;
}

export function failedFor(reason: HttpFailed["reason"]): (error: unknown) => boolean {
  return (error) => error instanceof HttpFailed && error.reason === reason;
}
