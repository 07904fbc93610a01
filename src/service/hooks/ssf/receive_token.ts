/**
 * Takes in a security event token that is pushed to a hook (RFC 8935), durably before it is acknowledged; what it says is done
 * afterwards. Nothing is told of what the hook expects before the signature is known to be the issuer's.
 */
import { hash, timingSafeEqual } from "node:crypto";
import { AppError } from "../../../model/error.ts";
import type { Hook } from "../../../model/endpoints/hook.ts";
import {
  EventRefused,
  type EventSource,
  readSecurityEvents,
  type SecurityEvents,
} from "../../../model/endpoints/security_event.ts";
import { stringMember } from "../../../model/json.ts";
import { isSignedWith, isSupported, readJwt } from "../../../signals/email/token/jws.ts";
import { requireActive } from "../../access/quota.ts";
import type { Services } from "../../context.ts";
import { limitedCaller } from "../caller.ts";
import { requireTaken } from "../events.ts";
import { caughtUp } from "../receive.ts";
import { eventName } from "../score_message.ts";

const MEDIA_TYPE = "application/secevent+jwt";

interface PushedToken {
  /** Of the hook, as the address has it. */
  readonly id: string;
  readonly authorization: string | undefined;
  /** Without parameters, in lower case. */
  readonly mediaType: string;
  /** Reads the body. */
  readonly read: () => Promise<Uint8Array>;
}

type EventHook = Hook & { readonly events: EventSource };

/**
 * Durable when it resolves; a token that came before changes nothing.
 * @throws EventRefused; AppError signature_invalid where there is no such hook, account_paused, rate_limited, unavailable, and
 * what `read` throws that is not the sender's fault
 */
export async function takeToken(services: Services, pushed: PushedToken): Promise<void> {
  const hook = eventHook(services, pushed.id) ??
    await caughtUp(() => eventHook(services, pushed.id), services);
  if (hook === null) throw new AppError("signature_invalid");
  try {
    if (!isAuthorized(services, hook, pushed.authorization)) {
      throw new EventRefused("authentication_failed", "the Authorization header is missing or wrong");
    }
    if (pushed.mediaType !== MEDIA_TYPE) {
      throw new EventRefused("invalid_request", `the body must be sent as ${MEDIA_TYPE}`);
    }
    const text = new TextDecoder().decode(await readable(pushed.read));
    await take(services, hook, await verified(services, hook, text));
  } catch (error) {
    if (error instanceof EventRefused) services.hooks.tally.refused(services, hook, error.err);
    throw error;
  }
}

async function take(services: Services, hook: EventHook, { jti, at, told }: SecurityEvents): Promise<void> {
  const { store, hooks: { inbox, tally } } = services;
  const { issuer } = hook.events;
  const event = eventName(hook, `token ${jti}`);
  const caller = await limitedCaller(services, hook);
  if (await store.hookEvents.hasToken(hook.account, event)) return;
  requireActive(caller);
  // Events of one account are worked off in their order.
  const lane = eventName(hook, JSON.stringify(told[0]?.subjects ?? []));
  const taken = await inbox.takeToken(hook, { event, issuer, at, told }, lane);
  if (taken === "done") tally.unscored(services, hook, "ignored", "no event with an effect");
  else requireTaken(taken);
}

/** @throws EventRefused, AppError unavailable */
async function verified(services: Services, hook: EventHook, text: string): Promise<SecurityEvents> {
  // A token that is not signed is read too, to be refused for that.
  const jwt = readJwt(text.endsWith(".") ? `${text}AA` : text);
  if (jwt === null) throw new EventRefused("invalid_request", "the body is no signed JWT");
  const { header, claims } = jwt;
  const alg = stringMember(header, "alg");
  const kid = stringMember(header, "kid");
  const badKey = (why: string) => new EventRefused("invalid_key", why);
  if (!isSupported(alg)) throw badKey("alg must be RS256, ES256 or EdDSA");
  const { jwksUri } = hook.events;
  const keys = await services.hooks.issuerKeys.find(jwksUri, hook.account, { kid, alg });
  if (keys.length === 0) throw badKey("the issuer publishes no such key");
  const checked = await Promise.all(keys.map((key) => isSignedWith(jwt, alg, key)));
  if (!checked.includes(true)) throw badKey("the signature is wrong");
  const { iat } = claims;
  const now = typeof iat === "number" && Number.isFinite(iat)
    ? services.clock.near(1000 * iat)
    : services.now();
  return readSecurityEvents(header, claims, hook.events, now);
}

/** @throws EventRefused for a body that is too large or encoded; other errors are not the token's */
async function readable(read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await read();
  } catch (error) {
    const isFault = error instanceof AppError &&
      (error.code === "body_too_large" || error.code === "unsupported_media_type");
    throw isFault ? new EventRefused("invalid_request", error.message) : error;
  }
}

function eventHook({ store }: Services, id: string): EventHook | null {
  const hook = store.hooks.find(id);
  if (hook === null || hook.events === undefined || store.accounts.account(hook.account) === null) {
    return null;
  }
  return { ...hook, events: hook.events };
}

/** Always, where the hook has none. */
function isAuthorized({ hooks: { secrets }, now }: Services, hook: Hook, given = ""): boolean {
  const { present, replaced } = secrets.textsInUse(hook, now());
  if (present === "") return true;
  const accepted = [present, ...replaced].filter((text) => text !== null && text !== "");
  return accepted.some((text) => timingSafeEqual(digest(text!), digest(given)));
}

function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
