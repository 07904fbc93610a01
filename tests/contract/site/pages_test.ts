import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";

const PROBE = `"><script>window.bad=1</script><img src=x onerror=bad()>`;

Deno.test("every page forbids inline code, other hosts and frames, and has neither", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const paths = [
    "/",
    "/docs",
    "/docs/api",
    "/docs/errors",
    "/console",
    "/console/scores",
    "/console/keys",
    "/console/nothing",
  ];
  for (const path of paths) {
    const page = await visitor.get(path);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/, path);
    assert.match(policy, /script-src 'self'(;|$)/, path);
    assert.match(policy, /style-src 'self'(;|$)/, path);
    assert.match(policy, /frame-ancestors 'none'/, path);
    assert.equal(page.headers.get("cache-control"), "no-store", path);
    assert.equal(page.headers.get("x-content-type-options"), "nosniff", path);
    assert.doesNotMatch(page.text, /<style|\sstyle="|\son\w+="|javascript:/i, path);
    for (const [, attributes, code] of page.text.matchAll(/<script([^>]*)>([^<]*)/g)) {
      assert.match(attributes!, /src="\/assets\//, path);
      assert.equal(code, "", path);
    }
    for (const [, address] of page.text.matchAll(/(?:src|action)="([^"]*)"/g)) {
      assert.match(address!, /^\/(?!\/)/, `${path} loads or sends elsewhere`);
    }
    assert.match(page.text, /<html lang="en">/, path);
    assert.match(page.text, /<main id="main">/, path);
  }
});

Deno.test("assets are cacheable without end, because their URL contains a hash of their content", async () => {
  await using app = await startApp();
  const page = await app.ask("/", { key: null });
  const found = [...page.text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  assert.equal(found.length, 3);
  for (const path of found) {
    const { status, headers, text } = await app.ask(path, { key: null });
    assert.equal(status, 200, path);
    assert.match(path, /\.[0-9a-f]{12}\.(css|js|svg)$/);
    assert.match(headers.get("cache-control") ?? "", /immutable/);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org)/, `${path} names another host`);
  }
  assert.equal((await app.ask("/assets/site.000000000000.css", { key: null })).status, 404);
});

Deno.test("GET / shows the try box, and POST / answers it on a whole page or as a piece", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  assert.match((await visitor.get("/")).text, /Try a score/);
  const fields = { ip: "185.220.101.1", email: "someone@mailinator.com", phone: "" };
  const whole = await visitor.post("/", fields);
  assert.equal(whole.status, 200);
  assert.match(whole.text, /^<!doctype html>/);
  assert.match(whole.text, /disposable e-mail domain/);
  assert.match(whole.text, /aria-label="Risk score \d+ of 100: /);
  const piece = await visitor.post("/", fields, { "x-fragment": "1" });
  assert.doesNotMatch(piece.text, /<html/);
  assert.match(piece.text, /disposable e-mail domain/);
});

Deno.test("POST / stores nothing", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const visitor = new Visitor(app);
  await visitor.post("/", { ip: "185.220.101.1", email: "tried@mailinator.com", phone: "+442079460123" });
  const { store } = app.app.services;
  for (const account of ["acc_internal", ...store.accounts.all().map(({ id }) => id)]) {
    for await (const record of store.scores.list(account, { since: 0, until: now })) {
      assert.fail(`${account} has the score ${record.id}`);
    }
  }
  now += 86_400_000;
  const email = await app.ask("/v1/verify/email?email=tried@mailinator.com");
  assert.equal(email.body.first_seen, new Date(now).toISOString());
  const batch = await app.ask("/v1/batch", { json: { type: "ip", items: ["185.220.101.1"] } });
  assert.equal(batch.body.results[0].times_seen, 1);
});

Deno.test("POST / explains an error in a sentence, and shows the input as text", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const wrong = await visitor.post("/", { ip: PROBE, email: "", phone: "" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /The IP address .+\./);
  assert.doesNotMatch(wrong.text, /<script>window|<img/);
  assert.match(wrong.text, /&lt;script&gt;window/);
  assert.equal((await visitor.post("/", { ip: "", email: "", phone: "" })).status, 400);
});

Deno.test("POST / is limited by client subnet, and the limit refills", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now, env: { WINNOW_TRUST_PROXY: "true" } });
  const visitor = new Visitor(app);
  const from = (address: string) =>
    visitor.post("/", { ip: "8.8.8.8", email: "", phone: "" }, { "x-forwarded-for": address });
  for (let count = 0; count < 60; count++) assert.equal((await from(`198.51.100.${count}`)).status, 200);
  const refused = await from("198.51.100.200");
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.match(refused.text, /Too many attempts/);
  assert.equal((await from("198.51.101.1")).status, 200, "another /24");
  now += 61_000;
  assert.equal((await from("198.51.100.200")).status, 200, "a minute later");
});

Deno.test("a form that another site sends is refused, whatever its headers claim", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const token = /name="csrf" value="([^"]+)"/.exec((await visitor.get("/console/keys")).text)![1]!;
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    for (
      const [path, fields] of [["/", { ip: "8.8.8.8" }], ["/console/keys", {
        csrf: token,
        mode: "live",
        name: "stolen",
      }]] as const
    ) {
      const { status, text } = await visitor.post(path, fields, headers);
      assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
      assert.match(text, /another site/);
    }
  }
  const keys = app.app.services.store.accounts.all().flatMap(({ id }) =>
    app.app.services.store.accounts.keysOf(id)
  );
  assert.equal(keys.some(({ name }) => name === "stolen"), false);
});

Deno.test("forms of odd sizes and types are refused with a message", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const json = await visitor.post("/", {}, { "content-type": "application/json" });
  assert.equal(json.status, 415);
  const broken = await visitor.post("/", {}, { "content-type": "multipart/form-data" });
  assert.equal(broken.status, 400);
  const large = await visitor.post("/", { ip: "x".repeat(300_000) });
  assert.equal(large.status, 413);
  for (const { text } of [json, broken, large]) assert.match(text, /<h1>/);
});

Deno.test("a page that does not exist is answered with a page", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const docs = await visitor.get("/docs/nothing");
  assert.equal(docs.status, 404);
  assert.match(docs.headers.get("content-type") ?? "", /text\/html/);
  assert.equal((await visitor.get("/docs/")).text.includes("Documentation"), true);
});
