/** Express: scores sign-ups before their handler runs. `npm install express http://127.0.0.1:8080/clients/winnow-client.tgz` */
import process from "node:process";
import express from "express";
import { Winnow } from "winnow-client";

const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY ?? "",
});

export const screenSignup: express.RequestHandler = async (req, res, next) => {
  const { email, phone, device } = req.body ?? {};
  // Behind a proxy set `trust proxy`, or all visitors have the proxy's address.
  res.locals.decision = await winnow.scoreSignup({ ip: req.ip, email, phone, device });
  if (res.locals.decision.verdict !== "block") return next();
  res.status(403).json({ message: "We cannot create this account." });
};

const app = express();
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
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}/signup`);
});
