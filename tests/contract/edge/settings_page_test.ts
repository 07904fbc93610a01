/** The card of `/console/settings` for proxies in front of the account's sites. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";

async function signedIn(app: TestApp): Promise<Visitor> {
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  return visitor;
}

const PAGE = "/console/settings";

Deno.test("hosts and paths are saved from the console, shown again, and emptied", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const before = await app.ask("/v1/settings");
  const saved = await visitor.submit(PAGE, {
    edge: "1",
    edge_hosts: " Shop.example.com \r\n\r\nlocalhost:3000",
    edge_paths: "/sign-up email=user[email] phone=user[phone]\n/api/join email=user.email",
    appsec_review: "challenge",
  });
  assert.equal(saved.status, 200, saved.text);
  const { body } = await app.ask("/v1/settings");
  assert.deepEqual(body.edge_hosts, ["shop.example.com", "localhost:3000"]);
  assert.deepEqual(body.edge_paths, [
    { path: "/sign-up", fields: { email: "user[email]", phone: "user[phone]" } },
    { path: "/api/join", fields: { email: "user.email" } },
  ]);
  assert.equal(body.appsec_review, "challenge");
  assert.equal(body.linkage_scoring, before.body.linkage_scoring);
  const { text } = await visitor.get(PAGE);
  assert.match(text, /shop\.example\.com\nlocalhost:3000/);
  assert.match(text, /\/sign-up email=user\[email\] phone=user\[phone\]/);
  await visitor.submit(PAGE, { edge: "1", edge_hosts: "", edge_paths: "", appsec_review: "captcha" });
  const emptied = await app.ask("/v1/settings");
  assert.deepEqual([emptied.body.edge_hosts, emptied.body.edge_paths], [[], []]);
  assert.equal(emptied.body.appsec_review, "captcha");
});

Deno.test("what cannot be read is refused, and nothing is changed", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  for (
    const [edge_hosts, edge_paths] of [
      ["https://shop.example.com", ""],
      ["", "sign-up email=a"],
      ["", "/sign-up"],
      ["", "/sign-up color=a"],
      ["", "/sign-up email"],
      ["", "/sign-up email=a email=b"],
      ["", `/sign-up email=${"a".repeat(300)}`],
      ["", "/a email=b\n/a email=c"],
    ]
  ) {
    const { status } = await visitor.submit(PAGE, {
      edge: "1",
      edge_hosts: edge_hosts!,
      edge_paths: edge_paths!,
      appsec_review: "challenge",
    });
    assert.equal(status, 400, `${edge_hosts} ${edge_paths}`);
  }
  const { body } = await app.ask("/v1/settings");
  assert.deepEqual([body.edge_hosts, body.edge_paths, body.appsec_review], [[], [], "captcha"]);
});
