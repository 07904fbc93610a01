/**
 * One endpoint as one row: its path, its family, its schemas (both validator and OpenAPI document) and its handler.
 * `server.ts` routes the rows, `openapi/document.ts` describes them; neither knows single endpoints.
 */
import { z } from "@hono/zod-openapi";
import { type Action, requireAction } from "../model/access/action.ts";
import type { DeepReadonly } from "../model/component.ts";
import { AppError, type ErrorCode, invalidParameter } from "../model/error.ts";
import type { Caller } from "../model/records.ts";
import { scoredBy, type Strictness } from "../model/verdict.ts";
import { processingTime, type ScoringContext, type Services } from "../service/context.ts";
import type { SingleExecution } from "../service/access/single_execution.ts";
import { JsonText } from "../service/json_text.ts";
import { readJson } from "./body.ts";
import type { AppContext, Family } from "./context.ts";
import type { ExamplePart } from "./openapi/example.ts";
import { answerOnce } from "./idempotency/answer_once.ts";
import { idempotencyKey } from "./idempotency/key.ts";
import { json, jsonText, newRequestId } from "./respond.ts";
import { credentials, header } from "./header.ts";
import { type BodyList, listsOf } from "./list_limits.ts";
import { requireBodyWork, requireWork, takeRequest } from "../service/access/work.ts";
import { SMALL_BODY } from "./admission/load.ts";
import { type MaxItems, validBody, validQuery } from "./validate.ts";
import { type Awaitable, chain } from "../concurrency/awaitable.ts";
import type { RateState } from "../service/access/rate_limit.ts";
import { originFrom } from "./client_address.ts";
import { foreignEscapes } from "./raw_query.ts";

/** The weight of a call of many values. */
export const HEAVY = 32;

const NOTHING = z.object({});
const NO_BYTES = new Uint8Array();

/** An authenticated request whose query and body passed their schemas. */
export interface ValidRequest<Query = unknown, Body = unknown> {
  readonly c: AppContext;
  readonly services: Services;
  readonly caller: Caller;
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent, with fields that its schema does not know; for a row without a body, the query. */
  readonly sent: unknown;
  /** The body of a row with `rawBody`; empty for others. */
  readonly raw: Uint8Array;
  /** With an Idempotency-Key. */
  readonly single?: SingleExecution;
  /** `performance.now()` when the request arrived. */
  readonly started: number;
}

export interface Endpoint<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With `{name}` for parameters, as in OpenAPI. */
  readonly path: string;
  readonly family: Family;
  /** What the caller must be allowed to do; checked before anything of the request is read. */
  readonly action: Action;
  readonly tag: string;
  readonly summary: string;
  /** What it does and what to know about it; beyond the summary. */
  readonly description: string;
  /** Path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: Query;
  readonly body?: {
    readonly schema: Body;
    /** The schema of one request's body, where that depends on its options; the document shows `schema`. */
    schemaOf?(sent: unknown, query: z.infer<Query>): z.ZodType<Partial<z.infer<Body>>>;
    readonly limit: number;
    /** What one call takes at most; checked before the schema. */
    readonly maxItems?: MaxItems;
    /** Its lists, where the schema does not show them. */
    readonly lists?: readonly BodyList[];
    readonly example?: unknown;
    /** No body is as good as an empty object. */
    readonly optional?: true;
  };
  /** A body that is not JSON. */
  readonly rawBody?: {
    readonly types: readonly string[];
    readonly description: string;
    readonly example: string;
    read(c: AppContext): Promise<Uint8Array>;
  };
  /** An Idempotency-Key is honoured: the handler's effect happens once, or is safe to repeat. */
  readonly idempotent?: true;
  /** The number of requests that it counts for in the limit of what is in progress; 1 where absent. */
  readonly weight?: number;
  /** It makes something: answered with 201. */
  readonly created?: true;
  /** Of a row other than GET: nothing is stored. */
  readonly reads?: true;
  /** Costs no lookup, and stays available to a paused account. */
  readonly free?: true;
  /** The response may also be CSV, when the request accepts it; for the document. */
  readonly csv?: { readonly description: string; readonly example: string };
  /** Error codes in addition to those that every endpoint of its family can return; for the document. */
  readonly errors?: readonly ErrorCode[];
  readonly response: Result;
  /** A response, for the document; where absent, it is made from the examples of the fields. */
  readonly example?: z.input<Result>;
  /** What that example has in place of the fields' own examples; an optional field is in it when it is named here. */
  readonly exampleParts?: ExamplePart<z.input<Result>>;
  /** Returns the response body or its JSON, or the response of another type. A method, so that rows of different schemas fit one table. */
  handler(
    request: ValidRequest<z.infer<Query>, z.infer<Body>>,
  ): Promise<DeepReadonly<z.input<Result>> | JsonText<DeepReadonly<z.input<Result>>> | Response>;
}

