/**
 * One endpoint as one row: its place, its family, its schemas (validator and OpenAPI document at once) and its handler.
 * `mount` puts it on the router; nothing else of the HTTP layer knows about single endpoints.
 */
import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../model/error.ts";
import type { Caller } from "../model/records.ts";
import type { Services } from "../service/context.ts";
import { readJson } from "./body.ts";
import type { AppContext, Family } from "./context.ts";
import { guard } from "./guard.ts";
import { json } from "./respond.ts";
import { validBody, validQuery } from "./validate.ts";

const NOTHING = z.object({});

export interface Handled<Query, Body> {
  readonly c: AppContext;
  readonly services: Services;
  readonly caller: Caller;
  readonly query: Query;
  readonly body: Body;
  /** `performance.now()` when the request arrived. */
  readonly started: number;
}

export interface Endpoint<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly method: "get" | "post" | "put" | "delete";
  /** With `{name}` for parameters, as OpenAPI writes it. */
  readonly path: string;
  readonly family: Family;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: Query;
  readonly body?: { readonly schema: Body; readonly limit: number; readonly example?: unknown };
  /** A body that is not JSON: the handler reads it itself. */
  readonly rawBody?: { readonly types: readonly string[]; readonly description: string };
  /** Costs no lookup, and a paused account may go on with it. */
  readonly free?: true;
  /** Codes it can answer besides those of every endpoint of its sort; for the document. */
  readonly errors?: readonly ErrorCode[];
  readonly response: z.ZodType;
  readonly example?: unknown;
  /** The answer's body, or a whole Response. */
  handle(given: Handled<z.infer<Query>, z.infer<Body>>): Promise<unknown>;
}

/** Keeps the types of one row. */
export function endpoint<Query extends z.ZodType = typeof NOTHING, Body extends z.ZodType = typeof NOTHING>(
  row: Endpoint<Query, Body>,
): Endpoint {
  return row as unknown as Endpoint;
}

/** What the router calls for a row. */
export async function answer(row: Endpoint, c: AppContext, services: Services): Promise<Response> {
  c.set("family", row.family);
  const caller = await guard(c, services);
  const query = row.query === undefined ? {} : validQuery(row.query, c.req.query());
  const body = row.body === undefined ? {} : validBody(row.body.schema, await readJson(c, row.body.limit));
  const result = await row.handle({ c, services, caller, query, body, started: c.env.started });
  return result instanceof Response ? result : json(c, result);
}
