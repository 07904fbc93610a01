import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";

async function signup(app: TestApp, json: unknown, key = app.live) {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body;
}

Deno.test("a ring is what sign-ups share: device, phone, e-mail address, or a pattern in one network or at a private domain", async () => {
  await using app = await startApp();
  const rows: [given: Record<string, string>, size: number | null, via: string[]][] = [
    [{ email: "zoe@one.example", device_id: DEVICE }, null, []],
    [{ email: "max@two.example", device_id: DEVICE, phone: "+442083661177" }, 2, ["device"]],
    [{ email: "ida@three.example", phone: "+442083661177" }, 3, ["device", "phone"]],
    [{ email: "i.d.a+7@three.example" }, null, []],
    [{ email: "ida+shop@three.example" }, 4, ["device", "phone", "email"]],
    [{ email: "anna.k1@four.example", ip: "73.15.20.1" }, null, []],
    [{ email: "anna.k22@four.example", ip: "73.15.20.77" }, 2, ["email_pattern"]],
    [{ email: "anna.k3@four.example", ip: "73.15.21.1" }, 3, ["email_pattern"]],
    [{ email: "anna.k3@x7.four.example", ip: "91.198.7.1" }, 4, ["email_pattern"]],
    [{ email: "anna.k3@gmail.com", ip: "73.15.20.1" }, null, []],
    [{ email: "anna.k4@gmail.com", ip: "73.15.21.1" }, null, []],
    [{ email: "anna.k4@five.example", ip: "73.15.20.1" }, null, []],
    [{ ip: "73.15.20.1" }, null, []],
  ];
  for (const [given, size, via] of rows) {
    const { ring } = (await signup(app, given)).linkage;
    assert.deepEqual([ring?.size ?? null, ring?.via ?? []], [size, via], JSON.stringify(given));
  }
});

Deno.test("values that could not be read join nobody, count for nobody and are blamed for nothing", async () => {
  await using app = await startApp();
  const unread: Record<string, string>[] = [
    { phone: "2071838700" }, // of which country?
    { phone: "unknown" },
    { phone: "12", phone_country: "" },
    { email: "none" },
    { email: "n/a" },
    { email: "jane@@example.org" },
  ];
  for (const [row, given] of unread.entries()) {
    for (let i = 0; i < 4; i++) {
      const other = "phone" in given
        ? { email: `p${row}.${i}k@six${row}${i}.example` }
        : { phone: `+4420836612${row}${i}` };
      const body = await signup(app, { ...given, ...other, ip: `73.${row + 16}.${i + 1}.1` });
      const name = JSON.stringify(given);
      assert.equal(body.linkage.ring, null, name);
      if ("email" in given) assert.equal(body.linkage.email_device_count, null, name);
      const kind = "phone" in given ? "phone" : "email";
      assert.equal(body.components[kind].abuse_reports ?? 0, 0, name);
      const label = { request_id: body.request_id, outcome: "fraud" };
      assert.equal((await app.ask("/v1/outcome", { json: label })).status, 200);
    }
  }
});

const IPHONE = {
  user_agent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
  webgl_renderer: "Apple GPU",
};