/** Infers the types of one row: what the handler takes and returns follows from the schemas. */
export function endpoint<
  Result extends z.ZodType,
  Query extends z.ZodObject = typeof NOTHING,
  Body extends z.ZodType = typeof NOTHING,
>(row: Endpoint<Query, Body, Result>): Endpoint {
  return row;
}

interface Row extends Endpoint {
  /** Of the schema of its body. */
  readonly lists: readonly BodyList[];
}

/** The row with what is computed from it once. */
export function rowOf(endpoint: Endpoint): Row {
  const { body } = endpoint;
  return { ...endpoint, lists: body === undefined ? [] : body.lists ?? listsOf(body.schema) };
}

/** Serves a request to the row's path. */
export async function serve(row: Row, c: AppContext, services: Services): Promise<Response> {
  c.set("family", row.family);
  const guarded = guard(c, services, row.action, row.weight);
  const caller = guarded instanceof Promise ? await guarded : guarded;
  // Labels, rules, notes and settings leave something behind, if only in the audit log.
  if (row.free === true && row.method !== "get" && row.reads !== true) {
    services.storageLimit.admit(caller.account);
    services.storageLimit.kept(caller.account, announcedLength(c));
  }
  const receiving = row.body === undefined && row.rawBody === undefined
    ? null
    : requireBodyWork(services, caller, announcedLength(c));
  if (receiving === null) return answer(row, c, services, caller);
  try {
    return await answer(row, c, services, caller);
  } finally {
    receiving.take();
  }
}

async function answer(row: Row, c: AppContext, services: Services, caller: Caller): Promise<Response> {
  const key = row.idempotent === true ? idempotencyKey(c) : null;
  const parameters = decodedQuery(c, row.query);
  const query = row.query === undefined ? {} : validQuery(row.query, parameters);
  const sent = row.body === undefined ? parameters : await readRowBody(c, row.body);
  const body = row.body === undefined ? {} : validRowBody(row.body, sent, query, row.lists);
  const raw = row.rawBody === undefined ? NO_BYTES : await row.rawBody.read(c);
  const request = { c, services, caller, query, body, sent, raw, started: c.env.started };
  if (key !== null) return await answerOnce(c, key, request, (single) => row.handler({ ...request, single }));
  const result = await row.handler(request);
  if (result instanceof Response) return result;
  return result instanceof JsonText ? jsonText(c, result.text) : json(c, result, statusOf(row));
}

/**
 * @param schema of the parameters that are known: others are ignored
 * @throws AppError naming a parameter with escapes that are no text, which the router leaves in its value as they are
 */
function decodedQuery(c: AppContext, schema: z.ZodObject = NOTHING): Record<string, string> {
  const parameters = c.req.query();
  for (const [name, value] of Object.entries(parameters)) {
    const isSuspect = value.includes("%") && Object.hasOwn(schema.shape, name);
    const why = isSuspect ? foreignEscapes(c.req.url, name) : null;
    if (why !== null) throw invalidParameter(name, why);
  }
  return parameters;
}

/** Of an answer that is no error. */
export function statusOf({ created }: Pick<Endpoint, "created">): 200 | 201 {
  return created === true ? 201 : 200;
}

