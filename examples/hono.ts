/** Hono: scores sign-ups before their handler runs. `npm install hono http://127.0.0.1:8080/clients/winnow-client.tgz` */
import process from "node:process";
import { Hono } from "hono";
import { getConnInfo } from "hono/deno"; // In Node: @hono/node-server/conninfo
import { createMiddleware } from "hono/factory";
import { type Decision, Winnow } from "winnow-client";

const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY ?? "",
});

export const screenSignup = createMiddleware<{ Variables: { decision: Decision } }>(async (c, next) => {
  const { email, phone, device } = await c.req.json().catch(() => null) ?? {};
  const ip = getConnInfo(c).remote.address; // Behind a proxy: the header that your proxy sets.
  c.set("decision", await winnow.scoreSignup({ ip, email, phone, device }));
  if (c.get("decision").verdict !== "block") return await next();
  return c.json({ message: "We cannot create this account." }, 403);
});

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
Deno.serve({ hostname: "127.0.0.1", port: Number(process.env.PORT ?? 3000) }, app.fetch);
