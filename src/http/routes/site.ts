/** What needs no key: health, readiness, metrics, the OpenAPI document, the fingerprint script. */
import type { Hono } from "hono";
import type { Services } from "../../service/context.ts";
import type { AppEnv } from "../context.ts";
import { json } from "../respond.ts";
import type { SiteOptions } from "../server.ts";
import fingerprint from "../../signals/device/fp.js" with { type: "text" };

export function mountSite(
  app: Hono<AppEnv>,
  _services: Services,
  site: SiteOptions,
  openApi: () => object,
): void {
  let document: object | null = null;
  app.get("/healthz", (c) => json(c, { status: "ok" }));
  app.get("/readyz", async (c) => {
    const { ok, checks } = await site.ready();
    return json(c, { status: ok ? "ready" : "not ready", checks }, ok ? 200 : 503);
  });
  app.get(
    "/metrics",
    async () =>
      new Response(await site.metrics(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
      }),
  );
  app.get("/openapi.json", (c) => json(c, document ??= openApi()));
  app.get("/fp.js", () =>
    new Response(fingerprint, {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      },
    }));
}
