/** Stands in the place of Supabase Auth's sender: asks the guard, passes on what may be sent, and answers as the sender does. */
import type { Hook } from "../../model/endpoints/hook.ts";
import { isSendingKind, type SendingKind } from "../../model/endpoints/hook.ts";
import { readSupabaseSend } from "../../model/endpoints/payload.ts";
import type { Purpose } from "../../model/guard/send.ts";
import { parseJson } from "../../model/json.ts";
import { type Caller, standingOf } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { readSend } from "../guard/read_send.ts";
import { signatureHeaders } from "../webhooks/signature.ts";
import { callerWithin, hookCaller } from "./caller.ts";
import type { HookMessage } from "./receive.ts";

interface Answer {
  readonly status: number;
  /** JSON. */
  readonly text: string;
}

/** Supabase waits five seconds. */
const FORWARD_MS = 4_000;
const ANSWER_BYTES = 16_384;
const MAX_TEXT = 200;

const PURPOSES: Readonly<Record<string, Purpose>> = {
  signup: "signup",
  recovery: "reset",
  invite: "invite",
  magiclink: "login",
  email: "login",
};

/** Whatever goes wrong with the question, the message is passed on. @param started `performance.now()` when the request arrived */
export async function answerSending(
  services: Services,
  message: HookMessage,
  started: number,
): Promise<Answer> {
  const { hook } = message;
  const { tally } = services.hooks;
  const { kind } = hook;
  if (!isSendingKind(kind)) throw new Error("this hook does not send");
  const asking = await callerOf(services, hook);
  const refused = asking === null
    ? "rate_limited"
    : await mayNotSend(services, kind, { body: message.body, asking, started });
  if (refused !== null && (hook.mode === "enforce" || asking === null)) {
    tally.decided(services, hook, "block", refused);
    return failed(429, "Too many messages were asked for. Please try again later.");
  }
  tally.decided(services, hook, "allow", refused ?? "");
  return await passOn(services, message);
}

/**
 * Who asks. Null: a guest beyond its limits, for whom nothing more is sent, because strangers can point hooks at anybody. A
 * failure is no limit: what is asked is judged as far as it can be.
 */
async function callerOf(services: Services, hook: Hook): Promise<Caller | null> {
  const { hooks: { targets, guests, failures }, store, now } = services;
  const account = store.accounts.account(hook.account);
  const isGuest = account !== null && standingOf(account) === "guest";
  if (
    isGuest && hook.forwardUrl !== undefined &&
    (targets.take(hook.forwardUrl, true, performance.now()) > 0 || !guests.take(account, now()))
  ) {
    return null;
  }
  try {
    return (await callerWithin(services, hook)).caller;
  } catch (error) {
    const { code } = failures.toAppError(error, "a hook that sends");
    return code === "rate_limited" ? null : hookCaller(services, hook);
  }
}

/** Why it is not to be sent, in closed words; null: it may be. */
async function mayNotSend(
  services: Services,
  kind: SendingKind,
  { body, asking: caller, started }: {
    readonly body: Uint8Array;
    readonly asking: Caller;
    readonly started: number;
  },
): Promise<string | null> {
  const asked = readSupabaseSend(parseJson(body), kind);
  if (asked === null) return null;
  try {
    const reading = readSend(services, caller, {
      channel: kind === "supabase_send_sms" ? "sms" : "email",
      to: asked.to,
      purpose: PURPOSES[asked.action ?? ""] ?? "other",
      user_id: asked.userId?.slice(0, MAX_TEXT),
    }, started);
    const { judgement: { decision, findings } } = await services.guard.send(caller, reading);
    return decision === "allow" ? null : findings[0]?.rule ?? decision;
  } catch (error) {
    services.hooks.failures.toAppError(error, "a hook that sends");
    return null;
  }
}

async function passOn(services: Services, { hook, id, body }: HookMessage): Promise<Answer> {
  const { hooks: { secrets }, webhooks: { sender }, now } = services;
  const { present } = secrets.inUse(hook, now());
  if (hook.forwardUrl === undefined || present === null) {
    return failed(500, "This hook has nothing to send with.");
  }
  const sent = new TextDecoder().decode(body);
  const timestamp = Math.floor(now() / 1000);
  const reply = await sender.send({
    url: hook.forwardUrl,
    headers: {
      "content-type": "application/json",
      ...signatureHeaders([present], { id, timestamp, body: sent }),
    },
    body: sent,
    account: hook.account,
    signal: AbortSignal.timeout(FORWARD_MS),
    reads: { bytes: ANSWER_BYTES },
  });
  if ("error" in reply) return failed(500, "The message could not be passed on.");
  // The answer of another server is passed on as data alone.
  const json = parseJson(new TextEncoder().encode(reply.body ?? ""));
  const text = JSON.stringify(json ?? {});
  if (reply.status >= 200 && reply.status < 300) {
    return { status: WITH_BODY.has(reply.status) ? reply.status : 200, text };
  }
  if (reply.status >= 400 && reply.status < 600) return { status: reply.status, text };
  return failed(500, "The message could not be passed on.");
}

/** Supabase reads the answer of these. */
const WITH_BODY: ReadonlySet<number> = new Set([200, 201, 202]);

function failed(http_code: number, message: string): Answer {
  return { status: 200, text: JSON.stringify({ error: { http_code, message } }) };
}
