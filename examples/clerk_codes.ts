/**
 * Clerk: sends its codes by SMS and mail, after asking Winnow. Switch off "Delivered by Clerk" for the templates, and have the
 * events `sms.created`, `email.created` and `user.created` sent to this endpoint.
 *
 * A handler of web requests, for Next.js, Hono, Deno (--allow-net --allow-env), Bun and Workers (flag nodejs_compat, for
 * `process.env`; API_URL with a host name):
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz svix
 */
// deno-lint-ignore-file no-process-global -- edge runtimes have no node:process
import { Webhook } from "svix";
import { Winnow } from "winnow-client";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "", CLERK_WEBHOOK_SECRET = "" } = process.env;
let client: Winnow | undefined;
/** Made on first use, like the verifier: a build loads this file without the secrets. */
const winnow = () => client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, timeoutMs: 3000 });

/** In place of your sender. What it throws makes Clerk send the event again. */
const sender = {
  deliver: (message: { to: string; text: string }): Promise<void> => {
    console.log(`to ${message.to}: ${message.text}`);
    return Promise.resolve();
  },
};
export { sender };

/** Allowed messages by the id of their event, and sends by recipient. Several servers keep both in a store that they share. */
const asked = new Map<string, string | null>();
const sends = new Map<string, string>();
const MAX_KEPT = 10_000;

interface ClerkEvent {
  type?: unknown;
  data?: Record<string, unknown> | null;
}

/** Any answer but 2xx makes Clerk send the event again: one that was asked about is then delivered without asking again. */
export async function POST(request: Request): Promise<Response> {
  if (CLERK_WEBHOOK_SECRET === "") {
    console.error("set CLERK_WEBHOOK_SECRET: without it anyone can have messages sent");
    return new Response("not configured", { status: 500 });
  }
  let event: ClerkEvent | null;
  try {
    const text = await request.text();
    new Webhook(CLERK_WEBHOOK_SECRET).verify(text, Object.fromEntries(request.headers));
    event = JSON.parse(text);
  } catch {
    return new Response("bad signature", { status: 401 });
  }
  const { type, data } = event ?? {};
  try {
    if (type === "sms.created") await deliver(request, "sms", data?.to_phone_number, data?.message, data);
    if (type === "email.created") await deliver(request, "email", data?.to_email_address, data?.body, data);
    if (type === "user.created") await confirm(data ?? {});
    return new Response(null, { status: 204 });
  } catch (error) {
    console.error(error);
    return new Response("try again", { status: 503 });
  }
}

async function deliver(
  request: Request,
  channel: "sms" | "email",
  to: unknown,
  text: unknown,
  data: ClerkEvent["data"],
): Promise<void> {
  if (data?.delivered_by_clerk === true || typeof to !== "string" || typeof text !== "string") return;
  const id = request.headers.get("svix-id")!;
  if (!asked.has(id)) {
    // Clerk tells no address of who asked: recipients, blocks of numbers, carriers and budgets count.
    const user = typeof data?.user_id === "string" ? data.user_id : null;
    const { decision, sendId } = await winnow().guard.send({
      channel,
      to,
      purpose: user === null ? "signup" : "login",
      user_id: user,
    });
    keep(asked, id, decision === "allow" ? sendId ?? "" : null);
    if (sendId !== null && decision === "allow") keep(sends, to.toLowerCase(), sendId);
  }
  // Refused: dropped, and Clerk is not told, so that it does not come again.
  if (asked.get(id) === null) return;
  await sender.deliver({ to, text });
}

/** A new user has entered the codes of what is verified. */
async function confirm({ phone_numbers, email_addresses }: Record<string, unknown>): Promise<void> {
  for (const [list, name] of [[phone_numbers, "phone_number"], [email_addresses, "email_address"]] as const) {
    for (const entry of Array.isArray(list) ? list : []) {
      const to = String(entry?.[name]).toLowerCase();
      if (entry?.verification?.status !== "verified" || !sends.has(to)) continue;
      await winnow().guard.outcome(sends.get(to)!, "verified");
      sends.delete(to);
    }
  }
}

function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  if (map.size > MAX_KEPT) map.delete(map.keys().next().value!);
}
