/**
 * `/v1/edge/check` and `/v1/edge/check/nginx`: forward authentication for proxies, which ask before each request of a visitor.
 * The kind of proxy is part of the path, because some append the visitor's query.
 */
import type { Hono } from "hono";
import { requireAction } from "../../model/access/action.ts";
import { AppError, type ErrorCode } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../../service/context.ts";
import { judgeVisitor } from "../../service/edge/judge_visitor.ts";
import type { Failures } from "../../service/failures.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { shortHeader } from "../header.ts";
import type { Metrics } from "../metrics.ts";
import { methodName } from "../operations/route_name.ts";
import { newRequestId } from "../respond.ts";
import type { SiteOptions } from "../site_options.ts";
import { mountAppsec } from "./appsec.ts";
import { edgeAnswer, edgeMisused, edgeOpen } from "./answer.ts";
import { EdgeCounts } from "./edge_counts.ts";
import { type ProxyKind, visitorOf } from "./visit.ts";

const PATH = "/v1/edge/check";
const PATHS: readonly (readonly [path: string, kind: ProxyKind])[] = [
  [PATH, "forward"],
  [`${PATH}/nginx`, "nginx"],
];

export function mountEdge(
  app: Hono<AppEnv>,
  services: Services,
  site: SiteOptions,
  metrics: Metrics,
  failures: Failures,
): void {
  const counts = new EdgeCounts(metrics.registry);
  for (const [path, kind] of PATHS) {
    app.all(path, async (c) => {
      c.set("family", "general");
      const response = await check(c, kind, { services, site, counts, failures });
      const seconds = (performance.now() - c.env.started) / 1000;
      metrics.observe(methodName(c.req.method), path, response.status, seconds);
      return response;
    });
  }
  mountAppsec(app, { services, metrics, counts, failures });
}

interface CheckParts {
  readonly services: Services;
  readonly site: SiteOptions;
  readonly counts: EdgeCounts;
  readonly failures: Failures;
}

async function check(
  c: AppContext,
  kind: ProxyKind,
  { services, site, counts, failures }: CheckParts,
): Promise<Response> {
  try {
    const caller = await callerOf(c, services);
    await c.env.load.claim(caller.account.id);
    const visitor = visitorOf(c, kind, site.clients);
    if (visitor === null) throw new AppError("unavailable", "the visitor's address is not known");
    const judged = await judgeVisitor(services, caller, visitor);
    counts.add(judged.verdict);
    if (c.env.trail !== undefined) c.env.trail.requestId = judged.requestId;
    return edgeAnswer(kind, visitor, judged);
  } catch (error) {
    const known = failures.toAppError(error, {
      requestId: newRequestId(),
      method: methodName(c.req.method),
      route: PATH,
    });
    if (WRONG_KEY.has(known.code)) return edgeMisused(known.message);
    counts.add("unavailable");
    return edgeOpen();
  }
}

const WRONG_KEY: ReadonlySet<ErrorCode> = new Set([
  "key_missing",
  "key_invalid",
  "key_revoked",
  "key_expired",
  "scope_missing",
  "role_missing",
]);

/** @throws AppError those of WRONG_KEY; unavailable */
export async function callerOf(c: AppContext, services: Services): Promise<Caller> {
  const found = await services.authenticator.authenticate(keyOf(c));
  const caller = { ...found, origin: originFrom(c, "api") };
  c.set("caller", caller);
  if (c.env.trail !== undefined) c.env.trail.caller = caller;
  requireAction(caller, "scores.score");
  return caller;
}

/**
 * Of the header or the URL. With two different ones, one is a visitor's: his own account would judge him.
 * @throws AppError key_invalid
 */
function keyOf(c: AppContext): string | null {
  const inUrl = c.req.queries("winnow_key") ?? [];
  const given = [shortHeader(c, "x-api-key"), ...inUrl].flatMap((key) => key?.trim() || []);
  if (new Set(given).size > 1) throw new AppError("key_invalid", "two different API keys were sent");
  return given[0] ?? null;
}
