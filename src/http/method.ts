/** Methods a path does not answer: OPTIONS says which it does, anything else is 405 with Allow. HEAD is answered as GET by the router. */
import type { Hono } from "hono";
import { AppError } from "../domain/error.ts";
import type { AppEnv } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";

export function methodNotAllowed(app: Hono<AppEnv>, endpoints: readonly Endpoint[]): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of endpoints) {
    const allowed = methods.get(routerPath(path)) ?? new Set(["OPTIONS"]);
    allowed.add(method.toUpperCase());
    if (method === "get") allowed.add("HEAD");
    methods.set(routerPath(path), allowed);
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed].sort().join(", ");
    app.all(path, (c) => {
      if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      c.header("allow", allow);
      throw new AppError("method_not_allowed", `this address answers ${allow}`);
    });
  }
}

/** A path as the router writes it: `{rule_id}` is `:rule_id`; a request id says so itself, so that `/v1/score/x` stays free. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => name === "request_id" ? ":request_id{req_.+}" : `:${name}`);
}
