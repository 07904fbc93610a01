/** A challenge in place of a captcha: whole pages that a bouncer relays, and a cookie for who passes. */
import assert from "node:assert/strict";
import { form, mapSignups, visit } from "../../support/app/appsec.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ALLOWED = { action: "allow", http_status: 200 };
const BANNED = { action: "ban", http_status: 403 };
const PROGRAM = "curl/8.5.0";
const HTML = { accept: "text/html,application/xhtml+xml" };

async function doubtful(now?: () => number): Promise<TestApp> {
  const app = await startApp(now === undefined ? {} : { now });
  const json = { appsec_review: "challenge", thresholds: { review: 1, block: 100 } };
  const { status, text } = await app.ask("/v1/settings", { method: "PUT", json });
  assert.equal(status, 200, text);
  return app;
}

/** The address that a form or another attribute of the page has. */
const found = (page: string, pattern: RegExp) => pattern.exec(page)![1]!.replaceAll("&amp;", "&");

Deno.test("AppSec shows a challenge: the page, its parts below the bouncer's path, and a cookie for who passes", async () => {
  let now = Date.parse("2026-11-24T12:00:00Z");
  await using app = await doubtful(() => now);
  const asked = { uri: "/shop?a=1&b=2", agent: PROGRAM, headers: HTML };
  const { status, body } = await visit(app, asked);
  assert.deepEqual([status, body.action, body.http_status], [403, "challenge", 200]);
  assert.deepEqual(body.user_headers["Content-Type"], ["text/html; charset=utf-8"]);
  assert.match(body.user_headers["Content-Security-Policy"][0], /default-src 'none'/);
  assert.deepEqual(body.user_headers["Cache-Control"], ["no-store"]);
  assert.equal("user_cookies" in body, false);
  const page: string = body.user_body_content;
  for (const [, url] of page.matchAll(/(?:src|action|data-puzzle|data-script)="([^"]+)"/g)) {
    assert.ok(url!.startsWith("/crowdsec-internal/challenge/"), url);
  }
  for (const part of ["script", "style"]) {
    const uri = `/crowdsec-internal/challenge/${part}`;
    const { body } = await visit(app, { uri, headers: { "accept-encoding": "gzip" } });
    assert.equal(body.http_status, 200, part);
    assert.ok(body.user_body_content.length > 500, part);
    assert.equal("Content-Encoding" in body.user_headers, false, part);
    assert.match(body.user_headers["Content-Type"][0], /^text\/(javascript|css)/);
  }
  const puzzle = await visit(app, { ...asked, uri: found(page, /data-puzzle="([^"]+)"/) });
  assert.equal(puzzle.body.http_status, 200);
  assert.equal(typeof JSON.parse(puzzle.body.user_body_content).parameters.cost, "number");

  const start = found(page, /name="start"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="start"/);
  const solve = found(page, /action="([^"]+)"/);
  const early = await visit(app, { ...asked, uri: solve, ...form({ start }) });
  assert.equal(early.body.action, "challenge");
  assert.equal("user_cookies" in early.body, false, "before its time");
  now += 10_000;
  const passed = await visit(app, { ...asked, uri: solve, ...form({ start }) });
  assert.deepEqual([passed.status, passed.body.http_status], [403, 303], passed.text);
  assert.deepEqual(passed.body.user_headers.Location, ["/shop?a=1&b=2"]);
  const [set] = passed.body.user_cookies;
  assert.match(set, /^winnow_pass=[\w-]+; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
  const cookie = set.split(";", 1)[0];
  const again = (more: object) => visit(app, { ...asked, ...more, headers: { ...HTML, cookie } });
  assert.deepEqual((await again({})).body, ALLOWED);
  assert.equal((await again({ address: "93.184.215.14" })).body.action, "challenge", "another network");
  await app.ask("/v1/rules", { json: { action: "block", values: ["81.2.69.160"] } });
  assert.deepEqual((await again({})).body, BANNED, "a block stays one");
});

Deno.test("AppSec: a pass is of one account, and a captcha stays one where that is chosen", async () => {
  await using app = await doubtful();
  const other = await app.account("other");
  await app.ask("/v1/settings", {
    key: other.key,
    method: "PUT",
    json: { thresholds: { review: 1, block: 100 } },
  });
  const { body } = await visit(app, { agent: PROGRAM, key: other.key });
  assert.deepEqual(body, { action: "captcha", http_status: 403 });
});

Deno.test("a sign-up in doubt is challenged too; programs see that it is not the site's answer", async () => {
  await using app = await doubtful();
  await mapSignups(app);
  const sent = { uri: "/sign-up", body: '{"user":', headers: { "content-type": "application/json" } };
  const { body } = await visit(app, sent);
  assert.deepEqual([body.action, body.http_status], ["challenge", 403]);
});

Deno.test("below the bouncer's path nothing leads elsewhere, and what is not there is not found", async () => {
  await using app = await doubtful();
  for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
    const uri = `/crowdsec-internal/challenge/page?to=${encodeURIComponent(to)}`;
    const { body } = await visit(app, { uri, headers: HTML });
    assert.equal(body.http_status, 200);
    assert.ok(!body.user_body_content.includes("evil.example"), to);
  }
  for (
    const uri of [
      "/crowdsec-internal/challenge/",
      "/crowdsec-internal/challenge/x",
      "/crowdsec-internal/challenge/solve",
    ]
  ) {
    assert.equal((await visit(app, { uri })).body.http_status, 404, uri);
  }
  assert.equal((await visit(app, { uri: "/crowdsec-internal/challenge/page", key: null })).status, 401);
});
