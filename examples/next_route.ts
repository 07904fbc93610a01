/**
 * Next.js, a route handler: scores sign-ups before their users exist. Save it as app/api/signup/route.ts:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 *
 * API_URL and API_KEY belong to the environment of the server; `next build` needs neither. It loads nothing of Node, so it runs in
 * the edge runtime too.
 */
// deno-lint-ignore-file no-process-global -- edge runtimes have no node:process
import { Winnow } from "winnow-client";

let client: Winnow | undefined;
/** Made on first use: a build loads this file without the secrets. */
const winnow = () =>
  client ??= new Winnow({
    baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
    apiKey: process.env.API_KEY ?? "",
  });

const MAX_BODY = 1024 * 1024;
/** Sign-ups of one network in a minute, in this process: where many run, limit them before, for example in your proxy. */
const PER_MINUTE = 60;
const counts = new Map<string, number>();
let minute = 0;

export async function POST(request: Request): Promise<Response> {
  const ip = addressOf(request.headers);
  if (isFlood(ip)) {
    const headers = { "retry-after": "60" };
    return Response.json({ message: "Please try again in a minute." }, { status: 429, headers });
  }
  const { email, phone, device } = await readForm(request);
  if (typeof email !== "string" || email.trim() === "") {
    return Response.json({ message: "An e-mail, please." }, { status: 400 });
  }
  // As they came from the browser: the client and Winnow check them.
  const form = { email, phone: phone as string, device };
  const { verdict, requestId } = await winnow().scoreSignup({ ip, ...form });
  if (verdict === "block") {
    return Response.json({ message: "We cannot create this account." }, { status: 403 });
  }
  // Create the user here. Save requestId with it: with it you label the sign-up as fraud or legit later.
  return Response.json({
    message: verdict === "review" ? "Thank you. We will write to you soon." : "Welcome!",
    requestId,
  });
}

/** The last entry is the one that the proxy before Next.js wrote; those before it come from the visitor. */
function addressOf(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
}

/** IPv6 addresses are counted by their /64: one customer has that many. */
function isFlood(address: string): boolean {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) counts.clear();
  minute = now;
  const ip = address.replace(/^::ffff:/, "");
  const network = ip.includes(":") ? ip.split("::")[0]!.split(":").slice(0, 4).join(":") : ip;
  const count = (counts.get(network) ?? 0) + 1;
  counts.set(network, count);
  return count > PER_MINUTE;
}

/** Empty for what is no form. */
async function readForm(request: Request): Promise<Record<string, unknown>> {
  try {
    if (Number(request.headers.get("content-length") ?? MAX_BODY + 1) > MAX_BODY) return {};
    const form: unknown = await request.json();
    return typeof form === "object" && form !== null ? form as Record<string, unknown> : {};
  } catch {
    return {};
  }
}
