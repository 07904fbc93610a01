/** `/agents/denied`: what the operator of an agent reads, and that nothing else of the address is shown. */
import assert from "node:assert/strict";
import { REASONS } from "../../../src/signals/agent/reasons.ts";
import { startApp } from "../../support/app/app.ts";
import { unescaped } from "../../support/app/visitor.ts";

const ID = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";
const UNSIGNED = { method: "GET", url: "https://shop.example/", headers: { "user-agent": "bot" } };

Deno.test("every reason has a page with its meaning, its remedy and the request, without a key", async () => {
  await using app = await startApp();
  for (const [reason, { meaning, fix }] of Object.entries(REASONS)) {
    const page = await app.ask(`/agents/denied?reason=${reason}&request_id=${ID}`, { key: null });
    assert.equal(page.status, 200, reason);
    const text = unescaped(page.text);
    assert.ok(text.includes(`<code>${ID}</code>`), reason);
    assert.ok(text.includes(`href="/docs/agents#${reason}"`), reason);
    if (reason === "verified") assert.match(text, /own policy does not accept this agent/);
    else assert.ok(text.includes(meaning) && text.includes(fix), reason);
    assert.equal(page.headers.get("x-robots-tag"), "noindex");
  }
});

Deno.test("the box takes a request id, shows it, and says when it is none", async () => {
  await using app = await startApp();
  const page = async (query: string) =>
    (await app.ask(`/agents/denied?reason=alg_missing${query}`, { key: null })).text;
  const empty = await page("");
  assert.match(empty, /<form method="get" action="\/agents\/denied">/);
  assert.match(empty, /<input type="hidden" name="reason" value="alg_missing"\/?>/);
  assert.match(empty, /<input[^>]*name="request_id"/);
  assert.doesNotMatch(empty, /not an id that this service gives|name the request above/);
  const wrong = await page("&request_id=req_1");
  assert.match(wrong, /not an id that this service gives/);
  assert.doesNotMatch(wrong, /req_1/);
  const given = await page(`&request_id=%20${ID}%20`);
  assert.ok(given.includes(`<code>${ID}</code>`) && given.includes(`value="${ID}"`));
  assert.match(given, /name the request above/);
});

const HOSTILE: [name: string, query: string][] = [
  ["markup as the id", `request_id=${encodeURIComponent("<script>alert(1)</script>")}`],
  ["an id with more behind it", `request_id=${ID}%0Aevil`],
  ["an id with more before it", `request_id=evil${ID}`],
  ["upper case", `request_id=${ID.toUpperCase()}evil`],
  ["a long id", `request_id=req_${"evil".repeat(500)}`],
  ["another id first", `request_id=evil&request_id=${ID}`],
  ["a further parameter", "site=evil"],
  ["no id", "evil"],
];

Deno.test("what is not a reason or an id of this service is not shown", async () => {
  await using app = await startApp();
  for (const [name, query] of HOSTILE) {
    const { status, text } = await app.ask(`/agents/denied?reason=expired&${query}`, { key: null });
    assert.equal(status, 200, name);
    assert.doesNotMatch(text, /evil|alert\(1\)/, name);
    assert.doesNotMatch(text, /name the request above/, name);
  }
  for (const reason of ["", "nonsense", "constructor", "__proto__", "%3Cb%3E", "expired%0A", "EXPIRED"]) {
    const { status, headers } = await app.ask(`/agents/denied?reason=${reason}&request_id=${ID}`, {
      key: null,
    });
    assert.deepEqual([status, headers.get("location")], [303, "/docs/agents#reasons"], reason);
  }
});

Deno.test("the link of an answer leads to the page; a score's agent has one, an allowed agent has none", async () => {
  await using app = await startApp();
  const { key } = await app.account("secret shop");
  const verified = (await app.ask("/v1/verify/agent", { key, json: UNSIGNED })).body;
  const authorized = (await app.ask("/v1/agent/authorize", { key, json: UNSIGNED })).body;
  const scored = (await app.ask("/v1/score/user", { key, json: { ip: "8.8.8.8", agent: UNSIGNED } })).body;
  for (
    const [url, id] of [
      [verified.help_url, verified.request_id],
      [authorized.help_url, authorized.request_id],
      [scored.agent.help_url, scored.request_id],
    ]
  ) {
    const { text, status } = await app.ask(url.slice(app.origin.length), { key: null });
    assert.equal(status, 200);
    assert.ok(text.includes(id) && text.includes("not_web_bot_auth"));
    assert.ok(!text.includes("secret shop"), "nothing of the account");
  }
  const without = (await app.ask("/v1/score/user", { key, json: { ip: "8.8.8.8" } })).body;
  assert.equal("agent" in without, false);
});

Deno.test("the link has the service's public address", async () => {
  await using app = await startApp({ env: { WINNOW_BASE_URL: "https://risk.example/base" } });
  const { body } = await app.ask("/v1/verify/agent", { json: UNSIGNED });
  assert.ok(body.help_url.startsWith("https://risk.example/base/agents/denied?reason=not_web_bot_auth&"));
});
