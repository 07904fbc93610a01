/** `/v1/edge/check`: what a proxy is told of a visitor. */
import assert from "node:assert/strict";
import { parseAddress } from "../../../src/model/address/address.ts";
import { mintPass } from "../../../src/service/challenge/pass_cookie.ts";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

const PROXY = { WINNOW_TRUST_PROXY: "127.0.0.1" };
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
const PATHS = ["/v1/edge/check", "/v1/edge/check/nginx"];
const GOOD = "81.2.69.160";
const BLOCKED = "93.184.215.14";
const CHALLENGED = "93.184.215.15";
const OVER_IPV6 = "2a02:8100:1::1";

function visit(address: string, more: Readonly<Record<string, string>> = {}): Ask {
  return {
    headers: {
      "x-forwarded-for": address,
      "x-forwarded-uri": "/shop?a=b&c=d",
      "x-original-uri": "/shop?a=b&c=d",
      "user-agent": BROWSER,
      "accept-language": "en",
      ...more,
    },
  };
}

async function block(app: TestApp, value: string) {
  const { status, body } = await app.ask("/v1/rules", { json: { action: "block", values: [value] } });
  assert.equal(status, 200, JSON.stringify(body));
}

async function used(app: TestApp): Promise<number> {
  return (await app.ask("/v1/usage")).body.used;
}

async function counted(app: TestApp): Promise<Record<string, number>> {
  const { text } = await app.ask("/metrics", { key: null });
  const rows = text.matchAll(/^winnow_edge_(?:checks_total\{verdict="(\w+)"\}|(open)_total) (\d+)$/gm);
  return Object.fromEntries([...rows].map(([, verdict, open, count]) => [verdict ?? open, Number(count)]));
}

