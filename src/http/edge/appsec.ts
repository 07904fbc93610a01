/**
 * `/compat/crowdsec/appsec`: a bouncer passes on each request of a site's visitors and asks what to do with it. Whatever goes
 * wrong is a 500, for which the bouncer has its own setting: a 403 is a verdict, and a 401 is about the bouncer's key alone.
 */
import type { Hono } from "hono";
import { ALLOW, type AppsecAnswer, BAN, CAPTCHA } from "../../compat/appsec/answer.ts";
import {
  type MappedFields,
  MAX_MAPPED_BODY,
  readMappedFields,
  UNREADABLE,
} from "../../compat/appsec/mapped_fields.ts";
import {
  agentRequestOf,
  APPSEC_KEY,
  pathOf,
  readVisitorRequest,
  type VisitorRequest,
} from "../../compat/appsec/visitor_request.ts";
import { requireAction } from "../../model/access/action.ts";
import { AppError, type ErrorCode } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { requireBodyWork, takeRequest } from "../../service/access/work.ts";
import type { Services } from "../../service/context.ts";
import { type JudgedRequest, judgeSignupRequest } from "../../service/edge/signup_request.ts";
import { judgeVisitor, type Visitor } from "../../service/edge/judge_visitor.ts";
import type { Failures } from "../../service/failures.ts";
import { readPass } from "../../service/challenge/pass_cookie.ts";
import { appsecChallenge, internalAnswer } from "./appsec_challenge.ts";
import { readBody } from "../body.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mediaType } from "../header.ts";
import type { Metrics } from "../metrics.ts";
import { methodName } from "../operations/route_name.ts";
import { markRefused, newRequestId, SAFE_HEADERS } from "../respond.ts";
import type { EdgeCounts } from "./edge_counts.ts";

const PATH = "/compat/crowdsec/appsec";

/** About the key: the bouncer's operator has to do something. */
const UNAUTHORIZED: ReadonlySet<ErrorCode> = new Set([
  "key_missing",
  "key_invalid",
  "key_revoked",
  "key_expired",
  "scope_missing",
  "role_missing",
]);

/** Methods of requests that carry the fields of a sign-up. */
const SENDING: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

interface AppsecParts {
  readonly services: Services;
  readonly metrics: Metrics;
  readonly counts: EdgeCounts;
  readonly failures: Failures;
}

export function mountAppsec(app: Hono<AppEnv>, parts: AppsecParts): void {
  for (const path of [PATH, `${PATH}/`]) {
    app.all(path, async (c) => {
      const response = await respond(c, parts);
      const seconds = (performance.now() - c.env.started) / 1000;
      parts.metrics.observe(methodName(c.req.method), PATH, response.status, seconds);
      return response;
    });
  }
}

async function respond(c: AppContext, { services, counts, failures }: AppsecParts): Promise<Response> {
  c.set("family", "compat");
  try {
    const caller = await authenticated(c, services);
    await c.env.load.claim(caller.account.id);
    const { status, body } = await answer(c, services, caller, counts);
    return written(status, body);
  } catch (thrown) {
    const requestId = newRequestId();
    const request = { requestId, method: methodName(c.req.method), route: PATH };
    const { code, message } = failures.toAppError(thrown, request);
    const isAboutKey = UNAUTHORIZED.has(code);
    if (isAboutKey) markRefused(c, code);
    else counts.add("unavailable");
    return written(isAboutKey ? 401 : 500, { message, request_id: requestId });
  }
}

function written(status: number, body: object): Response {
  const headers = { "content-type": "application/json", ...SAFE_HEADERS };
  return new Response(JSON.stringify(body), { status, headers });
}

/** By the bouncer's own header alone: a visitor's `X-Api-Key` or `Authorization` is for the site. */
async function authenticated(c: AppContext, services: Services): Promise<Caller> {
  const key = c.req.raw.headers.get(APPSEC_KEY)?.trim() || null;
  const caller = { ...await services.authenticator.authenticate(key), origin: originFrom(c, "api") };
  c.set("caller", caller);
  if (c.env.trail !== undefined) c.env.trail.caller = caller;
  requireAction(caller, "scores.score");
  return caller;
}

