/**
 * Stripe: scores the buyer of a payment. Have `checkout.session.completed` and `charge.succeeded` sent to this endpoint.
 *
 * Stripe tells no IP address on charges and sessions. Your own server knows it when it creates the session: put it into
 * `metadata` (and into `payment_intent_data.metadata`, which a charge inherits) as `ip`. Without it the score is made of the
 * e-mail address and the phone number.
 *
 * A handler of web requests, for Next.js, Hono, Deno (--allow-net --allow-env), Bun and Workers (flag nodejs_compat, for
 * `process.env`; API_URL with a host name):
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 */
// deno-lint-ignore-file no-process-global -- edge runtimes have no node:process
import { Winnow } from "winnow-client";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "", STRIPE_WEBHOOK_SECRET = "" } = process.env;
let client: Winnow | undefined;
/** Made on first use: a build loads this file without the secrets. Stripe sends again what could not be scored: see POST. */
const winnow = () => client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, timeoutMs: 3000 });
/** More than any event. */
const MAX_BODY = 1024 * 1024;
/** How old a signed event may be: limits replays. */
const MAX_AGE_SECONDS = 300;

interface Contact {
  email?: string | null;
  phone?: string | null;
  address?: { country?: string | null } | null;
}

interface StripeEvent {
  id: string;
  type: string;
  data?: {
    object?: {
      customer_details?: Contact | null;
      billing_details?: Contact | null;
      metadata?: { ip?: string } | null;
      client_reference_id?: string | null;
    } | null;
  } | null;
}

/** The contact of the kinds of events that are scored. */
const CONTACTS = new Map<string, "customer_details" | "billing_details">([
  ["checkout.session.completed", "customer_details"],
  ["charge.succeeded", "billing_details"],
]);

export async function POST(request: Request): Promise<Response> {
  if (STRIPE_WEBHOOK_SECRET === "") {
    console.error("set STRIPE_WEBHOOK_SECRET: without it anyone can send events");
    return new Response("not configured", { status: 500 });
  }
  const body = await bodyOf(request).catch(() => null);
  if (body === null) return new Response("too large, or broken off", { status: 413 });
  if (!await isSigned(request.headers.get("stripe-signature") ?? "", body)) {
    return new Response("bad signature", { status: 401 });
  }
  const event = readEvent(body);
  if (event === null) return new Response("not an event", { status: 400 });
  const place = CONTACTS.get(event.type);
  if (place === undefined) return Response.json({ ignored: event.type });
  // An event without an object has nothing to score: a review.
  const { [place]: contact, metadata, client_reference_id } = event.data?.object ?? {};
  const decision = await winnow().scoreSignup({
    ip: metadata?.ip,
    email: contact?.email,
    phone: contact?.phone,
    phone_country: contact?.phone ? contact.address?.country : null,
    user_id: client_reference_id,
  }, { idempotencyKey: event.id }); // Stripe may send an event twice: it is scored once.
  // Winnow could not be asked: Stripe sends the event again, over three days. Bad input would stay as it is: review.
  if (decision.degraded && decision.reason !== "invalid_input") {
    return new Response("not scored", { status: 503 });
  }
  await act(decision.verdict, event);
  return Response.json({ verdict: decision.verdict, request_id: decision.requestId });
}

/** Null: it is too large. */
async function bodyOf(request: Request): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function readEvent(body: Uint8Array): StripeEvent | null {
  try {
    const event: StripeEvent | null = JSON.parse(new TextDecoder().decode(body));
    return typeof event?.id === "string" && typeof event.type === "string" ? event : null;
  } catch {
    return null;
  }
}

/** Replace this: deliver, hold the order for a person, or refund. */
async function act(verdict: "allow" | "review" | "block", event: StripeEvent): Promise<void> {
  await Promise.resolve(console.log(`${event.type} ${event.id}: ${verdict}`));
}

/** `t=<time>,v1=<hex>[,v1=<hex>]`: HMAC-SHA-256 of `<time>.<body>`; the key is the whole secret, `whsec_` included. */
async function isSigned(header: string, body: Uint8Array): Promise<boolean> {
  const parts = header.split(",").map((part) => part.trim().split("=") as [name: string, value?: string]);
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > MAX_AGE_SECONDS) return false;
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(STRIPE_WEBHOOK_SECRET), hmac, false, [
    "verify",
  ]);
  const signed = new Uint8Array([...encoder.encode(`${time}.`), ...body]);
  const signatures = parts.flatMap(([name, value = ""]) =>
    name === "v1" && /^[0-9a-f]{64}$/.test(value)
      ? [Uint8Array.from(value.match(/../g)!, (byte) => parseInt(byte, 16))]
      : []
  );
  const fits = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify(hmac, key, signature, signed)),
  );
  return fits.includes(true);
}
