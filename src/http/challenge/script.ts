/** The script of the page of a challenge: one file, which is its own worker. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import script from "./page.js" with { type: "text" };
import type { AppContext } from "../context.ts";
import { acceptsGzip, header } from "../header.ts";

const COMPRESSED = new Uint8Array(gzipSync(script, { level: 9 }));
const ETAG = createHash("sha256").update(script).digest("hex").slice(0, 16);

export function scriptAnswer(c: AppContext): Response {
  const compressed = acceptsGzip(header(c, "accept-encoding") ?? "");
  const etag = compressed ? `"${ETAG}-gzip"` : `"${ETAG}"`;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=3600",
    "etag": etag,
    "vary": "Accept-Encoding",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
  };
  if ((header(c, "if-none-match") ?? "").includes(etag)) return new Response(null, { status: 304, headers });
  return compressed
    ? new Response(COMPRESSED, { headers: { ...headers, "content-encoding": "gzip" } })
    : new Response(script, { headers });
}
