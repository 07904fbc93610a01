/**
 * Hono: asks Winnow about requests that are signed by an AI agent, and about no others; for nginx it answers at /agent-door
 * (agents_nginx.conf). In Node 20.3 or later:
 *
 *   npm install hono @hono/node-server
 *   API_KEY=wk_live_… node agents_hono.mjs
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const winnow = process.env.API_URL ?? "http://127.0.0.1:8080";
/** The public address of this site, as agents sign it. */
const site = process.env.SITE_URL ?? "http://127.0.0.1:3000";

const SIGNATURE = ["signature", "signature-input", "signature-agent"];
/** Never sent, even if a signature covers them. */
const SECRET = new Set(["cookie", "authorization", "proxy-authorization", "x-api-key"]);

/** The signature, and the fields that it covers: nothing else of the request is needed. */
function headersOf(c) {
  const covered = (c.req.header("signature-input").match(/"[a-z0-9-]+"/g) ?? []).map((name) =>
    name.slice(1, -1)
  );
  const names = [...SIGNATURE, ...covered].filter((name) => !SECRET.has(name));
  const sent = names.map((name) => [name, c.req.header(name)]);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}

/** Its host is that of the site, whatever the request's target says. */
function publicUrl(target) {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  return new URL(site).origin + (path.startsWith("/") ? path : `/${path}`);
}

/** `allow`, `review` or `deny`; null for people, about whom nothing is asked. */
async function decide(c, method, path) {
  if (c.req.header("signature-input") === undefined) return null;
  try {
    const answer = await fetch(`${winnow}/v1/agent/authorize`, {
      method: "POST",
      headers: { "x-api-key": process.env.API_KEY, "content-type": "application/json" },
      body: JSON.stringify({ method, url: publicUrl(path), headers: headersOf(c) }),
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`Winnow answered ${answer.status}`);
    return (await answer.json()).decision;
  } catch (error) {
    // Without an answer a signed request is treated as one to review.
    console.error(`agent not checked: ${error.message}`);
    return "review";
  }
}

const app = new Hono();

/** For nginx: 204 lets the request through, 403 refuses it. */
app.get("/agent-door", async (c) => {
  const decision = await decide(
    c,
    c.req.header("x-original-method") ?? "GET",
    c.req.header("x-original-uri") ?? "/",
  );
  return c.body(null, decision === "deny" ? 403 : 204, { "x-agent": decision ?? "none" });
});

app.use(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const decision = await decide(c, c.req.method, pathname + search);
  if (decision === "deny") return c.json({ message: "This agent is not allowed." }, 403);
  c.set("agent", decision);
  await next();
});

app.get("/products", (c) => c.json({ products: [], agent: c.get("agent") }));

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}/products`);
});
