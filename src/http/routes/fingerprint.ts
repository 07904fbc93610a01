/**
 * The browser script: at `/fp.js`, cached for an hour, and at a path with its content hash, cached for a year. Its types are
 * at `/fp.d.ts`.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Hono } from "hono";
import types from "../../signals/device/fp.d.ts" with { type: "text" };
import script from "../../signals/device/fp.js" with { type: "text" };
import type { AppContext, AppEnv } from "../context.ts";
import { header } from "../header.ts";

const HASH = createHash("sha256").update(script).digest("hex").slice(0, 16);

/** `/fp.<hash>.js`: may be cached forever. */
export const FINGERPRINT_PATH = `/fp.${HASH}.js`;

const SAFE = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** The script plain and compressed: pages that load it count on its size, also without a compressing proxy. */
interface Encodings {
  readonly identity: string;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

export function mountFingerprint(app: Hono<AppEnv>): void {
  const encodings: Encodings = { identity: script, gzip: new Uint8Array(gzipSync(script, { level: 9 })) };
  app.get("/fp.js", (c) => answer(c, encodings, "public, max-age=3600"));
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

/** True when `gzip` or `*` is listed, and not with a weight of zero (RFC 9110, 12.5.3). */
function acceptsGzip(codings: string): boolean {
  const named = codings.split(",").map((member) =>
    member.split(";").map((part) => part.trim().toLowerCase())
  );
  const [, ...parameters] = named.find(([name]) => name === "gzip") ?? named.find(([name]) => name === "*") ??
    ["", "q=0"];
  return !parameters.some((text) => text.startsWith("q=") && Number(text.slice(2)) === 0);
}

function answer(c: AppContext, encodings: Encodings, caching: string): Response {
  const compressed = acceptsGzip(header(c, "accept-encoding") ?? "");
  const etag = compressed ? `"${HASH}-gzip"` : `"${HASH}"`;
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
