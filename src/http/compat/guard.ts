/** Authentication, rate limits and media types of the compatibility layer. */
import { type KeyScope, requireScope } from "../../model/access/key_scope.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { refused } from "../../compat/refusal.ts";
import { takeRequest } from "../../service/access/work.ts";
import type { Services } from "../../service/context.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext } from "../context.ts";

/**
 * Basic authentication only. Sets `caller`, `rate` and `hourly`.
 * @param hourlyLimit requests per hour and key, in addition to the key's limit per minute
 * @throws AppError key_missing, key_invalid, key_revoked, key_expired, rate_limited, scope_missing
 */
export async function compatGuard(
  c: AppContext,
  services: Services,
  hourlyLimit: number,
  scope: KeyScope,
): Promise<Caller> {
  const password = basicPassword(c.req.header("authorization"));
  const caller = {
    ...await services.authenticator.authenticate(password),
    origin: originFrom(c, "api"),
  };
  const now = services.now();
  c.set("caller", caller);
  const rate = services.limiter.take(caller.key.id, caller.key.ratePerMinute, now);
  c.set("rate", rate);
  if (!rate.allowed) throw rateLimited(`${rate.limit} requests per minute`, rate.retryAfterSeconds);
  const hourly = services.compatLimiter.take(caller.key.id, hourlyLimit, now);
  c.set("hourly", hourly);
  if (!hourly.allowed) {
    throw rateLimited(
      `${hourly.limit} requests per hour on the compatibility endpoints`,
      hourly.retryAfterSeconds,
    );
  }
  takeRequest(services, caller);
  requireScope(caller.key, scope);
  return caller;
}

/** The refusal of request headers that the vendor refuses, or null. A missing header is accepted. */
export function refusedByHeaders(c: AppContext): ReturnType<typeof refused> | null {
  const charset = c.req.header("accept-charset");
  if (charset !== undefined && charset.trim() !== "" && !/(^|[\s,])(utf-?8|\*)\s*(;|,|$)/i.test(charset)) {
    return refused("NOT_ACCEPTABLE", "Answers are UTF-8; Accept-Charset must allow it");
  }
  const accept = c.req.header("accept");
  if (accept !== undefined && accept.trim() !== "" && !ACCEPTED.test(accept)) {
    return refused("UNSUPPORTED_MEDIA_TYPE", "Answers are application/json; Accept must allow it");
  }
  const type = c.req.header("content-type");
  const isRead = c.req.method === "POST";
  if (isRead && type !== undefined && type.trim() !== "" && !JSON_TYPE.test(type)) {
    return refused("UNSUPPORTED_MEDIA_TYPE", "The body must be sent as application/json");
  }
  return null;
}

const ACCEPTED = /(^|[\s,])(\*\/\*|application\/(\*|json|vnd\.maxmind\.com-[a-z-]{1,40}\+json))\s*(;|,|$)/i;
const JSON_TYPE = /^\s*application\/([\w.-]{1,100}\+)?json\s*(;|$)/i;

/** The password of `Authorization: Basic`; null when there is none or it does not decode. */
function basicPassword(authorization: string | undefined): string | null {
  const encoded = authorization === undefined ? null : /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization);
  if (encoded === null) return null;
  let pair: string;
  try {
    pair = atob(encoded[1]!);
  } catch {
    return null;
  }
  const colon = pair.indexOf(":");
  return colon < 0 ? null : pair.slice(colon + 1);
}

function rateLimited(limit: string, retryAfter: number): AppError {
  return new AppError("rate_limited", `This key may send ${limit}`, { retryAfter });
}
