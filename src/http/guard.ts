/** Authentication and rate limit of one request: who asks, and may they now. */
import { AppError } from "../domain/error.ts";
import type { Caller } from "../domain/records.ts";
import { authenticate } from "../service/authenticate.ts";
import type { Services } from "../service/context.ts";
import type { AppContext } from "./context.ts";

/** Sets `caller` and `rate`. @throws AppError key_missing, key_invalid, key_revoked, rate_limited */
export async function guard(c: AppContext, services: Services): Promise<Caller> {
  const caller = c.env.caller ?? await authenticate(services.store, presentedKey(c));
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

/** `X-Api-Key`, or `Authorization: Bearer`. */
function presentedKey(c: AppContext): string | null {
  const key = c.req.header("x-api-key");
  if (key !== undefined) return key.trim();
  const authorization = c.req.header("authorization");
  const bearer = authorization === undefined ? null : /^bearer +(\S+) *$/i.exec(authorization);
  return bearer === null ? null : bearer[1]!;
}
