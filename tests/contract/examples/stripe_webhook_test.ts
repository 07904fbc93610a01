/** examples/stripe_webhook.ts with Stripe's documented events and signatures. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { startApp } from "../../support/app/app.ts";
import { loadExample, sample, withBrokenWinnows } from "../../support/examples/example.ts";

const SECRET = "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH";
const seconds = () => Math.floor(Date.now() / 1000);

type Post = (request: Request) => Promise<Response>;

async function load(url: string, key: string): Promise<Post> {
  const env = { API_URL: url, API_KEY: key, STRIPE_WEBHOOK_SECRET: SECRET };
  return (await loadExample<{ POST: Post }>("stripe_webhook.ts", env)).POST;
}

/** As Stripe signs: the key is the secret as it is. */
function signature(body: string, time = seconds(), secret = SECRET): string {
  return createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
}

async function deliver(post: Post, event: unknown, header?: string) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const signed = header ?? `t=${seconds()},v1=${signature(body)}`;
  const headers = signed === "" ? {} : { "stripe-signature": signed };
  const response = await post(new Request("https://shop.example/stripe", { method: "POST", body, headers }));
  const text = await response.text();
  return { status: response.status, body: response.status === 200 ? JSON.parse(text) : text };
}

// deno-lint-ignore no-explicit-any -- tests break it in every way
type Session = any;
const BROKEN: [name: string, change: (session: Session) => void, verdict: "review" | "block"][] = [
  ["an address that is none", (session) => session.metadata.ip = "unknown", "review"],
  ["an e-mail that is an object", (session) => session.customer_details.email = {}, "review"],
  ["a phone that is a list", (session) => session.customer_details.phone = [], "review"],
  ["a country that is none", (session) => session.customer_details.address.country = "Atlantis", "review"],
  ["nothing to score", (session) => session.customer_details = session.metadata = null, "review"],
  ["a blocked e-mail behind an address that is none", (session) => {
    session.metadata.ip = "unknown";
    session.customer_details.email = "bot@blocked.example";
  }, "block"],
];

Deno.test("examples/stripe_webhook.ts: documented events are scored on what they tell", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const post = await load(app.origin, key);
  const rows = [
    ["stripe_checkout_completed", ["ip", "email", "phone"], "cart_7731"],
    ["stripe_charge_succeeded", ["email"], null],
  ] as const;
  for (const [name, kinds, user] of rows) {
    const { status, body } = await deliver(post, await sample(name));
    assert.deepEqual([status, body.verdict], [200, "allow"], name);
    const stored = (await app.ask(`/v1/score/${body.request_id}`)).body;
    assert.deepEqual(stored.components.map(({ kind }: { kind: string }) => kind), kinds, name);
    assert.equal(stored.user_id, user, name);
  }
  for (const [name, change, verdict] of BROKEN) {
    const event = await sample("stripe_checkout_completed");
    event.id = `evt_${name.replaceAll(" ", "_")}`;
    change(event.data.object);
    const { status, body } = await deliver(post, event);
    assert.deepEqual([status, body.verdict], [200, verdict], name);
  }
  const before = (await app.ask("/v1/usage")).body.used;
  const other = { ...await sample("stripe_charge_succeeded"), type: "invoice.paid" };
  assert.deepEqual((await deliver(post, other)).body, { ignored: "invoice.paid" });
  assert.equal((await app.ask("/v1/usage")).body.used, before, "other events are not scored");
});

Deno.test("examples/stripe_webhook.ts takes only what is signed and recent", async () => {
  const post = await load("http://127.0.0.1:9", "wk_live_x");
  const body = JSON.stringify({ id: "evt_1", type: "invoice.paid", data: { object: {} } });
  const now = seconds();
  const good = signature(body, now);
  const decoded = atob(SECRET.slice(6));
  const rows: [name: string, header: string, status: number][] = [
    ["good", `t=${now},v1=${good}`, 200],
    ["with spaces", `t=${now}, v1=${good}`, 200],
    ["of a rotation", `t=${now},v1=${"0".repeat(64)},v1=${good}`, 200],
    ["with the test scheme beside it", `t=${now},v1=${good},v0=${"0".repeat(64)}`, 200],
    ["none", "", 401],
    ["of the test scheme only", `t=${now},v0=${good}`, 401],
    ["of another time", `t=${now - 1},v1=${good}`, 401],
    ["old", `t=${now - 301},v1=${signature(body, now - 301)}`, 401],
    ["of the future", `t=${now + 400},v1=${signature(body, now + 400)}`, 401],
    ["without a time", `v1=${good}`, 401],
    ["of another secret", `t=${now},v1=${signature(body, now, "whsec_other")}`, 401],
    ["of the decoded secret", `t=${now},v1=${signature(body, now, decoded)}`, 401],
    ["of another body", `t=${now},v1=${signature(`${body} `, now)}`, 401],
    ["half", `t=${now},v1=${good.slice(32)}`, 401],
    ["nonsense", "=,=,t", 401],
  ];
  for (const [name, header, status] of rows) {
    assert.equal((await deliver(post, body, header)).status, status, name);
  }
});

Deno.test("examples/stripe_webhook.ts is loaded without secrets, as a build does, and then takes nothing", async () => {
  for (const secret of ["", SECRET]) {
    const env = { API_KEY: "", STRIPE_WEBHOOK_SECRET: secret };
    const { POST } = await loadExample<{ POST: Post }>("stripe_webhook.ts", env);
    const event = await sample("stripe_charge_succeeded");
    if (secret === "") {
      const body = JSON.stringify(event);
      const header = `t=${seconds()},v1=${createHmac("sha256", "x").update(body).digest("hex")}`;
      assert.deepEqual((await deliver(POST, event, header)).status, 500, "anyone could send events");
    } else await assert.rejects(deliver(POST, event), /apiKey/, "Stripe sends it again");
  }
});

Deno.test("examples/stripe_webhook.ts: a signed event that is none is refused, one without an object reviewed", async () => {
  await using app = await startApp();
  const post = await load(app.origin, app.live);
  for (const event of [null, 5, "x", "{", [], {}, { id: 1, type: "charge.succeeded" }, { id: "evt_1" }]) {
    assert.equal((await deliver(post, event)).status, 400, JSON.stringify(event));
  }
  for (const type of ["constructor", "toString", "__proto__"]) {
    assert.deepEqual((await deliver(post, { id: "evt_1", type, data: {} })).body, { ignored: type });
  }
  const objects = [undefined, null, {}, { object: null }, { object: {} }, { object: 5 }, { object: "x" }, {
    object: { billing_details: "x", metadata: 5 },
  }];
  for (const [index, data] of objects.entries()) {
    const { status, body } = await deliver(post, { id: `evt_${index}`, type: "charge.succeeded", data });
    assert.deepEqual([status, body.verdict], [200, "review"], JSON.stringify(data));
  }
});

Deno.test("examples/stripe_webhook.ts: without a score Stripe sends again; a refused input is reviewed", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    const post = await load(url, "wk_live_x");
    const started = performance.now();
    const { status, body } = await deliver(post, await sample("stripe_checkout_completed"));
    assert.ok(performance.now() - started < 5000, name);
    if (refuses) assert.deepEqual([status, body.verdict], [200, "review"], name);
    else assert.deepEqual([status, body], [503, "not scored"], name);
  });
});
