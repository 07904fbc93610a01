/** Authentication and rate limits of one request: its key's, and its account's. */
import { type KeyScope, requireScope } from "../model/access/key_scope.ts";
import { AppError } from "../model/error.ts";
import type { Caller } from "../model/records.ts";
import { takeRequest } from "../service/access/work.ts";
import type { Services } from "../service/context.ts";
import { originFrom } from "./client_address.ts";
import type { AppContext } from "./context.ts";
import { credentials, header } from "./header.ts";

/**
 * Sets `caller` and `rate`.
 * @throws AppError key_missing, key_invalid, key_revoked, key_expired, rate_limited, scope_missing
 */
export async function guard(c: AppContext, services: Services, scope: KeyScope): Promise<Caller> {
  const { account, key } = c.env.caller ?? await callerOf(c, services);
  const caller = { account, key, origin: originFrom(c, "api") };
  c.set("caller", caller);
  if (c.env.trail !== undefined) c.env.trail.caller = caller;
  const rate = await services.limiter.take(caller.key.id, caller.key.ratePerMinute, services.now());
  c.set("rate", rate);
  if (!rate.allowed) {
    throw new AppError("rate_limited", `this key may send ${rate.limit} requests per minute`, {
      retryAfter: rate.retryAfterSeconds,
    });
  }
  takeRequest(services, caller);
  requireScope(caller.key, scope);
  return caller;
}

/** Accepts `X-Api-Key`; if that is missing or refused, `Authorization: Bearer`. */
async function callerOf(c: AppContext, services: Services): Promise<Caller> {
  const key = header(c, "x-api-key")?.trim() || null;
  const bearer = bearerOf(c);
  try {
    return await services.authenticator.authenticate(key ?? bearer);
  } catch (error) {
    if (key === null || bearer === null || !(error instanceof AppError)) throw error;
    // When both are refused, the error is that of X-Api-Key.
    return await services.authenticator.authenticate(bearer).catch(() => Promise.reject(error));
  }
}

function bearerOf(c: AppContext): string | null {
  return credentials(header(c, "authorization"), "bearer");
}
