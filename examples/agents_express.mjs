/**
 * Express: asks Winnow about requests that are signed by an AI agent, and about no others. In Node 20.3 or later:
 *
 *   npm install express
 *   API_KEY=wk_live_… node agents_express.mjs
 */
import express from "express";

const winnow = process.env.API_URL ?? "http://127.0.0.1:8080";
/** The public address of this site, as agents sign it. */
const site = process.env.SITE_URL ?? "http://127.0.0.1:3000";

const SIGNATURE = ["signature", "signature-input", "signature-agent"];
/** Never sent, even if a signature covers them. */
const SECRET = new Set(["cookie", "authorization", "proxy-authorization", "x-api-key"]);

/** The signature, and the fields that it covers: nothing else of the request is needed. */
function headersOf(headers) {
  const covered = (headers["signature-input"].match(/"[a-z0-9-]+"/g) ?? []).map((name) => name.slice(1, -1));
  const names = [...SIGNATURE, ...covered].filter((name) => !SECRET.has(name) && headers[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

/** Its host is that of the site, whatever the request's target says. */
function publicUrl(target) {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  return new URL(site).origin + (path.startsWith("/") ? path : `/${path}`);
}

/** People pass at once: without Signature-Input nothing is asked. */
export async function checkAgent(req, res, next) {
  if (req.headers["signature-input"] === undefined) return next();
  try {
    const answer = await fetch(`${winnow}/v1/agent/authorize`, {
      method: "POST",
      headers: { "x-api-key": process.env.API_KEY, "content-type": "application/json" },
      body: JSON.stringify({
        method: req.method,
        url: publicUrl(req.originalUrl),
        headers: headersOf(req.headers),
      }),
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`Winnow answered ${answer.status}`);
    const { decision, help_url } = await answer.json();
    if (decision === "deny") return res.status(403).json({ message: "This agent is not allowed.", help_url });
    // For your own handlers: "allow", or "review" to let the agent read and not buy.
    res.locals.agent = decision;
  } catch (error) {
    // Without an answer a signed request is treated as one to review.
    console.error(`agent not checked: ${error.message}`);
    res.locals.agent = "review";
  }
  next();
}

const app = express();
app.use(checkAgent);
app.get("/products", (_req, res) => res.json({ products: [], agent: res.locals.agent ?? null }));

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/products`);
});
