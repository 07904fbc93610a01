/** Clerk from end to end, by the commands of /docs/recipes: its message, a hook, the stored score, a webhook, and what becomes of the user. */
import assert from "node:assert/strict";
import { Webhook } from "svix";
import { startApp } from "../../support/app/app.ts";
import { hookScores } from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";
import { loadExample, sample } from "../../support/examples/example.ts";
import { FollowedPage } from "../../support/examples/followed_page.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";
import { deliveriesOf, SENDING } from "../../support/servers/webhook_receiver.ts";

/** What Clerk shows as the signing secret of the endpoint. */
const CLERK_SECRET = `whsec_${btoa("the signing secret of an endpoint")}`;
const SHOWN = {
  hook: "hook_pB0cXl3nS9yQ5m1kR7wTzA",
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  url: "https://shop.example/webhooks/winnow",
};

Deno.test("Clerk tells a hook of a user, and the webhook's receiver bans or marks the user", async () => {
  await using app = await startApp({ env: SENDING });
  await using folder = await temporaryFolder();
  const calls: string[] = [];
  await using clerk = startHttpServer(async (request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    return Response.json({});
  });
  let receive = (_request: Request) => Promise.resolve(new Response("not yet", { status: 503 }));
  await using shop = startHttpServer((request) => receive(request));

  const { text } = await app.ask("/docs/recipes", { key: null });
  const page = new FollowedPage(text, folder.path, { API_KEY: app.live });
  const hook = JSON.parse(await page.command("clerk-hook"));
  await page.command("clerk-secret", { [SHOWN.hook]: hook.hook_id, [SHOWN.secret]: CLERK_SECRET });
  const webhook = JSON.parse(await page.command("clerk-webhook", { [SHOWN.url]: `${shop.url}/winnow` }));
  const { key } = await app.account("main", { scopes: ["score"] });
  const example = await loadExample<{ POST: typeof receive }>("clerk_decision.ts", {
    API_URL: app.origin,
    API_KEY: key,
    WEBHOOK_SECRET: webhook.secret,
    CLERK_SECRET_KEY: "sk_test_x",
    CLERK_API_URL: clerk.url,
  });
  receive = example.POST;
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });

  const send = async (event: unknown, secret = CLERK_SECRET) => {
    const [id, at, body] = [`msg_${crypto.randomUUID()}`, new Date(), JSON.stringify(event)];
    const headers = {
      "svix-id": id,
      "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
      "svix-signature": new Webhook(secret).sign(id, at, body),
    };
    const response = await fetch(hook.url, { method: "POST", headers, body });
    await response.body?.cancel();
    return response.status;
  };
  const user = async (id: string, email: string, ip?: string) => {
    const event = await sample("clerk_user_created");
    event.data.id = id;
    event.data.email_addresses[0].email_address = email;
    if (ip !== undefined) event.event_attributes.http_request.client_ip = ip;
    return event;
  };

  assert.equal(await send(await user("user_0", "bot@blocked.example"), webhook.secret), 401, "not of Clerk");
  assert.equal(await send({ ...await user("user_0", "bot@blocked.example"), type: "user.deleted" }), 202);
  assert.equal(await send(await user("user_1", "jane.doe@gmail.com")), 202);
  assert.equal(await send(await user("user_2", "bot@blocked.example")), 202);
  assert.equal(await send(await user("user_3", "jane.doe@gmail.com", "unknown")), 202);
  await eventually(() => calls.length === 2, "both calls of Clerk's API");
  calls.sort();
  assert.match(calls[0]!, /^PATCH \/users\/user_3\/metadata .*"verdict":"review"/);
  assert.match(calls[1]!, /^POST \/users\/user_2\/ban /);
  const scores = await hookScores(app);
  assert.deepEqual(
    scores.map(({ user_id, verdict }) => `${user_id} ${verdict}`).sort(),
    ["user_1 allow", "user_2 block", "user_3 review"],
  );
  await eventually(
    async () =>
      (await deliveriesOf(app, webhook.webhook_id)).every(({ status }: { status: string }) =>
        status === "delivered"
      ),
    "both deliveries",
  );
  assert.equal((await deliveriesOf(app, webhook.webhook_id)).length, 2, "none for the allowed user");
});
