/**
 * CrowdSec's local API as far as bouncers call it, below `/compat/crowdsec`. What an answer looks like is what their programs
 * compare with: no decision is the body `null`, a wrong key is 403, and nothing is compressed.
 */
import type { Hono } from "hono";
import { decisionJson, endedJson } from "../../compat/crowdsec/decision_json.ts";
import { askedAddress, filtered, readFilter, STREAM_SCOPES } from "../../compat/crowdsec/filter.ts";
import { streamed, unmerged } from "../../compat/crowdsec/stream.ts";
import { readUsageMetrics } from "../../compat/crowdsec/usage_metrics.ts";
import type { Decision } from "../../model/decisions/decision.ts";
import { AppError } from "../../model/error.ts";
import { parseJson } from "../../model/json.ts";
import type { BouncerCall } from "../../service/decisions/bouncer_calls.ts";
import { takeWork, WORK } from "../../service/access/work.ts";
import type { Services } from "../../service/context.ts";
import type { Failures } from "../../service/failures.ts";
import { BODY_LIMIT, readGzipBody } from "../body.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { header } from "../header.ts";
import type { Metrics } from "../metrics.ts";
import { methodName } from "../operations/route_name.ts";
import { httpStatusOf, json, jsonText, markRefused, newRequestId } from "../respond.ts";
import type { SiteOptions } from "../site_options.ts";
import { bouncerGuard } from "./guard.ts";
import { type Lines, linesOf } from "./lines.ts";

interface LapiParts {
  readonly services: Services;
  readonly site: Pick<SiteOptions, "clients">;
  readonly metrics: Metrics;
  readonly failures: Failures;
}

type Work = (c: AppContext, call: BouncerCall) => Promise<Response>;

const PREFIX = "/compat/crowdsec";
/** Of metrics, when they are inflated. */
const MAX_METRICS = 2 ** 20;
/** Some bouncers do not read a compressed answer. */
const AS_IT_IS = { "cache-control": "no-store, no-transform" };
const FORBIDDEN: ReadonlySet<string> = new Set([
  "key_missing",
  "key_invalid",
  "key_revoked",
  "key_expired",
  "scope_missing",
  "role_missing",
  "test_key_refused",
]);

export function mountLapi(app: Hono<AppEnv>, parts: LapiParts): void {
  const { services, metrics } = parts;
  const on = (method: "GET" | "POST", path: string, work: Work) => {
    const row = `${PREFIX}${path}`;
    app.on(method, row, async (c) => {
      const response = await serve(c, parts, row, work);
      metrics.observe(method, row, response.status, (performance.now() - c.env.started) / 1000);
      return response;
    });
    const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "OPTIONS, POST";
    app.all(
      row,
      (c) =>
        c.req.method === "OPTIONS"
          ? new Response(null, { status: 204, headers: { allow } })
          : message(c, 405, `this address accepts ${allow}`, { allow }),
    );
  };
  on("GET", "/v1/decisions", (c, call) => decisions(c, services, call));
  on("GET", "/v1/decisions/stream", (c, call) => stream(c, services, call));
  on("POST", "/v1/usage-metrics", (c, call) => usageMetrics(c, services, call));
  app.get(`${PREFIX}/health`, (c) => json(c, { status: "up" }, 200, AS_IT_IS));
  app.all(`${PREFIX}/v1/*`, (c) => message(c, 404, "there is no such address"));
}

async function serve(
  c: AppContext,
  { services, site, failures }: LapiParts,
  row: string,
  work: Work,
): Promise<Response> {
  c.set("family", "account");
  try {
    const key = header(c, "x-api-key")?.trim() || null;
    return await work(c, await bouncerGuard(c, services, site, key, "decisions.follow"));
  } catch (error) {
    const request = { requestId: newRequestId(), method: methodName(c.req.method), route: row };
    return failed(c, failures.toAppError(error, request));
  }
}

/** `GET /v1/decisions`: those of an address, or all. */
async function decisions(c: AppContext, services: Services, call: BouncerCall): Promise<Response> {
  const filter = readFilter(c.req.query());
  if ("message" in filter) return message(c, 400, filter.message);
  // The key is good: that is all that HEAD asks.
  if (c.env.head === true) return jsonText(c, "", 200, AS_IT_IS);
  const { account } = call.caller;
  const active = await services.decisions.active(account);
  services.bouncers.seen(call, "live");
  const address = askedAddress(filter);
  const now = services.now();
  if (address !== null) {
    const found = filtered(active.find({ address: address.text }), filter);
    return jsonText(
      c,
      found.length === 0 ? "null" : `[${found.map((each) => decisionJson(each, now)).join()}]`,
      200,
      AS_IT_IS,
    );
  }
  const all = active.all;
  takeWork(services, call.caller, WORK.listedDecision * all.length);
  const found = filtered(all, filter);
  if (found.length === 0) return jsonText(c, "null", 200, AS_IT_IS);
  return lines(c, [["[", found, (each) => decisionJson(each, now)], ["]"]]);
}

/** `GET /v1/decisions/stream`: what changed since this bouncer's last pull; with `startup=true` all that is active. */
async function stream(c: AppContext, services: Services, call: BouncerCall): Promise<Response> {
  const query = c.req.query();
  const filter = readFilter(query, STREAM_SCOPES);
  if ("message" in filter) return message(c, 400, filter.message);
  if (c.env.head === true) return jsonText(c, "", 200, AS_IT_IS);
  const { account } = call.caller;
  const since = query["startup"] === "true" ? null : await services.bouncers.position(call);
  const changes = await services.decisions.changes(account, since);
  takeWork(services, call.caller, WORK.listedDecision * (changes.added.length + changes.ended.length));
  const { all } = await services.decisions.active(account);
  const { added, ended } = query["dedup"] === "false"
    ? unmerged(changes, filter)
    : streamed(changes, all, filter);
  const now = services.now();
  return lines(c, [
    ['{"new":[', added, (each) => decisionJson(each, now)],
    ['],"deleted":[', ended, (each) => endedJson(each, now)],
    ["]}"],
  ], () => services.bouncers.moved(call, changes.at));
}

/** `POST /v1/usage-metrics`: 201 without a body, or the program keeps on trying. */
async function usageMetrics(c: AppContext, services: Services, call: BouncerCall): Promise<Response> {
  const body = parseJson(await readGzipBody(c, BODY_LIMIT, MAX_METRICS));
  const metrics = readUsageMetrics(body);
  if ("message" in metrics) return message(c, metrics.status, metrics.message);
  await services.bouncers.used(call, metrics);
  return jsonText(c, "", 201, AS_IT_IS);
}

/** @param written is called when all of it was read by the connection */
function lines(c: AppContext, parts: Lines<Decision>, written?: () => void): Response {
  const { headers } = jsonText(c, "", 200, AS_IT_IS);
  return new Response(c.env.load.stream(linesOf(parts, written)), { headers });
}

function failed(c: AppContext, known: AppError): Response {
  markRefused(c, known.code);
  const { retryAfter, rate } = known.extra;
  if (rate !== undefined) c.set("rate", rate);
  if (FORBIDDEN.has(known.code)) return message(c, 403, "access forbidden");
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return message(c, httpStatusOf(known.code, "account"), known.message, headers);
}

function message(
  c: AppContext,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return json(c, { message: text }, status, { ...AS_IT_IS, ...headers });
}
