/** `POST /siteverify`, below the paths of other captchas too: a site's plug-in asks what a token stands for. Its secret is an API key. */
import type { Hono } from "hono";
import { readSiteverify, siteverifyBody, siteverifyRefusal } from "../../compat/siteverify.ts";
import { requireAction } from "../../model/access/action.ts";
import { AppError, type ErrorCode } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { requireActive } from "../../service/access/quota.ts";
import { takeRequest } from "../../service/access/work.ts";
import { verifyToken } from "../../service/challenge/siteverify.ts";
import type { Services } from "../../service/context.ts";
import type { Failures } from "../../service/failures.ts";
import { readBody, readJson } from "../body.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { header, mediaType } from "../header.ts";
import type { Metrics } from "../metrics.ts";
import { json, markRefused, newRequestId } from "../respond.ts";

const PATHS = ["/siteverify", "/recaptcha/api/siteverify", "/turnstile/v0/siteverify"];
/** In bytes. */
const LIMIT = 16_384;

export function mountSiteverify(
  app: Hono<AppEnv>,
  services: Services,
  metrics: Metrics,
  failures: Failures,
): void {
  for (const path of PATHS) {
    app.post(path, async (c) => {
      const response = await answered(c, services, failures);
      metrics.observe("POST", path, response.status, (performance.now() - c.env.started) / 1000);
      return response;
    });
  }
}

async function answered(c: AppContext, services: Services, failures: Failures): Promise<Response> {
  c.set("family", "general");
  try {
    return json(c, await answer(c, services));
  } catch (error) {
    const known = failures.toAppError(error, {
      requestId: newRequestId(),
      method: "POST",
      route: "siteverify",
    });
    markRefused(c, known.code);
    const { retryAfter } = known.extra;
    const headers: Record<string, string> = retryAfter === undefined
      ? {}
      : { "retry-after": String(retryAfter) };
    if (BAD_SECRET.has(known.code)) return json(c, siteverifyRefusal(["invalid-input-secret"]));
    if (BAD_REQUEST.has(known.code)) return json(c, siteverifyRefusal(["bad-request"]));
    const status = known.code === "rate_limited" ? 429 : UNAVAILABLE.has(known.code) ? 503 : 500;
    return json(c, siteverifyRefusal(["internal-error"]), status, headers);
  }
}

/** Plug-ins read the codes of answers with the status 200 alone. */
const BAD_SECRET: ReadonlySet<ErrorCode> = new Set([
  "key_missing",
  "key_invalid",
  "key_revoked",
  "key_expired",
  "scope_missing",
  "role_missing",
  "account_paused",
]);
const BAD_REQUEST: ReadonlySet<ErrorCode> = new Set([
  "invalid_json",
  "invalid_value",
  "body_too_large",
  "body_timeout",
  "header_too_long",
  "url_too_long",
  "unsupported_media_type",
]);
const UNAVAILABLE: ReadonlySet<ErrorCode> = new Set(["overloaded", "unavailable"]);

async function answer(c: AppContext, services: Services) {
  const request = readSiteverify(await fields(c));
  if ("errors" in request) return siteverifyRefusal(request.errors);
  const caller = await admit(c, services, request.secret);
  const verified = await verifyToken(services, caller.account, request.response, request.remoteip);
  if (verified === "invalid") return siteverifyRefusal(["invalid-input-response"]);
  if (verified === "expired_or_used") return siteverifyRefusal(["timeout-or-duplicate"]);
  return siteverifyBody(verified);
}

/** @throws AppError of keys, rate_limited, account_paused, overloaded */
async function admit(c: AppContext, services: Services, secret: string): Promise<Caller> {
  const caller = {
    ...await services.authenticator.authenticate(secret),
    origin: originFrom(c, "api"),
  };
  c.set("caller", caller);
  if (c.env.trail !== undefined) c.env.trail.caller = caller;
  const rate = await takeRequest(
    services,
    caller,
    ({ limit, retryAfterSeconds }) =>
      new AppError("rate_limited", `this key may send ${limit} requests per minute`, {
        retryAfter: retryAfterSeconds,
      }),
  );
  c.set("rate", rate);
  requireAction(caller, "scores.score");
  requireActive(caller);
  await c.env.load.claim(caller.account.id);
  return caller;
}

/** JSON, a form, or a form with parts; a repeated field is a list. */
async function fields(c: AppContext): Promise<unknown> {
  const type = header(c, "content-type");
  const media = mediaType(type);
  if (media !== FORM && media !== PARTS) return await readJson(c, LIMIT);
  const bytes = await readBody(c, LIMIT);
  const sent = media === FORM
    ? new URLSearchParams(new TextDecoder().decode(bytes))
    : await new Response(new Blob([new Uint8Array(bytes)]), { headers: { "content-type": type! } }).formData()
      .catch(() => null);
  if (sent === null) return null;
  const read = new Map<string, unknown>();
  for (const [name, value] of sent) read.set(name, read.has(name) ? [] : value);
  return Object.fromEntries(read);
}

const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data";
