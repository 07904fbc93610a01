/**
 * Receives Winnow's events in Node 20 or later. Install the verifier with `npm install standardwebhooks`, then
 *
 *   WEBHOOK_SECRET=whsec_… node events_receiver.mjs
 */
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
/** Ids that were processed. Keep them where they outlive the process: an event may come twice. */
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
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
  const { type, data } = JSON.parse(body);
  console.log(type, data.request_id ?? "", data.verdict ?? "");
});

server.listen(Number(process.env.PORT ?? 8000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
