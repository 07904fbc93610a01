/** Rules for devices: `device:` and the id that the script of the service gives. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";
const OTHER = "0123456789abcdef0123456789abcdee";

async function scoreDevice(app: TestApp, device_id: string, rest: object = {}) {
  return (await app.ask("/v1/score/device", { json: { device_id, ...rest } })).body;
}

async function scoreUser(app: TestApp, json: object, key = app.live) {
  return (await app.ask("/v1/score/user", { json, key })).body;
}

Deno.test("a device rule decides the device and every sign-up on it, in any spelling, for its account only", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  for (const action of ["allow", "block"]) {
    await t.step(action, async () => {
      const { rules, added } = await addRules(app, action, `Device:${DEVICE.toUpperCase()}`);
      assert.deepEqual([added, rules[0].kind, rules[0].value], [1, "device", `device:${DEVICE}`]);
      const applied = { id: rules[0].id, action, kind: "device", value: `device:${DEVICE}` };
      const expected = action === "block" ? [100, "block"] : [0, "allow"];
      for (const id of [DEVICE, DEVICE.toUpperCase()]) {
        const device = await scoreDevice(app, id);
        assert.deepEqual(device.rule_applied, applied);
        assert.deepEqual([device.risk_score, device.verdict], expected);
        const signup = await scoreUser(app, { email: "jane@gmail.com", device_id: id });
        assert.deepEqual(signup.rule_applied, applied);
        assert.deepEqual(signup.components.device.rule_applied, applied);
        assert.equal(signup.components.email.rule_applied, undefined);
        assert.deepEqual([signup.risk_score, signup.verdict], expected);
        const stored = (await app.ask(`/v1/score/${signup.request_id}`)).body;
        assert.deepEqual(stored.rule_applied, applied);
        assert.match(signup.summary, new RegExp(`your ${action} rule for device ${DEVICE}\\.$`));
      }
      assert.equal((await scoreDevice(app, OTHER)).rule_applied, undefined);
      assert.equal((await scoreUser(app, { device_id: DEVICE }, other.key)).rule_applied, undefined);
      await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
      assert.equal((await scoreDevice(app, DEVICE)).rule_applied, undefined);
    });
  }
});

Deno.test("block beats allow between a device and the other values, in both directions", async () => {
  await using app = await startApp();
  await addRules(app, "allow", `device:${DEVICE}`);
  await addRules(app, "block", "73.15.0.0/16", `device:${OTHER}`);
  await addRules(app, "allow", "jane@gmail.com");
  const rows: [object, string | undefined][] = [
    [{ device_id: DEVICE }, "allow"],
    [{ device_id: DEVICE, ip: "73.15.20.1" }, "block"],
    [{ device_id: OTHER, email: "jane@gmail.com" }, "block"],
    [{ device_id: DEVICE, email: "jane@gmail.com" }, "allow"],
  ];
  for (const [json, action] of rows) {
    assert.equal((await scoreUser(app, json)).rule_applied?.action, action, JSON.stringify(json));
  }
  // Without a component of its own, the address is one of the device's values.
  assert.equal((await scoreDevice(app, DEVICE, { ip: "73.15.20.1" })).rule_applied.kind, "cidr");
  assert.equal((await scoreDevice(app, DEVICE, { ip: "73.16.20.1" })).rule_applied.action, "allow");
});

Deno.test("what is no device id is skipped with the reason; a bare id is not taken for a device", async () => {
  await using app = await startApp();
  const wrong = [
    "device:",
    "device:xyz",
    `device:${"a".repeat(7)}`,
    `device:${"a".repeat(129)}`,
    "device:12345678.9",
  ];
  const { added, skipped } = await addRules(app, "block", ...wrong, DEVICE);
  assert.equal(added, 0);
  assert.deepEqual(skipped.map(({ reason }: { reason: string }) => reason.startsWith("not a device")), [
    ...wrong.map(() => true),
    false,
  ]);
  assert.equal(
    (await addRules(app, "block", `device:${"A".repeat(8)}`, `device:${"b".repeat(128)}`)).added,
    2,
  );
});

Deno.test("a device rule is tried on stored scores, and conflicts with the rule of the other action", async () => {
  await using app = await startApp();
  for (const device_id of [DEVICE, DEVICE, OTHER]) await scoreUser(app, { device_id, ip: "73.15.20.1" });
  await addRules(app, "allow", `device:${OTHER}`);
  const json = { action: "block", values: [`device:${DEVICE}`, `device:${OTHER}`] };
  const { body } = await app.ask("/v1/rules?dry_run=true", { json });
  assert.deepEqual([body.added, body.trial.would_block, body.trial.unknown], [2, 3, 0]);
  assert.deepEqual(
    body.clashes.map(({ value, type }: { value: string; type: string }) => [value, type]),
    [[`device:${OTHER}`, "overrides"]],
  );
});