Deno.test("shared places join nobody: phones of one model, a carrier's gateway, the computers of a university", async () => {
  const clock = { now: Date.parse("2036-03-01T09:00:00Z") };
  await using app = await startApp({ now: () => clock.now });
  const size = async (given: Record<string, unknown>) => (await signup(app, given)).linkage.ring?.size ?? 1;
  const phone = { device_id: DEVICE, device_signals: IPHONE };
  const sizes: number[] = [];
  for (const ip of ["73.15.20.1", "91.198.7.1", "73.15.20.9"]) sizes.push(await size({ ...phone, ip }));
  assert.deepEqual(sizes, [1, 1, 2], "only within a network");
  assert.equal(await size(phone), 1, "without an address");

  const names = Array.from("abcdefghijklmnopqrst", (letter) => `${letter}na.lopez`);
  for (const [i, name] of names.entries()) {
    assert.equal(await size({ ip: `82.132.230.${i + 1}`, email: `${name}${i}@gmail.com` }), 1);
  }
  assert.equal(await size({ ip: "82.132.230.99", email: "ana.lopez77@gmail.com" }), 1, "a namesake");
  assert.equal(await size({ ...phone, ip: "82.132.230.98", email: "zoe@gmail.com" }), 1);
  assert.equal(await size({ ...phone, ip: "82.132.230.97", email: "max@gmail.com" }), 1, "the same model");

  const lab = (computer: number) => String(computer).padStart(32, "0");
  const student = async (i: number, device_id: string) =>
    await size({ ip: `141.50.10.${i + 1}`, email: `s${1_000_000 + i}@northfield-university.org`, device_id });
  // Students with devices of their own make the organisation, over days; then some use its computers.
  for (let i = 0; i < 100; i++) {
    const ring = await student(i, i < 40 ? lab(1000 + i) : lab(i % 16));
    // How many computers and people a place has is estimated from hashed marks, and the hashes differ with the secret.
    if (i >= 80) assert.equal(ring, 1, `student ${i}`);
    clock.now += 2 * 3_600_000;
  }
  assert.equal(
    await size({ email: "zoe.student@gmail.com", device_id: lab(1) }) > 1,
    true,
    "not from elsewhere",
  );
});

Deno.test("a ring has the id of its oldest member, also after a merge and a restart; accounts and test keys stay apart", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const first = await signup(app, { email: "a@one.example", device_id: DEVICE });
  const second = await signup(app, { email: "b@one.example", device_id: DEVICE });
  assert.equal(second.linkage.ring.ring_id, `ring_${first.request_id.slice(4).replaceAll("-", "")}`);
  await signup(app, { email: "c@one.example", phone: "+442083661177" });
  const later = await signup(app, { email: "d@one.example", phone: "+442083661177" });
  assert.notEqual(later.linkage.ring.ring_id, second.linkage.ring.ring_id);
  await signup(app, { email: "t@one.example", device_id: DEVICE }, app.test);
  const both = await signup(app, { email: "e@one.example", device_id: DEVICE, phone: "+442083661177" });
  assert.deepEqual([both.linkage.ring.ring_id, both.linkage.ring.size], [second.linkage.ring.ring_id, 5]);
  assert.equal((await signup(app, { device_id: DEVICE }, other.key)).linkage.ring, null);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  const after = await signup(again, { phone: "+442083661177" }, app.live);
  assert.deepEqual([after.linkage.ring.ring_id, after.linkage.ring.size], [second.linkage.ring.ring_id, 6]);
});

Deno.test("sixty sign-ups at the same moment on one device are one ring of sixty", async () => {
  await using app = await startApp();
  const bodies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => signup(app, { email: `u${i}@one.example`, device_id: DEVICE })),
  );
  assert.equal(Math.max(...bodies.map(({ linkage }) => linkage.ring?.size ?? 1)), 60);
  assert.equal(new Set(bodies.flatMap(({ linkage }) => linkage.ring?.ring_id ?? [])).size, 1);
});

Deno.test("fraud labels count in the ring, before and after it forms, and are taken back", async () => {
  await using app = await startApp();
  const label = async (request_id: string, outcome: string) => {
    const { status } = await app.ask("/v1/outcome", { json: { request_id, outcome } });
    assert.equal(status, 200);
  };
  const first = await signup(app, { email: "a@one.example", device_id: DEVICE });
  await label(first.request_id, "fraud");
  const second = await signup(app, { email: "b@one.example", device_id: DEVICE });
  assert.equal(second.linkage.ring.labelled_fraud, 1);
  await label(second.request_id, "fraud");
  await label(first.request_id, "legit");
  await label(first.request_id, "fraud");
  const third = await signup(app, { email: "c@one.example", device_id: DEVICE });
  assert.deepEqual([third.linkage.ring.size, third.linkage.ring.labelled_fraud], [3, 2]);
  await label(first.request_id, "legit");
  const fourth = await signup(app, { email: "d@one.example", device_id: DEVICE });
  assert.deepEqual([fourth.linkage.ring.size, fourth.linkage.ring.labelled_fraud], [4, 1]);
});
