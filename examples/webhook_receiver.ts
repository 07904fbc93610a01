/**
 * A webhook receiver that scores the user of an event. It verifies the sender's signature, acknowledges the event, asks
 * Winnow and acts on the verdict. Start it with a key that may score and nothing else (scope score):
 *
 *   API_KEY=wk_live_… WEBHOOK_SECRET=… deno run --allow-net --allow-env webhook_receiver.ts
 */
const WINNOW = Deno.env.get("API_URL") ?? "http://127.0.0.1:8080";
const KEY = Deno.env.get("API_KEY") ?? "";
const SECRET = Deno.env.get("WEBHOOK_SECRET") ?? "";
const PORT = Number(Deno.env.get("PORT") ?? 8000);

const MAX_BODY = 256 * 1024;
/** How old a signed delivery may be: limits replays. */
const MAX_AGE_SECONDS = 300;

interface SignupEvent {
  id: string;
  user: { ip?: unknown; email?: unknown; phone?: unknown };
}

async function receive(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response("POST only", { status: 405 });
  const body = await bodyOf(request).catch(() => null);
  if (body === null) return new Response("too large, or broken off", { status: 413 });
  if (!await isSigned(request.headers, body)) return new Response("bad signature", { status: 401 });
  let event: SignupEvent;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
    if (typeof event?.id !== "string" || typeof event.user !== "object" || event.user === null) {
      throw new Error("not a sign-up event");
    }
  } catch (error) {
    return new Response((error as Error).message, { status: 400 });
  }
  // Respond before scoring, so that the sender does not wait or retry.
  screen(event).catch((error) => console.error(`${event.id} was not recorded`, error));
  return new Response(null, { status: 202 });
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

/** `X-Signature: sha256=<hex>` is the HMAC-SHA-256 of `<X-Timestamp>.<body>` under the shared secret. */
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
      // Kept, so that a person can look at it, and its request_id can be labelled later.
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

/** Scores what the event contains. Without a response, whatever the reason, the verdict is a review. */
async function score({ ip, email, phone }: SignupEvent["user"]): Promise<Score> {
  try {
    const response = await fetch(`${WINNOW}/v1/score/user`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": KEY },
      // A field that cannot be read does not hide the others: the verdict is then at least review.
      body: JSON.stringify({ ip, email, phone, on_invalid: "review" }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`Winnow answered ${response.status}: ${await response.text()}`);
    return await response.json();
  } catch (error) {
    return { verdict: "review", request_id: null, summary: `not scored: ${(error as Error).message}` };
  }
}

/** Replace this with your own storage. */
function record(what: string, event: SignupEvent, requestId: string | null, summary: string): void {
  console.log(JSON.stringify({ what, event: event.id, request_id: requestId, summary }));
}

if (SECRET === "") throw new Error("set WEBHOOK_SECRET: without it anyone can send events");
Deno.serve({
  hostname: "127.0.0.1",
  port: PORT,
  onListen: ({ port }) => console.log(`listening on http://127.0.0.1:${port}`),
}, receive);
