/**
 * Express: scores sign-ups before their handler runs. In Node 20.3 or later:
 *
 *   npm install express http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… node express.mjs
 */
import express from "express";
import { Winnow } from "winnow-client";

const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY,
});

/** Sign-ups of one network in a minute: a flood must not use up your limits. Several servers count in a store of their own. */
const PER_MINUTE = 60;
let minute = 0;
const counts = new Map();

/** Refuses floods. IPv6 addresses are counted by their /64: one customer has that many. */
export function limitByAddress(req, res, next) {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) counts.clear();
  minute = now;
  const ip = String(req.ip).replace(/^::ffff:/, "");
  const network = ip.includes(":") ? ip.split("::")[0].split(":").slice(0, 4).join(":") : ip;
  counts.set(network, (counts.get(network) ?? 0) + 1);
  if (counts.get(network) <= PER_MINUTE) return next();
  res.status(429).set("Retry-After", "60").json({ message: "Please try again in a minute." });
}

/** Refuses a sign-up that is blocked; the decision about others is in `res.locals`. */
export async function screenSignup(req, res, next) {
  const { email, phone, device } = req.body ?? {};
  if (typeof email !== "string" || email.trim() === "") {
    return res.status(400).json({ message: "An e-mail, please." });
  }
  // `device` as it came from the browser: the client and Winnow check it.
  res.locals.decision = await winnow.scoreSignup({ ip: req.ip, email, phone, device });
  if (res.locals.decision.verdict !== "block") return next();
  res.status(403).json({ message: "We cannot create this account." });
}

const app = express();
// A proxy on this machine tells the visitor's address. Other proxies: name them here.
app.set("trust proxy", "loopback");
app.post("/signup", limitByAddress, express.json(), screenSignup, (_req, res) => {
  const { verdict, requestId } = res.locals.decision;
  // Save requestId with the user: with it you label the sign-up as fraud or legit later.
  res.json({
    message: verdict === "review" ? "Thank you. We will write to you soon." : "Welcome!",
    requestId,
  });
});

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/signup`);
});
