/** Methods an address does not answer: OPTIONS says which it does, anything else is 405 with Allow. HEAD is GET without its body, but for what GET costs. */
import type { Hono } from "hono";
import { AppError } from "../model/error.ts";
import type { AppContext, AppEnv, Bindings } from "./context.ts";

/**
 * Hands a request to the routes. HEAD (RFC 9110, 9.3.2) is sent as GET and answered with its body, which the server
 * leaves out: so the headers are those of GET, Content-Length among them. `bindings.head` tells the routes
 * that refuse it.
 */
export function dispatch(app: Hono<AppEnv>, request: Request, bindings: Bindings) {
  // A request whose Host header is none has no address that a new one could be made of.
  if (request.method !== "HEAD" || !URL.canParse(request.url)) return app.fetch(request, bindings);
  const get = new Request(request.url, { headers: request.headers });
  return app.fetch(get, { ...bindings, head: true });
}

/**
 * What becomes of a request no route took: with the methods of the routes that stand at its path, OPTIONS is answered
 * and another method refused. Looked up here, so that a request a route takes passes one handler only.
 * @param costly paths whose GET bills and records: they do not answer HEAD, which would do the same for no answer
 * @throws AppError method_not_allowed, not_found
 */
export function unrouted(c: AppContext, app: Hono<AppEnv>, costly: ReadonlySet<string>): Response {
  const allowed = new Set<string>();
  for (const method of METHODS) {
    if (app.router.match(method, c.req.path)[0].length > 0) allowed.add(method);
  }
  if (allowed.size === 0) throw new AppError("not_found", `there is nothing at ${c.req.path.slice(0, 200)}`);
  if (allowed.has("GET") && !costly.has(c.req.path)) allowed.add("HEAD");
  const allow = [...allowed, "OPTIONS"].sort().join(", ");
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  throw new AppError("method_not_allowed", `this address answers ${allow}`, { allow });
}

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** A path as the router writes it: `{rule_id}` is `:rule_id`; a request id says so itself, so that `/v1/score/x` stays free. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => name === "request_id" ? ":request_id{req_.+}" : `:${name}`);
}
