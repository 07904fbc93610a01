/** The browser script: at a stable address for an hour, and at one with its content's hash for a year. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import script from "../../signals/device/fp.js" with { type: "text" };
import type { AppContext, AppEnv } from "../context.ts";

const HASH = createHash("sha256").update(script).digest("hex").slice(0, 16);

/** Where the script can be kept for good: `/fp.<hash>.js`. */
export const FINGERPRINT_PATH = `/fp.${HASH}.js`;

/** The script as it is, and packed: its size is a promise to the pages that load it, proxy in front or not. */
interface Forms {
  readonly identity: string;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

export function mountFingerprint(app: Hono<AppEnv>): void {
  const forms: Forms = { identity: script, gzip: new Uint8Array(gzipSync(script, { level: 9 })) };
  app.get("/fp.js", (c) => answer(c, forms, "public, max-age=3600"));
  app.get(FINGERPRINT_PATH, (c) => answer(c, forms, "public, max-age=31536000, immutable"));
}

function answer(c: AppContext, forms: Forms, caching: string): Response {
  const form = accepts(c, { header: "Accept-Encoding", supports: ["gzip", "identity"], default: "identity" });
  const packed = form === "gzip";
  const etag = packed ? `"${HASH}-gzip"` : `"${HASH}"`;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": caching,
    "etag": etag,
    "vary": "Accept-Encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
  if ((c.req.header("if-none-match") ?? "").includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  return packed
    ? new Response(forms.gzip, { headers: { ...headers, "content-encoding": "gzip" } })
    : new Response(forms.identity, { headers });
}
