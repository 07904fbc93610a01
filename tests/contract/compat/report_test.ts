/** POST /minfraud/v2.0/transactions/report: the vendor's tags as our labels. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";

const REPORT = "/compat/maxmind/minfraud/v2.0/transactions/report";
const UNKNOWN_ID = "019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";

function report(app: TestApp, json: unknown, key = app.live) {
  return app.ask(REPORT, asking(key, { json }));
}

async function score(app: TestApp, json: unknown, key = app.live): Promise<string> {
  const answer = await app.ask("/minfraud/v2.0/score", asking(key, { json }));
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

const label = async (app: TestApp, id: string) =>
  (await app.ask(`/v1/score/req_${id}`)).body.label?.outcome ?? null;
const ipReports = async (app: TestApp, ip: string) =>
  (await app.ask(`/v1/score/ip?ip=${ip}`)).body.abuse_reports;

Deno.test("each tag labels the score that minfraud_id names; the answer is 204 and empty", async (t) => {
  await using app = await startApp();
  const rows: [string, string][] = [
    ["chargeback", "fraud"],
    ["suspected_fraud", "fraud"],
    ["spam_or_abuse", "fraud"],
    ["not_fraud", "legit"],
  ];
  for (const [tag, outcome] of rows) {
    await t.step(tag, async () => {
      const id = await score(app, { device: { ip_address: "8.8.8.8" } });
      const answer = await report(app, { tag, minfraud_id: id, notes: "n", chargeback_code: "x" });
      assert.equal(answer.status, 204);
      assert.equal(answer.text, "");
      assert.equal(answer.headers.get("content-type"), null);
      assert.equal(await label(app, id), outcome);
    });
  }
});

Deno.test("a fraud label counts against every value of the score, another tag revokes it, and all is free", async () => {
  await using app = await startApp();
  const id = await score(app, { device: { ip_address: "8.8.8.8" }, email: { address: "jane@gmail.com" } });
  const used = (await app.ask("/v1/usage")).body.used;
  const mail = async () => (await app.ask("/v1/verify/email?email=jane@gmail.com")).body.abuse_reports;
  await report(app, { tag: "chargeback", minfraud_id: id.toUpperCase() });
  await report(app, { tag: "suspected_fraud", minfraud_id: id });
  assert.equal((await app.ask("/v1/usage")).body.used, used);
  assert.deepEqual([await ipReports(app, "8.8.8.8"), await mail()], [1, 1]);
  await report(app, { tag: "clear", minfraud_id: id });
  assert.deepEqual([await ipReports(app, "8.8.8.8"), await mail()], [0, 0]);
  assert.equal(await label(app, id), "legit");
});

Deno.test("clear on a score without a label changes nothing", async () => {
  await using app = await startApp();
  const id = await score(app, { device: { ip_address: "8.8.8.8" } });
  assert.equal((await report(app, { tag: "clear", minfraud_id: id })).status, 204);
  assert.equal(await label(app, id), null);
});

Deno.test("transaction_id names the newest score that carried it, in the caller's account, also after a restart", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const event = { transaction_id: "order-1" };
  const first = await score(app, { device: { ip_address: "8.8.8.8" }, event });
  const second = await score(app, { device: { ip_address: "8.8.4.4" }, event });
  const foreign = await score(app, { device: { ip_address: "1.1.1.1" }, event }, other.key);
  await score(app, { device: { ip_address: "9.9.9.9" }, event }, app.test);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  assert.equal((await report(again, { tag: "chargeback", transaction_id: "order-1" }, app.live)).status, 204);
  const stored = async (id: string, key: string) =>
    (await again.ask(`/v1/score/req_${id}`, { key })).body.label?.outcome ?? null;
  assert.equal(await stored(second, app.live), "fraud");
  assert.equal(await stored(first, app.live), null);
  assert.equal(await stored(foreign, other.key), null);
});

Deno.test("a report on a bare address labels the address: once, reversibly, and no other value", async () => {
  await using app = await startApp();
  await score(app, { device: { ip_address: "8.8.8.8" }, email: { address: "jane@gmail.com" } });
  const ip_address = "8.8.8.8";
  await Promise.all(
    ["suspected_fraud", "chargeback", "spam_or_abuse"].map((tag) => report(app, { tag, ip_address })),
  );
  assert.equal(await ipReports(app, ip_address), 1);
  assert.equal((await app.ask("/v1/verify/email?email=jane@gmail.com")).body.abuse_reports, 0);
  assert.equal((await report(app, { tag: "not_fraud", ip_address })).status, 204);
  assert.equal(await ipReports(app, ip_address), 0);
  assert.equal((await report(app, { tag: "clear", ip_address })).status, 204);
  assert.equal(await ipReports(app, ip_address), 0);
});

Deno.test("a report that matches no score is an error", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const foreign = await score(app, { device: { ip_address: "1.1.1.1" } }, other.key);
  for (const minfraud_id of [UNKNOWN_ID, foreign]) {
    const answer = await report(app, { tag: "chargeback", minfraud_id });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, "MINFRAUD_ID_INVALID");
  }
  const unknown = await report(app, { tag: "chargeback", transaction_id: "never seen" });
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.code, "REQUEST_INVALID");
  const fallback = { tag: "chargeback", minfraud_id: UNKNOWN_ID, ip_address: "8.8.8.8" };
  assert.equal((await report(app, fallback)).status, 204);
  assert.equal(await ipReports(app, "8.8.8.8"), 1);
  assert.equal(await ipReports(app, "1.1.1.1"), 0);
});

Deno.test("a wrong report is refused with the vendor's code and does nothing", async (t) => {
  await using app = await startApp();
  const id = await score(app, { device: { ip_address: "8.8.8.8" } });
  const good = { tag: "chargeback", minfraud_id: id };
  const rows: [string, unknown, number, string][] = [
    ["no object", [], 400, "JSON_INVALID"],
    ["no tag", { minfraud_id: id }, 400, "TAG_REQUIRED"],
    ["empty tag", { tag: "", minfraud_id: id }, 400, "TAG_REQUIRED"],
    ["unknown tag", { ...good, tag: "fraud" }, 400, "TAG_INVALID"],
    ["tag of another type", { ...good, tag: { toString: 1 } }, 400, "TAG_INVALID"],
    ["tag from the prototype", { ...good, tag: "constructor" }, 400, "TAG_INVALID"],
    ["nothing named", { tag: "chargeback" }, 400, "TRANSACTION_ID_REQUIRED"],
    ["only a maxmind_id", { tag: "chargeback", maxmind_id: "12345678" }, 400, "MAXMIND_ID_INVALID"],
    ["no UUID", { ...good, minfraud_id: "req_1" }, 400, "MINFRAUD_ID_INVALID"],
    ["an object as id", { ...good, minfraud_id: {} }, 400, "MINFRAUD_ID_INVALID"],
    ["no address", { ...good, ip_address: "1.2.3" }, 400, "IP_ADDRESS_INVALID"],
    ["an object as address", { ...good, ip_address: { toString: 1 } }, 400, "IP_ADDRESS_INVALID"],
    ["reserved address", { ...good, ip_address: "10.0.0.1" }, 400, "IP_ADDRESS_RESERVED"],
    ["long notes", { ...good, notes: "x".repeat(1001) }, 400, "NOTES_INVALID"],
    ["long transaction", { ...good, transaction_id: "x".repeat(256) }, 400, "REQUEST_INVALID"],
    ["unknown parameter", { ...good, colour: "blue" }, 400, "PARAMETER_UNKNOWN"],
  ];
  for (const [name, json, status, code] of rows) {
    await t.step(name, async () => {
      const answer = await report(app, json);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.body.code, code);
      assert.deepEqual(Object.keys(answer.body).sort(), ["code", "error"]);
    });
  }
  await t.step("a test key", async () => {
    const answer = await report(app, good, app.test);
    assert.equal(answer.status, 403);
    assert.equal(answer.body.code, "PERMISSION_REQUIRED");
  });
  await t.step("a paused account", async () => {
    const paused = await app.account("paused");
    await app.app.services.store.accounts.putAccount({ ...paused.account, paused: true });
    const answer = await report(app, { tag: "chargeback", ip_address: "8.8.8.8" }, paused.key);
    assert.equal(answer.status, 402);
    assert.equal(answer.body.code, "INSUFFICIENT_FUNDS");
  });
  assert.equal(await label(app, id), null);
  assert.equal(await ipReports(app, "8.8.8.8"), 0);
});
