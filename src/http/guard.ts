/** Authentication and limits of one request: its key's rate, and its account's rate and places. */
import { type Awaitable, chain } from "../concurrency/awaitable.ts";
import { type KeyScope, requireScope } from "../model/access/key_scope.ts";
import { AppError } from "../model/error.ts";
import type { Caller } from "../model/records.ts";
import { requireWork, takeRequest } from "../service/access/work.ts";
import type { RateState } from "../service/access/rate_limit.ts";
import type { Services } from "../service/context.ts";
import { originFrom } from "./client_address.ts";
import type { AppContext } from "./context.ts";
import { credentials, header } from "./header.ts";

/**
 * Sets `caller` and `rate`. Synchronous for a known key (see `Awaitable`).
 * @param weight of the row that matched
 * @throws AppError key_missing, key_invalid, key_revoked, key_expired, rate_limited, overloaded, scope_missing
 */
export function guard(
  c: AppContext,
  services: Services,
  scope: KeyScope,
  weight?: number,
): Awaitable<Caller> {
  return chain(c.env.caller ?? callerOf(c, services), ({ account, key }) => {
    const caller = { account, key, origin: originFrom(c, "api") };
    c.set("caller", caller);
    if (c.env.trail !== undefined) c.env.trail.caller = caller;
    const refuse = (rate: RateState) => {
      c.set("rate", rate);
      const detail = `this key may send ${rate.limit} requests per minute`;
      return new AppError("rate_limited", detail, { retryAfter: rate.retryAfterSeconds });
    };
    return chain(takeRequest(services, caller, refuse), (rate) => {
      c.set("rate", rate);
      requireScope(key, scope);
      // Before its body is read, and before it waits for others of its account.
      if (weight !== undefined) requireWork(services, caller);
      return chain(c.env.load.claim(account.id, weight), () => caller);
    });
  });
}

/** Accepts `X-Api-Key`; if that is missing or refused, `Authorization: Bearer`. */
function callerOf(c: AppContext, { authenticator }: Services): Awaitable<Caller> {
  const key = header(c, "x-api-key")?.trim() || null;
  const bearer = bearerOf(c);
  const found = authenticator.authenticate(key ?? bearer);
  if (!(found instanceof Promise) || key === null || bearer === null) return found;
  return found.catch(async (error) => {
    if (!(error instanceof AppError)) throw error;
    try {
      return await authenticator.authenticate(bearer);
    } catch {
      throw error; // when both are refused, that of X-Api-Key
    }
  });
}

function bearerOf(c: AppContext): string | null {
  return credentials(header(c, "authorization"), "bearer");
}
