/**
 * Hono: scores sign-ups before their handler runs. In Node 20.3 or later:
 *
 *   npm install hono @hono/node-server http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… node hono.mjs
 *
 * In Deno, Bun and Workers only `serve` and `getConnInfo` are others.
 */
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { Winnow } from "winnow-client";

const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY,
});

/** The visitor's address: as a proxy on this machine tells it, else that of the connection. */
function addressOf(c) {
  const { address } = getConnInfo(c).remote;
  const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-1).trim();
  return /^(::ffff:)?127\.|^::1$/.test(address) ? forwarded ?? address : address;
}

/** Refuses a sign-up that is blocked; the decision about others is `c.get("decision")`. */
export async function screenSignup(c, next) {
  const { email, phone, device } = await c.req.json().catch(() => null) ?? {};
  // `device` as it came from the browser: the client and Winnow check it.
  c.set("decision", await winnow.scoreSignup({ ip: addressOf(c), email, phone, device }));
  if (c.get("decision").verdict !== "block") return await next();
  return c.json({ message: "We cannot create this account." }, 403);
}

const app = new Hono();
app.post("/signup", screenSignup, async (c) => {
  const body = await c.req.json().catch(() => null);
  if (typeof body?.email !== "string") return c.json({ message: "An e-mail, please." }, 400);
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
