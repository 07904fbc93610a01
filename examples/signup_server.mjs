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
import { Winnow } from "winnow-client";

/**
 * Without an answer in time a sign-up is allowed: a scoring service must never stop your business. Where the limits of your
 * account or the key stand in the way it is a review, because whoever floods the form could cause that. So is invalid input.
 */
const winnow = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY,
  timeoutMs: 1000,
});

const MAX_BODY = 1024 * 1024;
/** Sign-ups of one network in a minute: a flood must not use up your limits. Several servers count in a store of their own. */
const PER_MINUTE = 60;
let minute = 0;
const counts = new Map();

async function signUp(request) {
  // Behind a proxy: the address that your proxy tells.
  const ip = request.socket.remoteAddress;
  if (isFlood(ip)) return [429, "Please try again in a minute."];
  const body = await bodyOf(request);
  if (body === null) return [413, "That is too much."];
  const { email, device } = parsed(body) ?? {};
  if (typeof email !== "string" || email.trim() === "") return [400, "Please enter an e-mail address."];
  // `device` as it came from the browser: the client and Winnow check it.
  const { verdict } = await winnow.scoreSignup({ ip, email, device });
  if (verdict === "block") return [403, "We cannot create this account."];
  return [200, verdict === "allow" ? "Welcome!" : "Thank you. We will write to you soon."];
}

/** IPv6 addresses are counted by their /64: one customer has that many. */
function isFlood(address = "") {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) counts.clear();
  minute = now;
  const ip = address.replace(/^::ffff:/, "");
  const network = ip.includes(":") ? ip.split("::")[0].split(":").slice(0, 4).join(":") : ip;
  counts.set(network, (counts.get(network) ?? 0) + 1);
  return counts.get(network) > PER_MINUTE;
}

/** Null: it is too large. */
async function bodyOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function answer(request, response) {
  if (request.method !== "POST") {
    const page = await readFile(new URL("signup.html", import.meta.url));
    return response.writeHead(200, { "content-type": "text/html" }).end(page);
  }
  const [status, message] = await signUp(request);
  response.writeHead(status, {
    "content-type": "application/json",
    ...(status === 429 ? { "retry-after": "60" } : {}),
    ...(request.complete ? {} : { connection: "close" }),
  });
  response.end(JSON.stringify({ message }), () => request.complete || request.destroy());
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    // A connection that breaks off, or a page that is not there, must not end the program.
    console.error("not answered:", error.message);
    if (!response.headersSent) response.writeHead(500).end();
  });
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
