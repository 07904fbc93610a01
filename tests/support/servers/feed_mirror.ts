/** A mirror of the data feeds on loopback, with small made-up files in the upstream formats. */
import { createHash } from "node:crypto";
import { FEEDS } from "../../../src/feeds/catalog/catalog.ts";
import type { Feed } from "../../../src/feeds/catalog/feed.ts";
import { type FeedOptions } from "../../../src/feeds/library.ts";
import { parseCidr } from "../../../src/model/address/address.ts";
import { HttpClient } from "../../../src/net/http/http_client.ts";
import { startHttpServer, type TestServer } from "./http_server.ts";

interface MirrorRequest {
  readonly file: string;
  readonly ifNoneMatch: string | null;
  readonly status: number;
}

type Answer = string | Uint8Array<ArrayBuffer> | ((request: Request) => Response | Promise<Response>);

/** Files are answered with an entity tag and honour `If-None-Match`; what is not there is 404. */
export class Mirror {
  readonly files = new Map<string, Answer>();
  readonly requests: MirrorRequest[] = [];
  readonly #server: TestServer;

  constructor(files: Readonly<Record<string, Answer>> = {}) {
    for (const [file, answer] of Object.entries(files)) this.files.set(file, answer);
    this.#server = startHttpServer((request) => this.#answer(request));
  }

  get url(): string {
    return this.#server.url;
  }

  /** Number of requests for a file. */
  count(file: string): number {
    return this.requests.filter((request) => request.file === file).length;
  }

  async #answer(request: Request): Promise<Response> {
    const file = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const response = await this.#response(request, this.files.get(file));
    this.requests.push({ file, ifNoneMatch: request.headers.get("if-none-match"), status: response.status });
    return response;
  }

  async #response(request: Request, answer: Answer | undefined): Promise<Response> {
    if (answer === undefined) return new Response("no such file", { status: 404 });
    if (typeof answer === "function") return await answer(request);
    const etag = `"${createHash("sha256").update(answer).digest("hex").slice(0, 16)}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
    return new Response(answer, { headers: { etag } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

/** The catalogue as it is, for files of a few lines. */
export const SMALL_FEEDS: readonly Feed[] = FEEDS.map((feed) => ({
  ...feed,
  minimum: 1,
  maxBytes: 256 * 1024,
  timeout: 1_500,
}));

/** Made-up networks; each list names what its addresses are. */
export const SAMPLE_FILES = {
  "tor-bulk-exit-list.txt": "5.45.1.1\n5.45.1.2\n5.45.1.3\n5.45.1.4\n",
  "tor-onionoo-details.json": JSON.stringify({
    relays: [
      { or_addresses: ["5.45.9.9:9001", "[2a03:e600:100::1]:9001"], exit_addresses: ["2a03:e600:100::1"] },
      {
        or_addresses: ["5.45.9.10:9001", "[2a03:e600:100::2]:9001"],
        exit_policy_summary: { accept: ["80"] },
      },
    ],
  }),
  "x4bnet-vpn-ipv4.txt": "45.83.0.0/20\n104.28.28.0/26\n104.28.99.0/24\n",
  "x4bnet-vpn-ipv6.txt": "2a0d:5600::/32\n",
  "x4bnet-datacenter-ipv4.txt": "23.92.0.0/20\n5.45.1.0/24\n172.224.226.0/24\n",
  "x4bnet-datacenter-ipv6.txt": "2604:a880::/32\n",
  "aws-ip-ranges.json": JSON.stringify({
    prefixes: [{ ip_prefix: "3.5.140.0/22", service: "AMAZON" }, { ip_prefix: "52.93.127.17/32" }],
    ipv6_prefixes: [{ ipv6_prefix: "2600:1f18::/36" }],
  }),
  "azure-servicetags.json": JSON.stringify({
    values: [
      { name: "AzureCloud", properties: { addressPrefixes: ["20.150.0.0/15", "2603:1000::/40"] } },
      { name: "Office365", properties: { addressPrefixes: ["52.96.0.0/14"] } },
    ],
  }),
  "cloudflare-ips-v4.txt": "173.245.48.0/20\n172.64.0.0/13\n",
  "apple-egress-ip-ranges.csv": "172.224.226.0/27,GB,GB-EN,London,\n104.28.28.0/27,DE,DE-BE,Berlin,\n",
  "mullvad-relays.json": JSON.stringify([{ ipv4_addr_in: "45.83.1.1", ipv6_addr_in: "2a0d:5600::1" }]),
  "monosans-proxies.json": JSON.stringify([{ protocol: "http", host: "41.2.3.4", exit_ip: "41.2.3.5" }]),
  "spamhaus-drop_v4.json": '{"cidr":"1.10.16.0/20","sblid":"SBL256894","rir":"apnic"}\n' +
    '{"cidr":"27.126.160.0/20","sblid":"SBL1","rir":"apnic"}\n{"type":"metadata","records":2}\n',
  "spamhaus-asndrop.json": '{"asn":64500,"rir":"ripencc"}\n{"type":"metadata","records":1}\n',
  "disposable_email_blocklist.conf": "trash-mail.example.com\n0-mail.com\n10minutemail.com\npp.ua\n",
  "disposable-domains.txt": "0-mail.com\nmailinator.com\n",
  "rdap-dns.json": JSON.stringify({ services: [[["com", "net"], ["https://rdap.example/v1/"]]] }),
  "confusables.txt": "# Version: 17.0.0\n0430 ;\t0061 ;\tMA\t# a\n",
} as const satisfies Readonly<Record<string, string>>;

/** The real guarded client; loopback is allowed to it as an operator would allow a mirror in the LAN. */
function mirrorClient(): HttpClient {
  return new HttpClient({
    offline: false,
    egressAllow: [parseCidr("127.0.0.0/8")!],
    resolve: () => Promise.resolve({ known: true, value: [] }),
    userAgent: "winnow-test",
  });
}

/** Options of a library on a folder; the clock is fixed unless the test moves it. */
export function feedOptions(given: Pick<FeedOptions, "dir" | "mirror"> & Partial<FeedOptions>): FeedOptions {
  return {
    offline: false,
    refresh: true,
    http: mirrorClient(),
    now: () => 1_800_000_000_000,
    log: () => {},
    random: () => 0.5,
    feeds: SMALL_FEEDS,
    ...given,
  };
}
