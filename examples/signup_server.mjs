/**
 * The server of signup.html, which lies beside it. In Node 20.3 or later:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… node signup_server.mjs
 *
 * Only this server knows the key, which needs the scope score and no other; it never reaches the browser.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { Winnow } from "winnow-client";

/** Without an answer in time a sign-up is allowed: a scoring service must never stop your business. Invalid input is a review. */
const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY,
  timeoutMs: 1000,
  onUnavailable: "allow",
});

async function signUp(request) {
  const { email, device } = await json(request).catch(() => null) ?? {};
  if (typeof email !== "string" || email === "") return [400, "Please enter an e-mail address."];
  // Behind a proxy: the address that your proxy tells. `device` as it came from the browser: the client and Winnow check it.
  const { verdict } = await winnow.scoreSignup({ ip: request.socket.remoteAddress, email, device });
  if (verdict === "block") return [403, "We cannot create this account."];
  return [200, verdict === "allow" ? "Welcome!" : "Thank you. We will write to you soon."];
}

const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    const [status, message] = await signUp(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ message }));
  } else {
    const page = await readFile(new URL("signup.html", import.meta.url));
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  }
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
