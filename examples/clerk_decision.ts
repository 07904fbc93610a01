/**
 * Clerk: acts on the score of a new user. Clerk asks nobody before it creates a user, so this bans one afterwards:
 *
 * 1. Clerk sends `user.created` to a hook of Winnow (POST /v1/hooks, kind svix), which finds IP address, e-mail address,
 *    phone number and user id by itself, and scores them.
 * 2. Winnow sends `signup.scored` to this endpoint (POST /v1/webhooks with the verdicts review and block).
 *
 * A handler of web requests, for Next.js, Hono, Deno (--allow-net --allow-env), Bun and Workers (flag nodejs_compat, for
 * `process.env`; API_URL with a host name):
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz standardwebhooks
 */
// deno-lint-ignore-file no-process-global -- edge runtimes have no node:process
import { Webhook } from "standardwebhooks";
import { Winnow } from "winnow-client";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "", WEBHOOK_SECRET = "", CLERK_SECRET_KEY = "" } =
  process.env;
const CLERK = process.env.CLERK_API_URL ?? "https://api.clerk.com/v1";
let client: Winnow | undefined;
/** Made on first use, like the verifier: a build loads this file without the secrets. */
const winnow = () => client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, apiTimeoutMs: 3000 });

interface ScoredEvent {
  type?: unknown;
  data?: { request_id?: unknown } | null;
}

/** Any answer but 2xx makes Winnow send the event again later; acting twice changes nothing. */
export async function POST(request: Request): Promise<Response> {
  if (WEBHOOK_SECRET === "") {
    console.error("set WEBHOOK_SECRET: without it anyone can send events");
    return new Response("not configured", { status: 500 });
  }
  let event: ScoredEvent | null;
  try {
    const text = await request.text();
    event = new Webhook(WEBHOOK_SECRET).verify(text, Object.fromEntries(request.headers)) as
      | ScoredEvent
      | null;
  } catch {
    return new Response("bad signature", { status: 401 });
  }
  const request_id = event?.data?.request_id;
  if (event?.type !== "signup.scored" || typeof request_id !== "string") {
    return new Response(null, { status: 204 });
  }
  try {
    const { data: score, response } = await winnow().api.GET("/v1/score/{request_id}", {
      params: { path: { request_id } },
    });
    if (score === undefined) throw new Error(`Winnow answered ${response.status}`);
    if (!score.user_id || score.verdict === "allow") return new Response(null, { status: 204 });
    const user = `/users/${encodeURIComponent(score.user_id)}`;
    if (score.verdict === "block") await clerk("POST", `${user}/ban`, {});
    else {await clerk("PATCH", `${user}/metadata`, {
        private_metadata: { winnow: { verdict: "review", request_id } },
      });}
    return new Response(null, { status: 204 });
  } catch (error) {
    console.error(error);
    return new Response("try again", { status: 503 });
  }
}

async function clerk(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${CLERK}${path}`, {
    method,
    headers: { authorization: `Bearer ${CLERK_SECRET_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  await response.body?.cancel();
  // 404: the user was deleted meanwhile.
  if (!response.ok && response.status !== 404) throw new Error(`Clerk answered ${response.status}`);
}
