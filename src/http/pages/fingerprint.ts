/**
 * The browser script: at `/fp.js` with a token (`service/score/page_token.ts`), cached for an hour by the browser alone, and at a path with
 * its content hash, without one, cached for a year. Its types are at `/fp.d.ts`.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Hono } from "hono";
import types from "../../signals/device/fp.d.ts" with { type: "text" };
import script from "../../signals/device/fp.js" with { type: "text" };
import { lruOf } from "../../concurrency/lru.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import type { Services } from "../../service/context.ts";
import { issuePageToken } from "../../service/score/page_token.ts";
import type { ClientAddresses } from "../client_address.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { acceptsGzip, header } from "../header.ts";

const HASH = createHash("sha256").update(script).digest("hex").slice(0, 16);

/** `/fp.<hash>.js`: may be cached forever. */
export const FINGERPRINT_PATH = `/fp.${HASH}.js`;

const SAFE = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** The script plain and compressed: pages that load it count on its size, also without a compressing proxy. */
interface Encodings {
  /** For entity tags. */
  readonly name: string;
  readonly identity: string;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

/** Where the script has its token. */
const EMPTY = 'device_token = ""';
/** Scripts with the tokens of the last networks, about 14 kB each: a visitor's next page costs nothing. */
const MAX_SCRIPTS = 200;

/** @param clients whose network is in the token */
export function mountFingerprint(
  app: Hono<AppEnv>,
  { hasher, now }: Pick<Services, "hasher" | "now">,
  clients: ClientAddresses,
): void {
  const encodings = encoded(HASH, script);
  const withTokens = lruOf<Encodings>(MAX_SCRIPTS);
  app.get("/fp.js", (c) => {
    const address = clients.of(c);
    // A private address is a proxy's, or of the machine itself: it is not a visitor's network.
    const token = issuePageToken(
      hasher,
      address !== null && isGlobalUnicast(address) ? address : null,
      now(),
    );
    let made = withTokens.get(token);
    if (made === undefined) {
      made = encoded(`${HASH}-${token}`, script.replace(EMPTY, `device_token = "${token}"`));
      withTokens.set(token, made);
    }
    return answer(c, made, "private, max-age=3600");
  });
  // Plain text, so that a browser shows it.
  app.get("/fp.d.ts", () => {
    const headers = {
      ...SAFE,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    };
    return new Response(types, { headers });
  });
  app.get(FINGERPRINT_PATH, (c) => answer(c, encodings, "public, max-age=31536000, immutable"));
}

function encoded(name: string, script: string): Encodings {
  return { name, identity: script, gzip: new Uint8Array(gzipSync(script, { level: 9 })) };
}

function answer(c: AppContext, encodings: Encodings, caching: string): Response {
  const compressed = acceptsGzip(header(c, "accept-encoding") ?? "");
  const etag = compressed ? `"${encodings.name}-gzip"` : `"${encodings.name}"`;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": caching,
    "etag": etag,
    "vary": "Accept-Encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    ...SAFE,
  };
  if ((header(c, "if-none-match") ?? "").includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  return compressed
    ? new Response(encodings.gzip, { headers: { ...headers, "content-encoding": "gzip" } })
    : new Response(encodings.identity, { headers });
}
