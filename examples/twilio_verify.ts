/**
 * Twilio Verify: asks Winnow before a code is sent, and tells when it was entered. Call both functions on your server:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 */
// deno-lint-ignore-file no-process-global -- edge runtimes have no node:process
import { Winnow } from "winnow-client";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "" } = process.env;
const { TWILIO_ACCOUNT_SID = "", TWILIO_AUTH_TOKEN = "", TWILIO_VERIFY_SERVICE = "" } = process.env;
const TWILIO = process.env.TWILIO_API_URL ?? "https://verify.twilio.com/v2";
let client: Winnow | undefined;
/** Made on first use: a build loads this file without the secrets. */
const winnow = () => client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, timeoutMs: 3000 });

/** By Twilio's id of a verification. Several servers keep them in a store that they share, for 15 minutes. */
const sends = new Map<string, string>();
const MAX_SENDS = 10_000;

interface Asked {
  /** E.164, or an e-mail address. */
  readonly to: string;
  readonly channel: "sms" | "call" | "whatsapp" | "email";
  readonly purpose: "signup" | "login" | "reset" | "invite" | "other";
  /** Of who asks for the code. */
  readonly ip: string;
  readonly deviceId?: string;
  readonly userId?: string;
}

/** Say the same to the user whatever the reason is. */
export type Sent =
  | { readonly status: "sent" }
  | { readonly status: "refused"; readonly retryAfter: number | null; readonly suggest: "email" | null };

/** @throws Error when Twilio refuses */
export async function sendCode({ to, channel, purpose, ip, deviceId, userId }: Asked): Promise<Sent> {
  const { decision, sendId, retryAfter, suggest } = await winnow().guard.send({
    channel: channel === "call" ? "voice" : channel,
    to,
    purpose,
    ip,
    device: deviceId,
    user_id: userId,
  });
  if (decision !== "allow") return { status: "refused", retryAfter, suggest };
  const { sid } = await twilio("Verifications", { To: to, Channel: channel });
  // Twilio sends a code again under the same id: the newest send is the one that is entered.
  if (sendId !== null && typeof sid === "string") {
    sends.set(sid, sendId);
    if (sends.size > MAX_SENDS) sends.delete(sends.keys().next().value!);
  }
  return { status: "sent" };
}

/** @returns whether the code is right @throws Error when Twilio refuses, as for a verification that is over */
export async function checkCode(
  { to, code }: { readonly to: string; readonly code: string },
): Promise<boolean> {
  const { sid, status } = await twilio("VerificationCheck", { To: to, Code: code });
  // A wrong code is no outcome yet: the user can try again.
  const outcome = status === "approved" ? "verified" : status === "pending" ? null : "failed";
  if (outcome !== null && typeof sid === "string") {
    await winnow().guard.outcome(sends.get(sid) ?? null, outcome);
    sends.delete(sid);
  }
  return status === "approved";
}

async function twilio(resource: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${TWILIO}/Services/${TWILIO_VERIFY_SERVICE}/${resource}`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`)}` },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.ok) return await response.json();
  await response.body?.cancel();
  throw new Error(`Twilio answered ${response.status}`);
}
