/** Who asks for decisions: the key of a bouncer, its limits, and the call as the service notes it. */
import { type Action, requireAction } from "../../model/access/action.ts";
import { AppError } from "../../model/error.ts";
import type { BouncerCall } from "../../service/decisions/bouncer_calls.ts";
import type { Services } from "../../service/context.ts";
import { takeRequest } from "../../service/access/work.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext } from "../context.ts";
import { shortHeader } from "../header.ts";
import type { SiteOptions } from "../site_options.ts";

/**
 * Sets `caller` and `rate`.
 * @throws AppError key_missing, key_invalid, key_revoked, key_expired, rate_limited, scope_missing, role_missing, overloaded
 */
export async function bouncerGuard(
  c: AppContext,
  services: Services,
  { clients }: Pick<SiteOptions, "clients">,
  key: string | null,
  action: Action,
): Promise<BouncerCall> {
  const found = services.authenticator.authenticate(key);
  const caller = { ...(found instanceof Promise ? await found : found), origin: originFrom(c, "api") };
  c.set("caller", caller);
  if (c.env.trail !== undefined) c.env.trail.caller = caller;
  const taken = takeRequest(services, caller, (refused) => {
    c.set("rate", refused);
    const detail = `this key may send ${refused.limit} requests per minute`;
    return new AppError("rate_limited", detail, { retryAfter: refused.retryAfterSeconds });
  });
  c.set("rate", taken instanceof Promise ? await taken : taken);
  requireAction(caller, action);
  const claimed = c.env.load.claim(caller.account.id);
  if (claimed instanceof Promise) await claimed;
  return { caller, address: clients.of(c)?.text ?? null, agent: shortHeader(c, "user-agent") ?? "" };
}