for (const path of PATHS) {
  const isNginx = path.endsWith("nginx");

  Deno.test(`${path} lets a good visitor through, with the verdict in headers and without a body`, async () => {
    await using app = await startApp({ env: PROXY });
    const { status, headers, text } = await app.ask(path, visit(GOOD));
    assert.equal(status, 204);
    assert.equal(text, "");
    assert.equal(headers.get("winnow-verdict"), "allow");
    assert.match(headers.get("winnow-score")!, /^\d{1,3}$/);
    assert.match(headers.get("winnow-request-id")!, /^req_/);
    assert.equal(headers.get("location"), null);
    assert.equal(headers.get("cache-control"), "no-store");
  });

  Deno.test(`${path} blocks by a rule of the account, with a page that names the request`, async () => {
    await using app = await startApp({ env: PROXY });
    await app.ask(path, visit(BLOCKED));
    await block(app, BLOCKED);
    const { status, headers, text } = await app.ask(path, visit(BLOCKED));
    assert.equal(status, 403);
    assert.equal(headers.get("winnow-verdict"), "block");
    assert.equal(headers.get("winnow-score"), "100");
    assert.ok(text.includes(headers.get("winnow-request-id")!));
    assert.match(headers.get("content-type")!, /^text\/html/);
  });

  Deno.test(`${path} sends a doubtful visitor to the challenge`, async () => {
    await using app = await startApp({ env: PROXY });
    await app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 1, block: 100 } } });
    const asked = visit(GOOD, { "user-agent": "curl/8.5.0" });
    const { status, headers } = await app.ask(path, asked);
    assert.equal(headers.get("winnow-verdict"), "review");
    assert.equal(status, isNginx ? 401 : 307);
    const to = "/winnow/challenge?to=%2Fshop%3Fa%3Db%26c%3Dd";
    assert.equal(headers.get("winnow-challenge"), to);
    assert.equal(headers.get("location"), isNginx ? null : to);
    // The body of a form is not for the page of the challenge.
    if (isNginx) return;
    const sent = await app.ask(
      path,
      visit(GOOD, { "user-agent": "curl/8.5.0", "x-forwarded-method": "POST" }),
    );
    assert.equal(sent.status, 303);
  });

  for (
    const uri of [
      "//evil.example/",
      "/\\evil.example",
      "https://evil.example/",
      "javascript:alert(1)",
      "/a\tb",
    ]
  ) {
    Deno.test(`${path} never sends anybody to ${JSON.stringify(uri)}`, async () => {
      await using app = await startApp({ env: PROXY });
      await app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 1, block: 100 } } });
      const asked = visit(GOOD, {
        "user-agent": "curl/8.5.0",
        [isNginx ? "x-original-uri" : "x-forwarded-uri"]: uri,
      });
      const { headers } = await app.ask(path, asked);
      assert.equal(headers.get("winnow-challenge"), "/winnow/challenge?to=%2F");
    });
  }

  const WRONG: readonly (readonly [what: string, path: string, ask: Ask])[] = [
    ["no key", path, { key: null }],
    ["an unknown key", path, { key: "wk_live_0000000000000000000000000000000000000000000" }],
    ["an unknown key in the URL", `${path}?winnow_key=wk_live_nobody`, { key: null }],
    ["two different keys", `${path}?winnow_key=wk_live_nobody`, {}],
    ["two different keys in the URL", `${path}?winnow_key=a&winnow_key=b`, { key: null }],
  ];
  for (const [what, asked, ask] of WRONG) {
    Deno.test(`${path} with ${what} is 500, which decides about nobody`, async () => {
      await using app = await startApp({ env: PROXY });
      const { status, headers } = await app.ask(asked, { ...visit(GOOD), ...ask });
      assert.equal(status, 500);
      assert.equal(headers.get("winnow-verdict"), null);
      assert.deepEqual(await counted(app), { allow: 0, review: 0, block: 0, unavailable: 0, open: 0 });
    });
  }

  Deno.test(`${path} takes the key from the URL, and any method`, async () => {
    await using app = await startApp({ env: PROXY });
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
      const { status } = await app.ask(`${path}?winnow_key=${app.live}&q=1`, {
        ...visit(GOOD),
        key: null,
        method,
      });
      assert.equal(status, 204, method);
    }
  });

  Deno.test(`${path} bills a visitor once a minute, and counts every answer`, async () => {
    let now = Date.UTC(2026, 10, 24, 12);
    await using app = await startApp({ env: PROXY, now: () => now });
    for (let count = 0; count < 5; count++) {
      await app.ask(path, visit(GOOD, { cookie: `page=${count}`, "user-agent": `${BROWSER} ${count}` }));
    }
    await eventually(async () => await used(app) === 1, "one lookup is billed");
    now += 61_000;
    await app.ask(path, visit(GOOD));
    await eventually(async () => await used(app) === 2, "another minute is billed");
    // Addresses of one /64 are one visitor.
    for (const host of ["1", "2", "3"]) await app.ask(path, visit(`2a00:1450:4001:80e::${host}`));
    await eventually(async () => await used(app) === 3, "a /64 is billed once");
    await app.ask(path, { ...visit("9.9.9.9"), key: app.test });
    await app.ask(path, visit("10.1.2.3"));
    assert.equal((await counted(app)).allow, 11);
    await app.close();
  });
}

Deno.test("the address is the connection's, whatever a peer says that is no declared proxy", async () => {
  await using app = await startApp();
  await block(app, BLOCKED);
  for (const name of ["x-forwarded-for", "x-real-ip"]) {
    const { headers } = await app.ask("/v1/edge/check", { headers: { [name]: BLOCKED } });
    assert.equal(headers.get("winnow-verdict"), "allow", name);
  }
});

Deno.test("of a declared proxy the last foreign address counts, or X-Real-IP", async () => {
  await using app = await startApp({ env: PROXY });
  await block(app, BLOCKED);
  const rows: readonly (readonly [Record<string, string>, string])[] = [
    [{ "x-forwarded-for": BLOCKED }, "block"],
    [{ "x-real-ip": BLOCKED }, "block"],
    [{ "x-forwarded-for": `${BLOCKED}, ${GOOD}` }, "allow"],
    [{ "x-forwarded-for": `${GOOD}, ${BLOCKED}`, "x-real-ip": GOOD }, "block"],
    [{ "x-forwarded-for": "unknown" }, "unavailable"],
  ];
  for (const [headers, verdict] of rows) {
    const answer = await app.ask("/v1/edge/check", { headers });
    assert.equal(answer.headers.get("winnow-verdict"), verdict, JSON.stringify(headers));
  }
  assert.deepEqual(await counted(app), { allow: 1, review: 0, block: 3, unavailable: 1, open: 1 });
});

