/** `/v1/decisions` over HTTP: filters, pages, lifting, guards. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

async function block(app: TestApp, ...values: string[]): Promise<void> {
  assert.equal((await app.ask("/v1/rules", { json: { action: "block", values } })).status, 200);
}

async function values(app: TestApp, query = ""): Promise<string[]> {
  const { status, body, text } = await app.ask(`/v1/decisions${query}`);
  assert.equal(status, 200, text);
  return body.decisions.map(({ value }: { value: string }) => value);
}

Deno.test("filters, in the spelling of the caller; pages, the newest first", async (t) => {
  await using app = await startApp();
  await block(app, "185.220.101.7", "45.9.20.0/24", "AS60729", "country:TJ", "2a02:898::/32");
  const rows: readonly (readonly [query: string, values: readonly string[]])[] = [
    ["?scope=ip", ["185.220.101.7"]],
    ["?scope=Range", ["2a02:898::/32", "45.9.20.0/24"]],
    ["?type=captcha", []],
    ["?type=ban&scope=country", ["TJ"]],
    ["?origin=winnow-tor", []],
    ["?origin=winnow-rules&scope=AS", ["60729"]],
    ["?value=as60729", ["60729"]],
    ["?value=tj", ["TJ"]],
    ["?value=45.9.20.77/24", ["45.9.20.0/24"]],
    ["?value=45.9.20.77", []],
    ["?ip=45.9.20.77", ["45.9.20.0/24"]],
    ["?ip=::ffff:45.9.20.77", ["45.9.20.0/24"]],
    ["?ip=2A02:0898:0:0::1", ["2a02:898::/32"]],
    ["?ip=8.8.8.8", []],
    ["?ip=10.1.2.3", []],
  ];
  for (const [query, expected] of rows) {
    await t.step(
      query,
      async () => assert.deepEqual((await values(app, query)).sort(), [...expected].sort()),
    );
  }
  await t.step("pages", async () => {
    const seen: number[] = [];
    for (let cursor = "";;) {
      const { body } = await app.ask(`/v1/decisions?limit=2&cursor=${cursor}`);
      assert.equal(body.total, 5);
      assert.equal(body.counts["winnow-rules"], 5);
      seen.push(...body.decisions.map(({ id }: { id: number }) => id));
      if (body.next === null) break;
      cursor = body.next;
    }
    assert.deepEqual(seen, [5, 4, 3, 2, 1]);
  });
  for (
    const query of ["?ip=nonsense", "?limit=0", "?limit=1001", "?cursor=x", "?origin=crowdsec", "?type=x"]
  ) {
    await t.step(`refused: ${query}`, async () => {
      assert.equal((await app.ask(`/v1/decisions${query}`)).status, 400);
    });
  }
});

Deno.test("private space is never decided about, by a rule either", async () => {
  await using app = await startApp();
  await block(
    app,
    "10.0.0.0/8",
    "192.168.1.7",
    "127.0.0.1",
    "fd00::/8",
    "169.254.1.1",
    "100.64.0.0/10",
    "::1",
  );
  assert.deepEqual(await values(app), []);
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!;
  for (let n = 0; n < 12; n++) await services.decisions.refused(account, "192.168.1.7", "login");
  assert.deepEqual(await values(app), []);
  await block(app, "0.0.0.0/0");
  assert.deepEqual(await values(app), ["0.0.0.0/0"]);
  assert.deepEqual(await values(app, "?ip=192.168.1.7"), []);
  assert.deepEqual(await values(app, "?ip=8.8.8.8"), ["0.0.0.0/0"]);
});

Deno.test("a lifted decision stays away while its rule is there, and is written in the audit log", async () => {
  await using app = await startApp();
  await block(app, "185.220.101.7");
  const { body: { decisions: [decision] } } = await app.ask("/v1/decisions");
  const { status, body } = await app.ask(`/v1/decisions/${decision.id}`, { method: "DELETE" });
  assert.equal(status, 200);
  assert.equal(body.value, "185.220.101.7");
  assert.deepEqual(await values(app), []);
  await block(app, "185.220.101.8");
  assert.deepEqual(await values(app), ["185.220.101.8"], "another rule does not bring it back");
  assert.equal((await app.ask(`/v1/decisions/${decision.id}`, { method: "DELETE" })).status, 404);
  const { body: { rules } } = await app.ask("/v1/rules");
  const rule = rules.find((each: { value: string }) => each.value === "185.220.101.7");
  await app.ask(`/v1/rules/${rule.id}`, { method: "DELETE" });
  assert.deepEqual(await values(app), ["185.220.101.8"]);
  await block(app, "185.220.101.7");
  assert.deepEqual(
    (await values(app)).sort(),
    ["185.220.101.7", "185.220.101.8"],
    "a new rule is a new cause",
  );
  const { body: audit } = await app.ask("/v1/audit?action=decision_lifted");
  assert.equal(audit.entries.length, 1);
  assert.ok(!JSON.stringify(audit.entries).includes("185.220.101.7"), "no address in the audit log");
});

Deno.test("another account's decision cannot be lifted, and a test key lifts none", async () => {
  await using app = await startApp();
  await block(app, "185.220.101.7");
  const other = await app.account("other");
  const { body: { decisions: [{ id }] } } = await app.ask("/v1/decisions");
  for (const [key, expected] of [[other.key, 404], [app.test, 403]] as const) {
    assert.equal((await app.ask(`/v1/decisions/${id}`, { method: "DELETE", key })).status, expected);
  }
  for (const wrong of ["0", "-1", "1e3", "x", "99999999999999999999", "1.0"]) {
    assert.equal((await app.ask(`/v1/decisions/${wrong}`, { method: "DELETE" })).status, 404, wrong);
  }
  assert.deepEqual(await values(app), ["185.220.101.7"]);
});

Deno.test("ten refused sign-ups are a captcha; an allow rule takes it away, and rules that block stay", async () => {
  await using app = await startApp();
  await block(app, "evil.example");
  const refuse = async (ip: string, key = app.live) => {
    const { body } = await app.ask("/v1/score/user", { key, json: { ip, email: "a@evil.example" } });
    assert.equal(body.verdict, "block");
  };
  const ip = "83.160.10.7";
  for (let n = 0; n < 9; n++) await refuse(ip);
  for (let n = 0; n < 3; n++) await refuse(ip, app.test);
  assert.deepEqual(await values(app), [], "test keys count nothing");
  await refuse(ip);
  const { body: { decisions: [decision] } } = await app.ask("/v1/decisions");
  assert.deepEqual([decision.type, decision.origin, decision.value], ["captcha", "winnow-velocity", ip]);
  await app.ask("/v1/rules", { json: { action: "allow", values: ["83.160.0.0/16"] } });
  assert.deepEqual(await values(app), []);
  await block(app, ip);
  assert.deepEqual(await values(app), [ip], "a rule of the account's own is a ban everywhere");
});

Deno.test("the address of a caller is not decided about", async () => {
  await using app = await startApp();
  await block(app, "evil.example");
  const ip = "83.160.10.7";
  for (let n = 0; n < 12; n++) {
    const headers = { "x-forwarded-for": ip };
    await app.ask("/v1/score/user", { headers, json: { ip, email: "a@evil.example" } });
  }
  assert.deepEqual(await values(app), []);
});
