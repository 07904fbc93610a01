/** `/metrics` as a response, and as a server of its own for WINNOW_METRICS_ADDR. */
import { Hono } from "hono";
import type { Metrics } from "./metrics.ts";
import { SAFE_HEADERS } from "./respond.ts";

export async function metricsResponse(metrics: Metrics): Promise<Response> {
  const text = await metrics.text();
  return new Response(text, {
    headers: { ...SAFE_HEADERS, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

/** Serves nothing but the metrics. */
export function createMetricsServer(metrics: Metrics): Hono {
  const server = new Hono();
  server.get("/metrics", () => metricsResponse(metrics));
  server.notFound(() => new Response("not found\n", { status: 404, headers: SAFE_HEADERS }));
  return server;
}
