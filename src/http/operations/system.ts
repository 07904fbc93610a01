/** Endpoints without a key: health, readiness, metrics, the OpenAPI document, the fingerprint script. */
import type { Hono } from "hono";
import type { AppContext, AppEnv } from "../context.ts";
import type { Metrics } from "../metrics.ts";
import { metricsResponse } from "../metrics_server.ts";
import { json } from "../respond.ts";
import type { Services } from "../../service/context.ts";
import type { SiteOptions } from "../site_options.ts";
import { mountFingerprint } from "../pages/fingerprint.ts";

export function mountSystem(
  app: Hono<AppEnv>,
  site: SiteOptions,
  metrics: Metrics,
  openApi: (c: AppContext) => Response,
  services: Pick<Services, "hasher" | "now">,
): void {
  app.get("/healthz", (c) => json(c, { status: "ok" }));
  app.get("/readyz", async (c) => {
    const { ok, checks } = await site.readiness.check();
    return json(c, { status: ok ? "ready" : "not ready", checks }, ok ? 200 : 503);
  });
  if (!site.metricsApart) app.get("/metrics", () => metricsResponse(metrics));
  app.get("/openapi.json", (c) => openApi(c));
  mountFingerprint(app, services, site.clients);
}
