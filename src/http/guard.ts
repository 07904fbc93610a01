/** Authentication and rate limit of one request: who asks, and may they now. */
import { AppError } from "../model/error.ts";
import type { Caller } from "../model/records.ts";
import type { Services } from "../service/context.ts";
import type { AppContext } from "./context.ts";

/** Sets `caller` and `rate`. @throws AppError key_missing, key_invalid, key_revoked, rate_limited */
export async function guard(c: AppContext, services: Services): Promise<Caller> {
  const caller = c.env.caller ?? await callerOf(c, services);
  c.set("caller", caller);
  const rate = services.limiter.take(caller.key.id, caller.key.ratePerMinute, services.now());
  c.set("rate", rate);
  if (!rate.allowed) {
    throw new AppError("rate_limited", `this key may send ${rate.limit} requests a minute`, {
      retryAfter: rate.retryAfterSeconds,
    });
  }
  return caller;
}

/** Either scheme authorizes: `X-Api-Key`, and where that does not, `Authorization: Bearer`. */
async function callerOf(c: AppContext, services: Services): Promise<Caller> {
  const key = c.req.header("x-api-key")?.trim() || null;
  const bearer = bearerOf(c);
  try {
    return await services.authenticator.authenticate(key ?? bearer);
  } catch (error) {
    if (key === null || bearer === null || !(error instanceof AppError)) throw error;
    // What X-Api-Key was refused for is the answer when the token is refused as well.
    return await services.authenticator.authenticate(bearer).catch(() => Promise.reject(error));
  }
}

function bearerOf(c: AppContext): string | null {
  const authorization = c.req.header("authorization");
  const bearer = authorization === undefined ? null : /^bearer +(\S+) *$/i.exec(authorization);
  return bearer === null ? null : bearer[1]!;
}