type RowBody = NonNullable<Endpoint["body"]>;

function readRowBody(c: AppContext, { limit, optional, maxItems }: RowBody): Promise<unknown> {
  return readJson(c, limit, {
    ...(optional === undefined ? {} : { absent: {} }),
    ...(maxItems === undefined ? {} : { maxItems }),
  });
}

function validRowBody(
  row: RowBody,
  sent: unknown,
  query: Readonly<Record<string, unknown>>,
  lists: readonly BodyList[],
) {
  const schema = row.schemaOf?.(sent, query) ?? row.schema;
  return validBody(schema, sent, schema === row.schema ? lists : []);
}

/** Bytes of the body. One of unknown length counts as a large one that is refused with others. */
function announcedLength(c: AppContext): number {
  return Number(
    header(c, "content-length") ?? (header(c, "transfer-encoding") === undefined ? 0 : SMALL_BODY),
  );
}

/** How a request is scored. @param strictness that it names, if it does */
export function scoringContext(
  { caller, started, single }: ValidRequest,
  via: ScoringContext["via"],
  strictness?: Strictness | null,
): ScoringContext {
  const scored = scoredBy(strictness, caller.account.thresholds);
  return { caller, ...scored, via, started, ...(single === undefined ? {} : { single }) };
}

/** Adds the fields that end every result that leaves no stored score. */
export function withRequestId<T extends object>(
  { c, started }: Pick<ValidRequest, "c" | "started">,
  body: T,
) {
  const requestId = newRequestId();
  if (c.env.trail !== undefined) c.env.trail.requestId = requestId;
  return { ...body, request_id: requestId, processing_time_sec: processingTime(started) };
}

/**
 * Sets `caller` and `rate`. Synchronous for a known key (see `Awaitable`).
 * @param weight of the row that matched
 * @throws AppError key_missing, key_invalid, key_revoked, key_expired, rate_limited, overloaded, scope_missing, role_missing
 */
function guard(
  c: AppContext,
  services: Services,
  action: Action,
  weight?: number,
): Awaitable<Caller> {
  return chain(c.env.caller ?? callerOf(c, services), (found) => {
    const caller = { ...found, origin: originFrom(c, "api") };
    c.set("caller", caller);
    noteCaller(c, services, caller);
    if (c.env.trail !== undefined) c.env.trail.caller = caller;
    const refuse = (rate: RateState) => {
      c.set("rate", rate);
      const detail = `this key may send ${rate.limit} requests per minute`;
      return new AppError("rate_limited", detail, { retryAfter: rate.retryAfterSeconds });
    };
    return chain(takeRequest(services, caller, refuse), (rate) => {
      c.set("rate", rate);
      requireAction(caller, action);
      // Before its body is read, and before it waits for others of its account.
      if (weight !== undefined) requireWork(services, caller);
      return chain(c.env.load.claim(caller.account.id, weight), () => caller);
    });
  });
}

/** From where the account's programs call; a console's pages call as people do. */
function noteCaller(c: AppContext, { decisions }: Services, { account, person }: Caller): void {
  if (c.env.caller !== undefined || person !== undefined) return;
  const from = header(c, "x-forwarded-for")?.split(",").at(-1)?.trim() ?? c.env.peer;
  if (from !== null) decisions.noteCaller(account.id, from);
}

/** Accepts `X-Api-Key`; if that is missing or refused, `Authorization: Bearer`. */
function callerOf(c: AppContext, { authenticator }: Services): Awaitable<Caller> {
  const key = header(c, "x-api-key")?.trim() || null;
  const bearer = bearerOf(c);
  const found = authenticator.authenticate(key ?? bearer);
  if (!(found instanceof Promise) || key === null || bearer === null) return found;
  return found.catch(async (error) => {
    if (!(error instanceof AppError)) throw error;
    try {
      return await authenticator.authenticate(bearer);
    } catch {
      throw error; // when both are refused, that of X-Api-Key
    }
  });
}

function bearerOf(c: AppContext): string | null {
  return credentials(header(c, "authorization"), "bearer");
}
