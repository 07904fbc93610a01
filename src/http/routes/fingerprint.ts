/** The browser script: at a stable address for an hour, and at one with its content's hash for a year. */
import { createHash } from "node:crypto";
import type { Hono } from "hono";
import script from "../../signals/device/fp.js" with { type: "text" };
import type { AppContext, AppEnv } from "../context.ts";

const HASH = createHash("sha256").update(script).digest("hex").slice(0, 16);

/** Where the script can be kept for good: `/fp.<hash>.js`. */
export const FINGERPRINT_PATH = `/fp.${HASH}.js`;

export function mountFingerprint(app: Hono<AppEnv>): void {
  app.get("/fp.js", (c) => answer(c, "public, max-age=3600"));
  app.get(FINGERPRINT_PATH, (c) => answer(c, "public, max-age=31536000, immutable"));
}

function answer(c: AppContext, caching: string): Response {
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": caching,
    "etag": `"${HASH}"`,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
  const unchanged = (c.req.header("if-none-match") ?? "").includes(`"${HASH}"`);
  return unchanged ? new Response(null, { status: 304, headers }) : new Response(script, { headers });
}
