/** The browser script: at `/fp.js`, cached for an hour, and at a path with its content hash, cached for a year. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import script from "../../signals/device/fp.js" with { type: "text" };
import type { AppContext, AppEnv } from "../context.ts";

const HASH = createHash("sha256").update(script).digest("hex").slice(0, 16);

/** `/fp.<hash>.js`: may be cached forever. */
export const FINGERPRINT_PATH = `/fp.${HASH}.js`;

/** The script plain and compressed: pages that load it count on its size, also without a compressing proxy. */
interface Encodings {
  readonly identity: string;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

export function mountFingerprint(app: Hono<AppEnv>): void {
  const encodings: Encodings = { identity: script, gzip: new Uint8Array(gzipSync(script, { level: 9 })) };
  app.get("/fp.js", (c) => answer(c, encodings, "public, max-age=3600"));
  app.get(FINGERPRINT_PATH, (c) => answer(c, encodings, "public, max-age=31536000, immutable"));
}

function answer(c: AppContext, encodings: Encodings, caching: string): Response {
  const encoding = accepts(c, {
    header: "Accept-Encoding",
    supports: ["gzip", "identity"],
    default: "identity",
  });
  const compressed = encoding === "gzip";
  const etag = compressed ? `"${HASH}-gzip"` : `"${HASH}"`;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": caching,
    "etag": etag,
    "vary": "Accept-Encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
  };
  if ((c.req.header("if-none-match") ?? "").includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  return compressed
    ? new Response(encodings.gzip, { headers: { ...headers, "content-encoding": "gzip" } })
    : new Response(encodings.identity, { headers });
}
