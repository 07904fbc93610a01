/**
 * Receives Winnow's events in Node 20 or later. Install the verifier with `npm install standardwebhooks`, then
 *
 *   WEBHOOK_SECRET=whsec_… node events_receiver.mjs
 */
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
/** More than any event. */
const MAX_BODY = 256 * 1024;
/** Ids that were processed, the newest 10,000. Keep them where they outlive the process: an event may come twice. */
const seen = new Set();

const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    // A connection that breaks off, or an event that cannot be processed, must not end the program.
    console.error("not received:", error.message);
    if (!response.headersSent) response.writeHead(400).end();
  });
});

async function receive(request, response) {
  const body = await bodyOf(request);
  if (body === null) {
    return response.writeHead(413, { connection: "close" }).end(() => request.destroy());
  }
  try {
    // The raw body, before any parser; also refuses messages older than 5 minutes.
    webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  response.writeHead(204).end();
  const id = request.headers["webhook-id"];
  if (seen.has(id)) return;
  seen.add(id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
  const event = JSON.parse(body);
  console.log(
    event?.type,
    event?.data?.request_id ?? "",
    event?.data?.verdict ?? event?.data?.decision ?? "",
  );
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

server.listen(Number(process.env.PORT ?? 8000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
