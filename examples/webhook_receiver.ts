/**
 * A webhook receiver that screens the person an event is about. It checks the sender's signature, acknowledges, asks
 * Winnow, and then goes by the verdict. Start it with:
 *
 *   API_KEY=wk_live_… WEBHOOK_SECRET=… deno run --allow-net --allow-env webhook_receiver.ts
 */
const WINNOW = Deno.env.get("API_URL") ?? "http://127.0.0.1:8080";
const KEY = Deno.env.get("API_KEY") ?? "";
const SECRET = Deno.env.get("WEBHOOK_SECRET") ?? "";
const PORT = Number(Deno.env.get("PORT") ?? 8000);

const MAX_BODY = 256 * 1024;
/** A signed delivery is believed for this long, so that an old one cannot be sent again. */
const MAX_AGE_SECONDS = 300;

interface SignupEvent {
  id: string;
  user: { ip?: string; email?: string; phone?: string };
}

async function receive(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response("POST only", { status: 405 });
  const body = new Uint8Array(await request.arrayBuffer());
  if (body.length > MAX_BODY) return new Response("too large", { status: 413 });
  if (!await isSigned(request.headers, body)) return new Response("bad signature", { status: 401 });
  let event: SignupEvent;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
    if (typeof event.id !== "string" || typeof event.user !== "object") {
      throw new Error("not a sign-up event");
    }
  } catch (error) {
    return new Response((error as Error).message, { status: 400 });
  }
  // The sender gets its answer now: it must not wait for the score, nor send the event again because of it.
  void screen(event);
  return new Response(null, { status: 202 });
}

/** `X-Signature: sha256=<hex>` is the HMAC-SHA-256 of `<X-Timestamp>.<body>` under the secret both sides know. */
async function isSigned(headers: Headers, body: Uint8Array): Promise<boolean> {
  const timestamp = headers.get("x-timestamp") ?? "";
  const hex = /^sha256=([0-9a-f]{64})$/.exec(headers.get("x-signature") ?? "")?.[1];
  if (hex === undefined || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS)) {
    return false;
  }
  const signed = new Uint8Array([...new TextEncoder().encode(`${timestamp}.`), ...body]);
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(SECRET),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  return await crypto.subtle.verify("HMAC", key, Uint8Array.fromHex(hex), signed);
}

async function screen(event: SignupEvent): Promise<void> {
  const { verdict, request_id, summary } = await score(event.user);
  switch (verdict) {
    case "allow":
      return record("processed", event, request_id, summary);
    case "block":
      // Kept apart, not thrown away: a person may look at it, and its request_id can be labelled later.
      return record("quarantined", event, request_id, summary);
    default:
      return record("flagged", event, request_id, summary);
  }
}

interface Score {
  verdict: "allow" | "review" | "block";
  request_id: string | null;
  summary: string;
}

/** What the event carries is scored; what it lacks is left out. Without an answer the event is looked at by a person. */
async function score({ ip, email, phone }: SignupEvent["user"]): Promise<Score> {
  try {
    const response = await fetch(`${WINNOW}/v1/score/user`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": KEY },
      body: JSON.stringify({ ip, email, phone }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`Winnow answered ${response.status}: ${await response.text()}`);
    return await response.json();
  } catch (error) {
    return { verdict: "review", request_id: null, summary: `not scored: ${(error as Error).message}` };
  }
}

/** Your own store stands here. */
function record(what: string, event: SignupEvent, requestId: string | null, summary: string): void {
  console.log(JSON.stringify({ what, event: event.id, request_id: requestId, summary }));
}

if (SECRET === "") throw new Error("set WEBHOOK_SECRET: without it anyone could send events");
Deno.serve({
  hostname: "127.0.0.1",
  port: PORT,
  onListen: ({ port }) => console.log(`listening on http://127.0.0.1:${port}`),
}, receive);
