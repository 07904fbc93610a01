/**
 * Hono: scores sign-ups before their handler runs. In Node 20.3 or later:
 *
 *   npm install hono @hono/node-server http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… node hono.mjs
 *
 * In Deno, Bun and Workers only `serve` and `getConnInfo` are others. Deno needs --allow-net and --allow-env. Workers need the
 * flag nodejs_compat for `process.env`, an API_URL with a host name, and a limit outside of the program (their Rate Limiting
 * binding), because a Map there counts for one of many instances.
 */
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Winnow } from "winnow-client";

const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY,
});

/** Sign-ups of one network in a minute: a flood must not use up your limits. Several servers count in a store of their own. */
const PER_MINUTE = 60;
let minute = 0;
const counts = new Map();

/** The visitor's address: as a proxy on this machine tells it, else that of the connection. */
function addressOf(c) {
  const { address = "" } = getConnInfo(c).remote;
  const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-1).trim();
  return /^(::ffff:)?127\.|^::1$/.test(address) ? forwarded || address : address;
}

/** Refuses floods. IPv6 addresses are counted by their /64: one customer has that many. */
export async function limitByAddress(c, next) {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) counts.clear();
  minute = now;
  const ip = addressOf(c).replace(/^::ffff:/, "");
  const network = ip.includes(":") ? ip.split("::")[0].split(":").slice(0, 4).join(":") : ip;
  counts.set(network, (counts.get(network) ?? 0) + 1);
  if (counts.get(network) <= PER_MINUTE) return await next();
  return c.json({ message: "Please try again in a minute." }, 429, { "Retry-After": "60" });
}

/** Refuses a sign-up that is blocked; the decision about others is `c.get("decision")`. */
export async function screenSignup(c, next) {
  const { email, phone, device } = await c.req.json().catch(() => null) ?? {};
  if (typeof email !== "string" || email.trim() === "") return c.json({ message: "An e-mail, please." }, 400);
  // `device` as it came from the browser: the client and Winnow check it.
  c.set("decision", await winnow.scoreSignup({ ip: addressOf(c), email, phone, device }));
  if (c.get("decision").verdict !== "block") return await next();
  return c.json({ message: "We cannot create this account." }, 403);
}

const app = new Hono();
app.post("/signup", limitByAddress, bodyLimit({ maxSize: 1024 * 1024 }), screenSignup, (c) => {
  const { verdict, requestId } = c.get("decision");
  // Save requestId with the user: with it you label the sign-up as fraud or legit later.
  return c.json({
    message: verdict === "review" ? "Thank you. We will write to you soon." : "Welcome!",
    requestId,
  });
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}/signup`);
});
