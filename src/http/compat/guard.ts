/** Authentication, rate limits and media types of the compatibility layer. */
import { type Action, requireAction } from "../../model/access/action.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { takeRequest } from "../../service/access/work.ts";
import type { Services } from "../../service/context.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext } from "../context.ts";
import { basicPassword, header, isJson, listed, mediaType } from "../header.ts";

/**
 * Basic authentication only. Sets `caller`, `rate` and `hourly`.
 * @param hourlyLimit requests per hour and key, in addition to the key's limit per minute
 * @throws AppError key_missing, key_invalid, key_revoked, key_expired, rate_limited, scope_missing
 */
export async function compatGuard(
  c: AppContext,
  services: Services,
  hourlyLimit: number,
  action: Action,
): Promise<Caller> {
  const password = basicPassword(header(c, "authorization"));
  const caller = {
    ...await services.authenticator.authenticate(password),
    origin: originFrom(c, "api"),
  };
  const now = services.now();
  c.set("caller", caller);
  if (c.env.trail !== undefined) c.env.trail.caller = caller;
  const rate = await takeRequest(services, caller, (refused) => {
    c.set("rate", refused);
    return rateLimited(`${refused.limit} requests per minute`, refused.retryAfterSeconds);
  });
  c.set("rate", rate);
  const hourly = await services.compatLimiter.take(caller.key.id, hourlyLimit, now);
  c.set("hourly", hourly);
  if (!hourly.allowed) {
    throw rateLimited(
      `${hourly.limit} requests per hour on the compatibility endpoints`,
      hourly.retryAfterSeconds,
    );
  }
  requireAction(caller, action);
  await c.env.load.claim(caller.account.id);
  return caller;
}

/** The status for request headers that the vendor refuses, or null. A missing header is accepted. */
export function statusOfHeaders(c: AppContext): 406 | 415 | null {
  const charset = header(c, "accept-charset")?.trim();
  if (charset && !listed(charset).some((name) => UTF_8.has(name))) return 406;
  const accept = header(c, "accept")?.trim();
  if (accept && !listed(accept).some(acceptsJson)) return 415;
  const type = mediaType(header(c, "content-type"));
  return c.req.method === "POST" && type !== "" && !isJson(type) ? 415 : null;
}

const UTF_8: ReadonlySet<string> = new Set(["utf-8", "utf8", "*"]);

function acceptsJson(type: string): boolean {
  return type === "*/*" || type === "application/*" || type === "application/json" ||
    (type.startsWith("application/vnd.maxmind.com-") && type.endsWith("+json"));
}

function rateLimited(limit: string, retryAfter: number): AppError {
  return new AppError("rate_limited", `This key may send ${limit}`, { retryAfter });
}
