/** The route table, and the responses to requests that match no row or fail. */
import { type Context, Hono } from "hono";
import { lazy } from "../concurrency/lazy.ts";
import { AppError } from "../model/error.ts";
import type { Services } from "../service/context.ts";
import type { Failures } from "../service/failures.ts";
import type { Latencies } from "../service/site/latency.ts";
import type { AppEnv } from "./context.ts";
import { rowOf, serve } from "./endpoint.ts";
import { routerPath, unrouted } from "./method.ts";
import { openApiDocument } from "./openapi/document.ts";
import { ServedDocument } from "./openapi/served.ts";
import type { Metrics } from "./metrics.ts";
import { methodName, routeName } from "./operations/route_name.ts";
import { newRequestId, problem } from "./respond.ts";
import { mountEdge } from "./edge/check.ts";
import { mountInboundHooks } from "./hooks/inbound.ts";
import { mountSiteverify } from "./challenge/siteverify.ts";
import { mountClients } from "./docs/packages.ts";
import { mountCompat } from "./compat/api.ts";
import { mountPages } from "./pages/pages.ts";
import { mountLapi } from "./bouncers/lapi.ts";
import { mountLists } from "./bouncers/lists.ts";
import { mountReceiptKeys } from "./agents/receipt_keys.ts";
import { mountSecurityTxt } from "./pages/security_txt.ts";
import { mountSystem } from "./operations/system.ts";
import type { Site } from "./site/site.ts";
import { ENDPOINTS } from "./nouns.ts";
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

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
    app.on(method, routerPath(method, row.path), async (c) => {
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
  mountLapi(app, { services, site: site.options, metrics, failures });
  mountLists(app, { services, site: site.options, metrics, failures });
  mountReceiptKeys(app, services);
  mountSecurityTxt(app, services, site.options.securityContact);
  mountClients(app, site.options.clientPackages);
  mountCompat(app, services, site.options, metrics, failures);
  mountSiteverify(app, services, metrics, failures);
  mountInboundHooks(app, services, metrics);
  mountEdge(app, services, site.options, metrics, failures);
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

/** The router of the route table: a path without parameters is looked up once, and from then on found in a map. */
export class PathRouter<T> implements Router<T> {
  readonly name = "PathRouter";
  readonly #routes = new TrieRouter<T>();
  /** What `#routes` finds for the paths of routes without parameters, by method; null: not looked up yet. */
  readonly #fixed = new Map<string, Map<string, Result<T> | null>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler);
    if (/[:*]/.test(path)) return;
    const paths = this.#fixed.get(method) ?? new Map<string, null>();
    this.#fixed.set(method, paths.set(path, null));
  }

  match(method: string, path: string): Result<T> {
    const paths = this.#fixed.get(method);
    const known = paths?.get(path);
    if (known) return known;
    const found = this.#routes.match(method, path);
    if (known === null) paths!.set(path, found);
    return found;
  }
}
