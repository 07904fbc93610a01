/** The compatibility endpoints: below `/compat/maxmind`, and without it, because most clients take a host and no path. */
import type { Hono } from "hono";
import { fraudBody, type FraudProduct } from "../../compat/fraud_body.ts";
import { readFraudRequest } from "../../compat/fraud_request.ts";
import { geoBody } from "../../compat/geo_body.ts";
import type { Depth } from "../../compat/ip_record.ts";
import { type Refusal, refused } from "../../compat/refusal.ts";
import { readReport } from "../../compat/report_request.ts";
import type { Action } from "../../model/access/action.ts";
import { AppError } from "../../model/error.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import type { Caller } from "../../model/records.ts";
import { SERVICE } from "../../model/service.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import { parseStrictness, scoredBy } from "../../model/verdict.ts";
import { settingsOf } from "../../service/access/settings.ts";
import { reportTransaction } from "../../service/feedback/compat_report.ts";
import { locateAddress, scoreFraud } from "../../service/score/compat_score.ts";
import type { Failures } from "../../service/failures.ts";
import type { ScoringContext, Services } from "../../service/context.ts";
import { parseIp } from "../../signals/ip/parse.ts";
import { COMPAT_BODY_LIMIT, readJson } from "../body.ts";
import {
  compatBare,
  compatEmpty,
  compatFailure,
  compatJson,
  compatNotScored,
  compatRefusal,
} from "./answer.ts";
import { compatGuard, statusOfHeaders } from "./guard.ts";
import { extraOfAddress, fraudResult, locatedIp } from "./result.ts";
import type { AppContext, AppEnv } from "../context.ts";
import type { Metrics } from "../metrics.ts";
import { methodName } from "../operations/route_name.ts";
import { newRequestId } from "../respond.ts";
import type { SiteOptions } from "../site_options.ts";

type Refused = { readonly refusal: Refusal };
type Work = (c: AppContext, context: ScoringContext) => Promise<Response | Refused>;

const PREFIXES = ["/compat/maxmind", ""];
const FRAUD = "/minfraud/v2.0";
const GEO = "/geoip/v2.1";
const FRAUD_PRODUCTS: readonly FraudProduct[] = ["insights", "score"];
const DEPTHS: readonly Depth[] = ["country", "city", "insights"];

export function mountCompat(
  app: Hono<AppEnv>,
  services: Services,
  site: SiteOptions,
  metrics: Metrics,
  failures: Failures,
): void {
  const on = (method: "GET" | "POST", path: string, row: string, action: Action, work: Work) => {
    const allow = method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
    app.on(method, path, async (c) => {
      const response = await serve(c, services, site, failures, action, work);
      metrics.observe(method, row, response.status, (performance.now() - c.env.started) / 1000);
      return response;
    });
    only(app, path, allow);
  };
  for (const prefix of PREFIXES) {
    for (const product of FRAUD_PRODUCTS) {
      const path = `${prefix}${FRAUD}/${product}`;
      on("POST", path, path, "scores.score", (c, context) => fraud(c, services, context, product));
    }
    const reports = `${prefix}${FRAUD}/transactions/report`;
    on("POST", reports, reports, "labels.write", (c, context) => report(c, services, context));
    app.all(`${prefix}${FRAUD}/factors`, (c) => compatRefusal(c, NO_FACTORS));
    for (const depth of DEPTHS) {
      const row = `${prefix}${GEO}/${depth}`;
      for (const path of [`${row}/:ip`, `${row}/`, row]) {
        on(
          "GET",
          path,
          `${row}/{ip}`,
          "scores.score",
          (c, context) => geo(c, services, site, context, depth),
        );
      }
    }
    for (const product of ["minfraud", "geoip"]) {
      app.all(`${prefix}/${product}/*`, (c) => compatRefusal(c, NOT_SERVED));
    }
  }
}

const NOT_SERVED: Refusal = {
  code: "REQUEST_INVALID",
  error: "There is no such endpoint",
  status: 404,
};

const NO_FACTORS: Refusal = {
  code: "PERMISSION_REQUIRED",
  status: 404,
  error:
    `${SERVICE.title} does not serve minFraud Factors; use insights, whose "${SERVICE.name}" object ranks the reasons of a score`,
};

