/** Names of requests that hold nothing that a client chose. */
import type { Hono } from "hono";
import type { AppEnv } from "../context.ts";

const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** A standard method, or `_OTHER`: others are free text. */
export function methodName(method: string): string {
  return METHODS.has(method) ? method : "_OTHER";
}

/** The row of the route table that a path belongs to, as in OpenAPI: `/v1/rules/{rule_id}`; null when there is none. */
export function routeName(app: Hono<AppEnv>, method: string, path: string): string | null {
  const [matched] = app.router.match(method === "HEAD" ? "GET" : method, path);
  const row = matched[0]?.[0][1].path ?? null;
  return row === null ? null : row.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
}
