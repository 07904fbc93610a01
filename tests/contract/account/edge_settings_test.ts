/** The settings of `/v1/settings` for decisions at the edge and challenges. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const SIGN_UP = { path: "/sign-up", fields: { email: "user[email]", user_id: "user.id" } };

Deno.test("edge settings: each is kept, told in the audit log, and the rest stays", async () => {
  await using app = await startApp();
  const rows: [change: Record<string, unknown>, audited: string][] = [
    [{ challenges: "on" }, "on"],
    [{ decisions_tor: "on" }, "on"],
    [{ decisions_drop: "on" }, "on"],
    [{ appsec_review: "challenge" }, "challenge"],
    [{ edge_hosts: ["shop.example.com", "localhost:3000"] }, "shop.example.com localhost:3000"],
    [{ edge_paths: [SIGN_UP] }, "/sign-up (email, user_id)"],
    [{ challenges: "off" }, "off"],
    [{ edge_hosts: [] }, "none"],
  ];
  let known: Record<string, unknown> = {};
  for (const [change, audited] of rows) {
    const { status, body } = await app.ask("/v1/settings", { method: "PUT", json: change });
    assert.equal(status, 200, JSON.stringify(body));
    known = { ...known, ...change };
    for (const [name, value] of Object.entries(known)) assert.deepEqual(body[name], value, name);
    const { store } = app.app.services;
    const account = store.accounts.accountNamed("main")!;
    const [last] = await store.audit.list(account.id, { limit: 1 });
    assert.deepEqual(last!.entry.details, { [Object.keys(change)[0]!]: audited });
  }
  const read = await app.ask("/v1/settings");
  for (const [name, value] of Object.entries(known)) assert.deepEqual(read.body[name], value, name);
});

Deno.test("edge settings: what cannot be is refused, naming the field, and nothing is changed", async () => {
  await using app = await startApp();
  const rows: [change: unknown, pointer: string][] = [
    [{ challenges: true }, "/challenges"],
    [{ appsec_review: "ban" }, "/appsec_review"],
    [{ edge_hosts: ["https://shop.example.com"] }, "/edge_hosts/0"],
    [{ edge_hosts: ["a.example", "Shop.example.com"] }, "/edge_hosts/1"],
    [{ edge_hosts: ["a.example", "a.example"] }, "/edge_hosts/1"],
    [{ edge_hosts: ["a.example/b"] }, "/edge_hosts/0"],
    [{ edge_hosts: ["a.example\r\nX: y"] }, "/edge_hosts/0"],
    [{ edge_hosts: Array.from({ length: 51 }, (_, at) => `h${at}.example`) }, "/edge_hosts"],
    [{ edge_paths: [{ path: "sign-up", fields: { email: "e" } }] }, "/edge_paths/0/path"],
    [{ edge_paths: [{ path: "/s?x=1", fields: { email: "e" } }] }, "/edge_paths/0/path"],
    [{ edge_paths: [SIGN_UP, SIGN_UP] }, "/edge_paths/1/path"],
    [{ edge_paths: [{ path: "/s", fields: {} }] }, "/edge_paths/0/fields"],
    [{ edge_paths: [{ path: "/s", fields: { ip: "ip" } }] }, "/edge_paths/0/fields"],
    [{ edge_paths: [{ path: "/s", fields: { email: "" } }] }, "/edge_paths/0/fields/email"],
  ];
  for (const [change, pointer] of rows) {
    const { status, body, text } = await app.ask("/v1/settings", { method: "PUT", json: change });
    assert.deepEqual([status, body.code], [400, "invalid_value"], text);
    assert.ok(body.errors.some((error: { pointer: string }) => error.pointer === pointer), text);
  }
  assert.deepEqual((await app.ask("/v1/settings")).body.edge_hosts, []);
});