Deno.test("a rule taken back is gone at the next check, and a rule of another account is none here", async () => {
  await using app = await startApp({ env: PROXY });
  const other = await app.account("other");
  await block(app, BLOCKED);
  const verdict = async (key: string) =>
    (await app.ask("/v1/edge/check", { ...visit(BLOCKED), key })).headers.get("winnow-verdict");
  assert.equal(await verdict(other.key), "allow");
  assert.equal(await verdict(app.live), "block");
  const { body } = await app.ask("/v1/rules");
  for (const rule of body.rules) await app.ask(`/v1/rules/${rule.id}`, { method: "DELETE" });
  assert.equal(await verdict(app.live), "allow");
});

Deno.test("without quota rules still decide, and nobody is scored or billed", async () => {
  await using app = await startApp({ env: PROXY });
  const { key } = await app.account("poor", { monthly: 1 });
  await app.ask("/v1/rules", { key, json: { action: "block", values: [BLOCKED] } });
  const first = await app.ask("/v1/edge/check", { ...visit(GOOD), key });
  assert.notEqual(first.headers.get("winnow-score"), null);
  const later = await app.ask("/v1/edge/check", { ...visit("9.9.9.9"), key });
  assert.equal(later.status, 204);
  assert.equal(later.headers.get("winnow-verdict"), "allow");
  assert.equal(later.headers.get("winnow-score"), null);
  const blocked = await app.ask("/v1/edge/check", { ...visit(BLOCKED), key });
  assert.equal(blocked.headers.get("winnow-verdict"), "block");
});

Deno.test("who has passed a challenge is let through, from their network and in this account only, and never when blocked", async () => {
  await using app = await startApp({ env: PROXY });
  const other = await app.account("other");
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!;
  const thresholds = { thresholds: { review: 1, block: 100 } };
  for (const key of [app.live, other.key]) {
    await app.ask("/v1/settings", { method: "PUT", json: thresholds, key });
  }
  const mint = (from: string, before: string | null = null) => {
    const place = { address: parseAddress(from), before, isSecure: false };
    const pass = mintPass(services, account, { kind: "wait", passedAt: Date.now() }, place);
    return `theme=dark; ${pass.slice(0, pass.indexOf(";"))}`;
  };
  const cookie = mint(GOOD);
  const verdict = async (address: string, sent: Record<string, string>, key = app.live) => {
    const asked = visit(address, { "user-agent": "curl/8.5.0", ...sent });
    return (await app.ask("/v1/edge/check", { ...asked, key })).headers.get("winnow-verdict");
  };
  assert.equal(await verdict(GOOD, {}), "review");
  assert.equal(await verdict(GOOD, { cookie }), "allow");
  assert.equal(await verdict(GOOD, { cookie: `${cookie.slice(0, -4)}AAAA` }), "review");
  assert.equal(await verdict("9.9.9.9", { cookie }), "review");
  // Of the other family, too; who passes there, too, has both.
  assert.equal(await verdict(OVER_IPV6, { cookie }), "review");
  const both = mint(OVER_IPV6, cookie);
  for (const from of [GOOD, OVER_IPV6]) assert.equal(await verdict(from, { cookie: both }), "allow", from);
  assert.equal(await verdict("2a00:1450:4001:1::1", { cookie: both }), "review");
  const moved = mint("9.9.9.9", both);
  for (const from of ["9.9.9.9", OVER_IPV6]) {
    assert.equal(await verdict(from, { cookie: moved }), "allow", from);
  }
  assert.equal(await verdict(GOOD, { cookie: moved }), "review");
  assert.equal(await verdict(GOOD, { cookie }, other.key), "review");
  await block(app, GOOD);
  assert.equal(await verdict(GOOD, { cookie }), "block");
});

Deno.test("beyond what an account has judged in a minute rules and decisions still hold, and others are let through unjudged", async () => {
  // Time makes room for others.
  const now = Date.now();
  await using app = await startApp({ env: PROXY, now: () => now });
  await block(app, BLOCKED);
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!;
  for (let count = 0; count < 10; count++) await services.decisions.refused(account, CHALLENGED, "login");
  const caller = await services.authenticator.authenticate(app.live);
  while (services.visitors.refusal(caller) === null);
  const verdict = async (address: string) =>
    (await app.ask("/v1/edge/check", visit(address))).headers.get("winnow-verdict");
  assert.equal(await verdict(BLOCKED), "block");
  assert.equal(await verdict(CHALLENGED), "review");
  assert.equal(await verdict(GOOD), "unavailable");
});
