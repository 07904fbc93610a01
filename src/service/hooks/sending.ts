/** Stands in the place of Supabase Auth's sender: asks the guard, passes on what may be sent, and answers as the sender does. */
import type { Hook } from "../../model/endpoints/hook.ts";
import { isSendingKind, type SendingKind } from "../../model/endpoints/hook.ts";
import { readSupabaseSend } from "../../model/endpoints/payload.ts";
import type { Purpose } from "../../model/guard/send.ts";
import { parseJson } from "../../model/json.ts";
import type { Services } from "../context.ts";
import { readSend } from "../guard/read_send.ts";
import { signatureHeaders } from "../webhooks/signature.ts";
import { limitedCaller } from "./caller.ts";
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
  const refused = await mayNotSend(services, hook, kind, message.body, started);
  if (refused !== null && hook.mode === "enforce") {
    tally.decided(services, hook, "block", refused);
    return failed(429, "Too many messages were asked for. Please try again later.");
  }
  tally.decided(services, hook, "allow", refused ?? "");
  return await passOn(services, message);
}

/** Why it is not to be sent, in closed words; null: it may be. */
async function mayNotSend(
  services: Services,
  hook: Hook,
  kind: SendingKind,
  body: Uint8Array,
  started: number,
): Promise<string | null> {
  const asked = readSupabaseSend(parseJson(body), kind);
  if (asked === null) return null;
  try {
    const caller = await limitedCaller(services, hook);
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
  const text = new TextDecoder().decode(body);
  const timestamp = Math.floor(now() / 1000);
  const reply = await sender.send({
    url: hook.forwardUrl,
    headers: {
      "content-type": "application/json",
      ...signatureHeaders([present], { id, timestamp, body: text }),
    },
    body: text,
    account: hook.account,
    signal: AbortSignal.timeout(FORWARD_MS),
    reads: { bytes: ANSWER_BYTES },
  });
  if ("error" in reply) return failed(500, "The message could not be passed on.");
  // The answer of another server is passed on as data alone.
  const json = parseJson(new TextEncoder().encode(reply.body ?? ""));
  return { status: reply.status, text: JSON.stringify(json ?? {}) };
}

function failed(http_code: number, message: string): Answer {
  return { status: 200, text: JSON.stringify({ error: { http_code, message } }) };
}
