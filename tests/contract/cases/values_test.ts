import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";

async function signup(app: TestApp, json: Record<string, unknown>, key = app.live): Promise<string> {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body.request_id;
}

/** By the kind of its value. */
async function refsOf(app: TestApp, requestId: string, key = app.live): Promise<Record<string, string>> {
  const { body } = await app.ask(`/v1/score/${requestId}`, { key });
  return Object.fromEntries(
    body.components.map(({ kind, ref }: { kind: string; ref: string }) => [kind, ref]),
  );
}

Deno.test("a value has its times, verdicts, labels, what it was seen with, and its ring", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const first = await signup(app, { email: "a@gmail.com", device_id: DEVICE, ip: "73.15.20.1" });
  now += 60_000;
  const second = await signup(app, { email: "b@mailinator.com", device_id: DEVICE, ip: "73.15.20.1" });
  now += 60_000;
  const third = await signup(app, { email: "b@mailinator.com", device_id: DEVICE });
  await signup(app, { email: "c@gmail.com", ip: "73.15.20.1" });
  await app.ask("/v1/outcome", {
    json: [{ request_id: first, outcome: "legit" }, { request_id: third, outcome: "fraud" }],
  });
  const { device, ip, email } = await refsOf(app, second);
  const { status, body } = await app.ask(`/v1/values/${device}`);
  assert.equal(status, 200);
  const { request_id: _, processing_time_sec: __, scores, seen_with, ...rest } = body;
  assert.deepEqual(rest, {
    ref: device,
    kind: "device",
    masked: "9f86d0…",
    first_seen: "2026-11-20T12:00:00.000Z",
    last_seen: "2026-11-20T12:02:00.000Z",
    labels: { fraud: 1, legit: 1 },
    labelled_groups: [],
    ring: {
      ring_id: `ring_${first.slice(4).replaceAll("-", "")}`,
      size: 3,
      labelled_fraud: 1,
      since: "2026-11-20T12:00:00.000Z",
      via: ["device", "email"],
    },
    truncated: false,
  });
  assert.equal(scores.allow + scores.review + scores.block, 3);
  assert.deepEqual(
    seen_with.map(({ kind, masked, count, fraud }: Record<string, unknown>) => [kind, masked, count, fraud]),
    [
      ["email", "b•••@mailinator.com", 2, 1],
      ["ip", "73.15.20.•", 2, 0],
      ["network", "73.15.20.•", 2, 0],
      ["email", "a•••@gmail.com", 1, 0],
    ],
  );
  assert.deepEqual([seen_with[0].ref, seen_with[1].ref], [email, ip]);
  const network = (await app.ask(`/v1/values/${seen_with[2].ref}`)).body;
  assert.deepEqual([network.kind, network.scores.allow + network.scores.review], ["network", 3]);
  const address = (await app.ask(`/v1/values/${ip}`)).body;
  assert.ok(!address.seen_with.some(({ kind }: { kind: string }) => kind === "network"));
});

Deno.test("a reference is one account's, and an invented one is none", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  const given = { email: "a@gmail.com", device_id: DEVICE };
  const mine = await refsOf(app, await signup(app, given));
  const theirs = await refsOf(app, await signup(app, given, other.key), other.key);
  const again = await refsOf(app, await signup(app, given));
  assert.deepEqual(again, mine, "the same value has the same reference");
  assert.notEqual(mine.device, theirs.device, "accounts cannot compare their values");
  const ref = mine.device!;
  assert.equal((await app.ask(`/v1/values/${ref}`, { key: app.test })).status, 404, "a live one");
  const bad = [
    theirs.device!,
    ref.slice(0, -1),
    `${ref}A`,
    ref.slice(0, -1) + (ref.endsWith("A") ? "B" : "A"),
    ref.slice(0, 6) + (ref[6] === "A" ? "B" : "A") + ref.slice(7),
    ref.replace(/^val_f/, "val_e"),
    ref.replace(/^val_f/, "val_x"),
    ref.replace(/^val_/, "VAL_"),
    "val_",
    "x",
    "%00",
    "x".repeat(5000),
    DEVICE,
  ];
  for (const text of bad) {
    await t.step(text.slice(0, 50), async () => {
      assert.equal((await app.ask(`/v1/values/${text}`)).status, 404);
    });
  }
  assert.equal((await app.ask(`/v1/values/${ref}`, { key: null })).status, 401);
});

Deno.test("of a value with very many scores the newest are counted, and the first is still known", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const { body } = await app.ask("/v1/score/ip?ip=73.15.20.1");
  const ref = (await refsOf(app, body.request_id)).ip!;
  const items = Array.from({ length: 500 }, () => "73.15.20.1");
  for (let minutes = 1; minutes <= 2; minutes++) {
    now += 60_000;
    await app.ask("/v1/batch", { json: { type: "ip", items } });
  }
  const value = (await app.ask(`/v1/values/${ref}`)).body;
  assert.deepEqual([value.truncated, value.scores.allow], [true, 500]);
  assert.equal(value.first_seen, "2026-11-20T12:00:00.000Z");
  assert.equal(value.last_seen, "2026-11-20T12:02:00.000Z");
  now += 180 * 86_400_000;
  assert.equal((await app.ask(`/v1/values/${ref}`)).status, 404, "scores are kept for 180 days");
});