async function answer(
  c: AppContext,
  services: Services,
  caller: Caller,
  counts: EdgeCounts,
): Promise<AppsecAnswer> {
  const request = readVisitorRequest(c.req.raw.headers);
  if (request === null) {
    throw new AppError(
      "invalid_value",
      "the bouncer does not say who asks for what: X-Crowdsec-Appsec-Ip, -Verb and -Uri",
    );
  }
  const asked = { services, caller, request };
  const internal = await internalAnswer(c, asked);
  if (internal !== null) return internal;
  const fields = await fieldsOf(c, services, caller, request);
  // What could not be read may be blocked: a pass opens nothing there.
  const isRead = fields === null || fields.unreadable.length === 0;
  const pass = readPass(services, caller.account, request.cookie, request.address.text);
  const passed = isRead && pass !== null;
  const judged = fields === null
    ? await judgeVisitor(services, caller, visitorOf(request))
    : await judgeSignup(c, asked, fields, passed);
  // Who has passed a challenge is not asked again; it opens nothing that is blocked.
  const verdict = judged.verdict === "review" && passed ? "allow" : judged.verdict;
  counts.add(verdict);
  if (c.env.trail !== undefined) c.env.trail.requestId = judged.requestId;
  if (verdict !== "review" || caller.account.appsecReview !== "challenge") return answerOf(verdict);
  // Who has passed the challenge already would be sent around in circles.
  if (pass !== null) return answerOf(verdict);
  return await appsecChallenge(c, asked);
}

function answerOf(verdict: Verdict): AppsecAnswer {
  if (verdict === "allow") return ALLOW;
  return verdict === "block" ? BAN : CAPTCHA;
}

/** Of a request that is a sign-up; null: it is none, and its body is not read. */
async function fieldsOf(
  c: AppContext,
  services: Services,
  caller: Caller,
  { method, uri }: VisitorRequest,
): Promise<MappedFields | null> {
  const { edgePaths = [] } = caller.account;
  if (edgePaths.length === 0 || !SENDING.has(method)) return null;
  const path = pathOf(uri);
  if (path === null) return null;
  const mapped = edgePaths.find((each) => pathOf(each.path) === path) ??
    edgePaths.find((each) => looselyOf(each.path) === looselyOf(uri));
  if (mapped === undefined) return null;
  const contentType = c.req.raw.headers.get("content-type") ?? "";
  const bytes = await bodyOf(c, services, caller);
  if (bytes === null) return UNREADABLE;
  const fields = await readMappedFields(bytes, { type: mediaType(contentType), contentType }, mapped.fields);
  return Object.keys(fields.values).length + fields.unreadable.length === 0 ? null : fields;
}

/** Some applications serve a path in any case of letters, and some drop what follows a `;`. */
function looselyOf(uri: string): string | undefined {
  return pathOf(uri.replaceAll(/;[^/?]*/g, ""))?.toLowerCase();
}

/** Null: it is not read. @throws AppError body_timeout, overloaded, rate_limited, unavailable */
async function bodyOf(
  c: AppContext,
  services: Services,
  caller: Caller,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const bytes = new Uint8Array(await readBody(c, MAX_MAPPED_BODY));
    requireBodyWork(services, caller, bytes.length)?.take();
    return bytes;
  } catch (error) {
    const isBody = error instanceof AppError && NOT_READ.has(error.code);
    if (!isBody) throw error;
    return null;
  }
}

const NOT_READ: ReadonlySet<ErrorCode> = new Set(["body_too_large", "unsupported_media_type"]);

/**
 * A sign-up is stored, so it counts in the minute of the key. Beyond that nobody is scored, and what is known of the visitor
 * still decides.
 * @throws AppError rate_limited
 */
async function judgeSignup(
  c: AppContext,
  { services, caller, request }: {
    readonly services: Services;
    readonly caller: Caller;
    readonly request: VisitorRequest;
  },
  fields: MappedFields,
  passed: boolean,
): Promise<JudgedRequest> {
  try {
    await takeRequest(
      services,
      caller,
      ({ limit, retryAfterSeconds: retryAfter }) =>
        new AppError("rate_limited", `this key may send ${limit} sign-ups per minute`, { retryAfter }),
    );
  } catch (error) {
    if (!(error instanceof AppError && error.code === "rate_limited")) throw error;
    const judged = await judgeVisitor(services, caller, visitorOf(request));
    if (judged.verdict === "allow") throw error;
    return judged;
  }
  return await judgeSignupRequest(services, caller, {
    address: request.address,
    userAgent: request.userAgent,
    agent: agentRequestOf(request),
    ...fields,
    passed,
    started: c.env.started,
  });
}

function visitorOf(request: VisitorRequest): Visitor {
  return { ...request, address: request.address.text };
}
