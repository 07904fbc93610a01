/** What links between sign-ups add to a score where the account switched that on. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DEVICE = "0123456789abcdef0123456789abcdef";
const PHONE = "+442083661177";

interface Clock {
  now: number;
}

async function scoring(): Promise<{ app: TestApp; clock: Clock }> {
  const clock = { now: Date.parse("2036-03-01T12:00:00Z") };
  const app = await startApp({ now: () => clock.now });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  return { app, clock };
}

async function signup(app: TestApp, json: unknown) {
  const { status, body } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200);
  return body;
}

function links(body: { top_signals: string[] }): string[] {
  return body.top_signals.filter((text) => text.startsWith("linkage:")).map((text) => text.slice(9));
}

Deno.test("a second sign-up within the hour is a review; a family's second one days later is allowed", async () => {
  for (const shared of [{ device_id: DEVICE }, { phone: PHONE }]) {
    const { app, clock } = await scoring();
    await using _ = app;
    const what = "phone" in shared ? "with this phone" : "on this device";
    const verdicts: [string, string[]][] = [];
    for (const [name, after] of [["a", 0], ["b", HOUR / 2], ["b", HOUR / 4], ["c", 3 * DAY]] as const) {
      clock.now += after;
      const body = await signup(app, { ...shared, email: `${name}na@one.com` });
      verdicts.push([body.verdict, links(body)]);
    }
    assert.deepEqual(verdicts, [
      ["allow", []],
      ["review", [`another sign-up ${what} within the hour`]],
      ["review", [`another sign-up ${what} within the hour`]],
      ["allow", []],
    ]);
  }
});

Deno.test("somebody who tries again is no further member; who writes the address differently is", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const rows: [email: string, after: number, size: number, verdict: string][] = [
    ["ana@gmail.com", 0, 1, "allow"],
    ["ana@gmail.com", HOUR / 60, 2, "allow"],
    ["Ana@gmail.com", HOUR / 60, 3, "allow"],
    ["ana@gmail.com", HOUR / 60, 4, "allow"],
    ["ben@gmail.com", 3 * DAY, 5, "allow"],
    ["cleo@gmail.com", 3 * DAY, 6, "allow"],
    ["cleo@gmail.com", HOUR / 60, 7, "allow"],
    ["c.leo+2@gmail.com", 2 * HOUR, 8, "review"],
    ["cleo+3@gmail.com", 2 * HOUR, 9, "review"],
  ];
  for (const [email, after, size, verdict] of rows) {
    clock.now += after;
    const body = await signup(app, { device_id: DEVICE, email });
    assert.deepEqual([body.linkage.ring?.size ?? 1, body.verdict], [size, verdict], `${email} ${size}`);
  }
});

Deno.test("links are in the stored score, with their points, and replayed", async () => {
  const { app } = await scoring();
  await using _ = app;
  await signup(app, { device_id: DEVICE, email: "a@one.com" });
  const { request_id, risk_score, verdict } = await signup(app, { device_id: DEVICE, email: "b@one.com" });
  const { services } = app.app;
  const record = await services.store.scores.get(
    services.store.accounts.accountNamed("main")!.id,
    request_id,
    services.now(),
  );
  assert.deepEqual([record!.score, record!.verdict], [risk_score, verdict]);
  assert.equal(record!.signup!.links.counted, true);
  assert.deepEqual(record!.signup!.links.findings.map(([name, , points]) => [name, points]), [
    ["device_repeat", 50],
  ]);
  await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  const { body } = await app.ask("/v1/outcomes/summary");
  const balanced = JSON.stringify(body);
  assert.ok(balanced.includes('"review"'), balanced);
});

Deno.test("fifteen fakes on one device and a sixteenth after their labels: review from the second, then block", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const ids: string[] = [];
  for (let i = 0; i < 15; i++) {
    const body = await signup(app, {
      device_id: DEVICE,
      email: `fake.${"abcdefghijklmno"[i]}@one.com`,
      ip: `73.15.20.${i + 1}`,
    });
    if (i > 0) assert.equal(body.verdict, "review", `${i}`);
    ids.push(body.request_id);
    clock.now += HOUR / 6;
  }
  for (const request_id of ids) await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  clock.now += 20 * DAY;
  const next = await signup(app, { device_id: DEVICE, email: "fake.p@one.com" });
  assert.equal(next.verdict, "block");
  assert.ok(next.top_signals.includes("device: reported by you 15 times"), next.top_signals);
  assert.ok(
    !links(next).some((text) => text.includes("labelled fraud")),
    "the device's own labels count once",
  );
});

Deno.test("labels of linked sign-ups count on who shares no labelled value", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const label = (request_id: string) => app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  const VERIFIED = { phone: PHONE, verified: ["phone"] };
  const first = await signup(app, { device_id: DEVICE, email: "a@one.com" });
  clock.now += 2 * DAY;
  const second = await signup(app, { device_id: DEVICE, email: "b@one.com", ...VERIFIED });
  await label(first.request_id);
  clock.now += 2 * DAY;
  const third = await signup(app, { ...VERIFIED, email: "c@one.com" });
  assert.deepEqual([third.verdict, links(third)], ["allow", ["linked to 1 sign-up labelled fraud"]]);
  await label(second.request_id);
  clock.now += 2 * DAY;
  const fourth = await signup(app, { ...VERIFIED, email: "d@one.com" });
  assert.equal(fourth.verdict, "review");
  const claimed = await signup(app, { phone: PHONE, email: "e@one.com" });
  assert.equal(claimed.linkage.ring.labelled_fraud, 2);
  assert.deepEqual(links(claimed).filter((text) => text.includes("labelled fraud")), [], "not verified");
});

Deno.test("a burst is what a network or domain usually does not do", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const one = async (i: number, net: string) =>
    links(
      await signup(app, {
        ip: `${net}.${i % 250 + 1}`,
        email: `${"abcdefghijklmnopqrstuvwxyz"[i % 26]}${"qwrtzp"[i % 6]}na@one-company.com`,
      }),
    );
  const busy: string[][] = [];
  for (let day = 0; day < 5; day++) {
    await one(20 + day, "73.15.20");
    clock.now += DAY;
  }
  for (let i = 0; i < 12; i++) busy.push(await one(i, "73.15.20"));
  assert.deepEqual(busy[6], []);
  // Whoever came with the burst does not make the network a shared one.
  assert.deepEqual(busy[11], [
    "unusually many sign-ups from this network",
    "unusually many sign-ups with this domain",
  ]);
  const fresh: string[][] = [];
  for (let i = 0; i < 12; i++) {
    fresh.push(links(await signup(app, { ip: `91.198.7.${i + 1}`, phone: `+44208366${1200 + i}` })));
  }
  const unusual = "unusually many sign-ups from this network";
  assert.deepEqual(fresh.slice(0, 7).flat(), []);
  assert.deepEqual(fresh.slice(7), Array(5).fill([unusual]), "usual where nobody came before is nobody");
});

Deno.test("numbered addresses of one private domain from six homes are a ring, below names of their own too", async () => {
  const homes = ["73.15.20.1", "91.15.21.2", "98.15.22.3", "174.15.23.4", "73.16.24.5", "91.17.25.6"];
  for (const host of ["kestrelbyte.com", "*.kestrelbyte.com", "gmail.com"]) {
    const { app, clock } = await scoring();
    await using _ = app;
    const seen: [size: number, verdict: string][] = [];
    for (const [i, ip] of homes.entries()) {
      clock.now += 2 * HOUR;
      const email = `lena.k${i + 1}@${host.replace("*", `x${i}`)}`;
      const { linkage, verdict } = await signup(app, { ip, email });
      seen.push([linkage.ring?.size ?? 1, verdict]);
    }
    const expected = homes.map((_, i) =>
      host === "gmail.com" ? [1, "allow"] : [i + 1, i + 1 >= 4 ? "review" : "allow"]
    );
    assert.deepEqual(seen, expected, host);
  }
});
