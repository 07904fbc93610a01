/** examples/clerk_decision.ts: the documented `user.created`, and what is done with its score. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { startApp } from "../../support/app/app.ts";
import { loadExample, sample, withBrokenWinnows } from "../../support/examples/example.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const SECRET = `whsec_${btoa("0123456789abcdef0123456789abcdef")}`;
type Post = (request: Request) => Promise<Response>;

async function load(winnow: string, key: string, clerk: string): Promise<Post> {
  const env = {
    API_URL: winnow,
    API_KEY: key,
    WEBHOOK_SECRET: SECRET,
    CLERK_SECRET_KEY: "sk_test_x",
    CLERK_API_URL: clerk,
  };
  return (await loadExample<{ POST: Post }>("clerk_decision.ts", env)).POST;
}

async function deliver(post: Post, event: unknown, secret = SECRET): Promise<number> {
  const body = JSON.stringify(event);
  const [id, now] = [`msg_${crypto.randomUUID()}`, new Date()];
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  const response = await post(new Request("https://shop.example/winnow", { method: "POST", body, headers }));
  await response.body?.cancel();
  return response.status;
}

const scored = (request_id: string) => ({
  type: "signup.scored",
  timestamp: new Date().toISOString(),
  // What an event says of the verdict is not what counts: the stored score is.
  data: { request_id, verdict: "allow", risk_score: 0 },
});

/** What a hook finds in Clerk's event. */
async function fields(change: (event: Record<string, unknown>) => void = () => {}) {
  const event = await sample("clerk_user_created");
  change(event);
  return {
    ip: event.event_attributes?.http_request.client_ip,
    email: event.data.email_addresses[0]?.email_address,
    user_id: event.data.id,
  };
}

Deno.test("examples/clerk_decision.ts bans whom Winnow blocks, marks whom it reviews, once more or not", async () => {
  await using app = await startApp();
  const calls: string[] = [];
  let status = 200;
  await using clerk = startHttpServer(async (request) => {
    assert.equal(request.headers.get("authorization"), "Bearer sk_test_x");
    calls.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    return Response.json({}, { status });
  });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const post = await load(app.origin, app.live, clerk.url);
  const user = (await sample("clerk_user_created")).data.id;
  const score = async (json: object) => (await app.ask("/v1/score/user", { json })).body;
  const good = await fields();
  const rows: [name: string, signup: object, calls: RegExp[]][] = [
    ["clean", good, []],
    ["blocked", { ...good, email: "bot@blocked.example" }, [new RegExp(`^POST /users/${user}/ban `)]],
    [
      "an address that is none",
      { ...good, ip: "unknown", on_invalid: "review" },
      [new RegExp(`^PATCH /users/${user}/metadata .*"verdict":"review"`)],
    ],
    [
      "an e-mail that is an object",
      { ...good, email: {}, on_invalid: "review" },
      [new RegExp(`^PATCH /users/${user}/metadata .*"verdict":"review"`)],
    ],
    ["not of Clerk", { email: "bot@blocked.example" }, []],
    [
      "a user id with a path",
      { email: "bot@blocked.example", user_id: "../../organizations/org_1" },
      [/^POST \/users\/\.\.%2F\.\.%2Forganizations%2Forg_1\/ban /],
    ],
  ];
  for (const [name, signup, expected] of rows) {
    calls.length = 0;
    assert.equal(await deliver(post, scored((await score(signup)).request_id)), 204, name);
    assert.equal(calls.length, expected.length, `${name}: ${calls}`);
    expected.forEach((pattern, index) => assert.match(calls[index]!, pattern, name));
  }
  const { request_id } = await score({ ...good, email: "bot@blocked.example" });
  for (const [answered, expected] of [[500, 503], [429, 503], [404, 204], [200, 204]] as const) {
    status = answered;
    assert.equal(await deliver(post, scored(request_id)), expected, `Clerk answers ${answered}`);
  }
  calls.length = 0;
  assert.equal(
    await deliver(post, scored(request_id), `whsec_${btoa("another secret, of 24 bytes or more")}`),
    401,
  );
  assert.equal(await deliver(post, { ...scored(request_id), type: "quota.low" }), 204);
  const other = (await app.ask("/v1/score/user", {
    key: (await app.account("other")).key,
    json: { ...good, email: "bot@blocked.example" },
  })).body;
  assert.equal(await deliver(post, scored(other.request_id)), 503, "a score of another account is none");
  assert.deepEqual(calls, []);
});

Deno.test("examples/clerk_decision.ts has the event sent again while Winnow gives no score", async () => {
  const calls: string[] = [];
  await using clerk = startHttpServer((request) => {
    calls.push(request.url);
    return Response.json({});
  });
  await withBrokenWinnows(async ({ name, url }) => {
    const post = await load(url, "wk_live_x", clerk.url);
    const status = await deliver(post, scored("req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"));
    assert.equal(status, name === "that knows no verdict" ? 204 : 503, name);
  });
  assert.deepEqual(calls, []);
});

Deno.test("examples/clerk_decision.ts is loaded without secrets; what is no event of Winnow changes nothing", async () => {
  const calls: string[] = [];
  await using clerk = startHttpServer((request) => {
    calls.push(request.url);
    return Response.json({});
  });
  const none = await loadExample<{ POST: Post }>("clerk_decision.ts", { API_KEY: "", WEBHOOK_SECRET: "" });
  assert.equal(await deliver(none.POST, scored("req_1")), 500, "anyone could send events");
  const keyless = await loadExample<{ POST: Post }>("clerk_decision.ts", {
    API_KEY: "",
    WEBHOOK_SECRET: SECRET,
  });
  assert.equal(await deliver(keyless.POST, scored("req_1")), 503, "Winnow sends it again");
  const post = await load("http://127.0.0.1:9", "wk_live_x", clerk.url);
  for (const data of [undefined, null, {}, { request_id: 5 }, { request_id: null }, "x"]) {
    assert.equal(await deliver(post, { type: "signup.scored", data }), 204, JSON.stringify(data));
  }
  for (const event of [null, 5, [], "x", {}]) assert.equal(await deliver(post, event), 204);
  assert.deepEqual(calls, []);
});
