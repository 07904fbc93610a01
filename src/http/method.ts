/** Methods: OPTIONS lists those of a path, others are 405 with Allow, and HEAD is GET without its body. */
import type { Hono } from "hono";
import { AppError } from "../model/error.ts";
import type { AppContext, AppEnv, Bindings } from "./context.ts";

/**
 * Passes a request to the routes. HEAD (RFC 9110, 9.3.2) is routed as GET and the server drops the body, so that the
 * headers are those of GET, Content-Length included. `bindings.head` tells the routes whose GET bills: they answer as
 * soon as the request is read, score nothing and cost nothing.
 */
export function dispatch(app: Hono<AppEnv>, request: Request, bindings: Bindings) {
  // Without a valid Host header there is no URL to make a new request from.
  if (request.method !== "HEAD" || !URL.canParse(request.url)) return app.fetch(request, bindings);
  const get = new Request(request.url, { headers: request.headers });
  return app.fetch(get, { ...bindings, head: true });
}

/**
 * Answers a request that matched no route: OPTIONS with the methods of the routes at its path, any other method with
 * 405. The methods are looked up only here, so that a matched request runs a single handler.
 * @throws AppError method_not_allowed, not_found
 */
export function unrouted(c: AppContext, app: Hono<AppEnv>): Response {
  const allowed = new Set<string>();
  for (const method of METHODS) {
    if (app.router.match(method, c.req.path)[0].length > 0) allowed.add(method);
  }
  if (allowed.size === 0) {
    throw new AppError("not_found", `there is no endpoint at ${c.req.path.slice(0, 200)}`);
  }
  if (allowed.has("GET")) allowed.add("HEAD");
  const allow = [...allowed, "OPTIONS"].sort().join(", ");
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  throw new AppError("method_not_allowed", `this endpoint accepts ${allow}`, { allow });
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The path in the router's syntax: `:rule_id` for `{rule_id}`. In a GET a request id is matched by its prefix, so that other paths below `/v1/score/` are not, and no rule or alert is named as an action on all of them. */
export function routerPath(method: string, path: string): string {
  const isFree = (name: string) => name === "request_id" && method !== "GET";
  return path.replace(
    /\{(\w+)\}/g,
    (_, name) => `:${name}${isFree(name) ? "" : PATTERNS[name] ?? ""}`,
  );
}

const PATTERNS: Readonly<Record<string, string>> = {
  request_id: "{req_[^/]+}",
  rule_id: "{(?!import$)[^/]+}",
  alert_id: "{(?!check$)[^/]+}",
};