/** @param allow the methods of the path, as the Allow header lists them */
function only(app: Hono<AppEnv>, path: string, allow: string): void {
  app.all(
    path,
    (c) =>
      c.req.method === "OPTIONS"
        ? new Response(null, { status: 204, headers: { allow } })
        : notAllowed(c, allow),
  );
}

function notAllowed(c: AppContext, allow: string): Response {
  const refusal: Refusal = { code: "REQUEST_INVALID", error: `This address accepts ${allow}`, status: 405 };
  return compatRefusal(c, refusal, { allow });
}

async function serve(
  c: AppContext,
  services: Services,
  site: SiteOptions,
  failures: Failures,
  action: Action,
  work: Work,
): Promise<Response> {
  c.set("family", "compat");
  try {
    const caller = await compatGuard(c, services, site.compatHourly, action);
    const status = statusOfHeaders(c);
    if (status !== null) return compatBare(c, status);
    const answer = await work(c, contextOf(c, caller));
    return answer instanceof Response ? answer : compatRefusal(c, answer.refusal);
  } catch (error) {
    return compatFailure(
      c,
      failures.toAppError(error, {
        requestId: newRequestId(),
        method: methodName(c.req.method),
        route: "compat",
      }),
    );
  }
}

/** @throws AppError invalid_value */
function contextOf(c: AppContext, caller: Caller): ScoringContext {
  const text = c.req.query("strictness");
  const isNamed = text !== undefined && text !== "";
  const strictness = isNamed ? parseStrictness(text) : null;
  if (isNamed && strictness === null) {
    throw new AppError("invalid_value", "strictness must be lenient, balanced, strict, strictest, or 0 to 3");
  }
  return {
    caller,
    ...scoredBy(strictness, caller.account.thresholds),
    via: "compat",
    started: c.env.started,
  };
}

async function fraud(
  c: AppContext,
  services: Services,
  context: ScoringContext,
  product: FraudProduct,
): Promise<Response | Refused> {
  const request = readFraudRequest(await readJson(c, COMPAT_BODY_LIMIT), services.now());
  if ("refusal" in request) return request;
  const result = await scoreFraud(services, context, request.input);
  const body = fraudBody({
    ...fraudResult(result, context, request.warnings),
    choice: settingsOf(context.caller.account, services).compat,
  }, product);
  return compatJson(c, body, `minfraud-${product}`, "2.0");
}

const NO_CALLER = new InvalidValue("of the caller is unknown");

async function geo(
  c: AppContext,
  services: Services,
  site: SiteOptions,
  context: ScoringContext,
  depth: Depth,
): Promise<Response | Refused> {
  const text = (c.req.param("ip") ?? "").trim();
  if (text === "") return refused("IP_ADDRESS_REQUIRED", "Put an IP address, or me, at the end of the path");
  const address = text === "me" ? site.clients.of(c) ?? NO_CALLER : parseIp(text);
  if (address instanceof InvalidValue) {
    return refused("IP_ADDRESS_INVALID", `The IP address ${address.reason}`);
  }
  if (!isGlobalUnicast(address)) {
    return refused("IP_ADDRESS_RESERVED", `The IP address ${address.text} is in reserved or private space`);
  }
  if (c.env.head === true) return compatNotScored(c, depth, "2.1");
  const located = await locateAddress(services, context, address);
  if (located === null) {
    return refused("IP_ADDRESS_NOT_FOUND", `Nothing is known about the IP address ${address.text}`);
  }
  const body = geoBody({
    ...locatedIp(located.decision, located.record),
    choice: settingsOf(context.caller.account, services).compat,
    extra: extraOfAddress(located, context),
  }, depth);
  return compatJson(c, body, depth, "2.1");
}

async function report(
  c: AppContext,
  services: Services,
  { caller }: ScoringContext,
): Promise<Response | Refused> {
  const wanted = readReport(await readJson(c, COMPAT_BODY_LIMIT));
  if ("refusal" in wanted) return wanted;
  if (await reportTransaction(services, caller, wanted)) return compatEmpty(c);
  const where = "in this account in the last 180 days";
  return wanted.transaction === null
    ? refused("MINFRAUD_ID_INVALID", `There is no score with this minfraud_id ${where}`)
    : refused("REQUEST_INVALID", `There is no score with this transaction_id ${where}`, 404);
}
