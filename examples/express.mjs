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

/** Refuses a sign-up that is blocked; the decision about others is in `res.locals`. */
export async function screenSignup(req, res, next) {
  const { email, phone, device } = req.body ?? {};
  // `device` as it came from the browser: the client and Winnow check it.
  res.locals.decision = await winnow.scoreSignup({ ip: req.ip, email, phone, device });
  if (res.locals.decision.verdict !== "block") return next();
  res.status(403).json({ message: "We cannot create this account." });
}

const app = express();
// A proxy on this machine tells the visitor's address. Other proxies: name them here.
app.set("trust proxy", "loopback");
app.post("/signup", express.json(), screenSignup, (req, res) => {
  if (typeof req.body?.email !== "string") return res.status(400).json({ message: "An e-mail, please." });
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
