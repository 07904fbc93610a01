/** The route table, and the responses to requests that match no row or fail. */
import { type Context, Hono } from "hono";
import { lazy } from "../concurrency/lazy.ts";
import { AppError } from "../model/error.ts";
import type { Services } from "../service/context.ts";
import type { Failures } from "../service/failures.ts";
import type { Latencies } from "../service/site/latency.ts";
import type { AppEnv } from "./context.ts";
import { type Endpoint, rowOf, serve } from "./endpoint.ts";
import { routerPath, unrouted } from "./method.ts";
import { openApiDocument } from "./openapi/document.ts";
import { ServedDocument } from "./openapi/served.ts";
import type { Metrics } from "./metrics.ts";
import { PathRouter } from "./path_router.ts";
import { methodName, routeName } from "./operations/route_name.ts";
import { newRequestId, problem } from "./respond.ts";
import * as score from "./score/api.ts";
import * as agent from "./agents/api.ts";
import * as account from "./account/api.ts";
import { mountInboundHooks } from "./hooks/inbound.ts";
import * as hooks from "./hooks/api.ts";
import { batch } from "./score/batch_api.ts";
import * as rings from "./cases/rings_api.ts";
import { search } from "./cases/search_api.ts";
import { value } from "./cases/value_api.ts";
import { outcome } from "./feedback/outcome_api.ts";
import { outcomeSummary } from "./feedback/summary_api.ts";
import { report, withdrawal } from "./feedback/report_api.ts";
import { mountClients } from "./docs/packages.ts";
import { mountCompat } from "./compat/api.ts";
import { mountPages } from "./pages/pages.ts";
import * as rules from "./rules/api.ts";
import * as settings from "./account/settings_api.ts";
import * as sources from "./operations/sources_api.ts";
import * as webhooks from "./webhooks/api.ts";
import { mountReceiptKeys } from "./agents/receipt_keys.ts";
import { mountSecurityTxt } from "./pages/security_txt.ts";
import { mountSystem } from "./operations/system.ts";
import type { Site } from "./site/site.ts";

/** Every authenticated endpoint. */
export const ENDPOINTS: readonly Endpoint[] = [
  score.ipEndpoint,
  score.emailEndpoint,
  score.phoneEndpoint,
  score.domainEndpoint,
  score.signupEndpoint,
  score.signupByQueryEndpoint,
  score.deviceEndpoint,
  batch,
  report,
  withdrawal,
  outcome,
  agent.verify,
  agent.authorize,
  agent.decision,
  agent.receipt,
  agent.readPolicy,
  agent.replacePolicy,
  rules.list,
  rules.create,
  rules.remove,
  rules.removeAll,
  rules.importFile,
  account.storedScore,
  account.note,
  search,
  value,
  rings.list,
  rings.ring,
  account.usage,
  settings.readSettings,
  settings.changeSettings,
  hooks.list,
  hooks.create,
  hooks.change,
  hooks.remove,
  outcomeSummary,
  sources.sources,
  webhooks.list,
  webhooks.create,
  webhooks.change,
  webhooks.rotate,
  webhooks.remove,
  webhooks.deliveries,
  webhooks.resend,
];

interface ServerParts {
  readonly services: Services;
  readonly site: Site;
  readonly metrics: Metrics;
  readonly latencies: Latencies;
  readonly failures: Failures;
}

export function createServer({ services, site, metrics, latencies, failures }: ServerParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: true, router: new PathRouter() });
  const openApi = lazy(() => openApiDocument(ENDPOINTS));
  const served = new ServedDocument(openApi);
  for (const row of ENDPOINTS.map(rowOf)) {
    const method = row.method.toUpperCase();
    app.on(method, routerPath(row.path), async (c) => {
      let response: Response;
      try {
        response = await serve(row, c, services);
      } catch (error) {
        response = failed(c, error);
      }
      const seconds = (performance.now() - c.env.started) / 1000;
      metrics.observe(method, row.path, response.status, seconds);
      if (row.family === "scoring" && response.ok && c.env.head !== true) {
        latencies.observe(c.get("caller").account.id, seconds);
      }
      return response;
    });
  }
  mountSystem(
    app,
    site.options,
    metrics,
    (c) => served.respond(c, services.baseUrl ?? new URL(c.req.url).origin),
    services,
  );
  mountReceiptKeys(app, services);
  mountSecurityTxt(app, services, site.options.securityContact);
  mountClients(app, site.options.clientPackages);
  mountCompat(app, services, site.options, metrics, failures);
  mountInboundHooks(app, services, metrics);
  mountPages(app, site, openApi);
  app.notFound((c) => {
    try {
      return unrouted(c, app);
    } catch (error) {
      return failed(c, error);
    }
  });
  app.onError((error, c) => failed(c, error));

  function failed(c: Context<AppEnv>, thrown: unknown): Response {
    const requestId = newRequestId();
    // Without a valid Host header the request has no origin (RFC 9112, 3.2).
    const origin = URL.canParse(c.req.url) ? new URL(c.req.url).origin : null;
    const error = origin === null
      ? new AppError("invalid_value", "the Host header is not a valid host")
      : failures.toAppError(thrown, {
        requestId,
        method: methodName(c.req.method),
        route: routeName(app, c.req.method, c.req.path),
      });
    return problem(c, error, requestId, `${services.baseUrl ?? origin ?? ""}/docs/errors`);
  }
  return app;
}
