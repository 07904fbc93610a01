/** Freeman's ratio as a finding of `POST /v1/score/login`, and an attack on the whole site as the simulation has it. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HOME = "91.64.12.7"; // Vodafone, Germany
const ABROAD = "189.6.12.7"; // Claro, Brazil
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const AT_HOME = { user_id: "jane", ip: HOME, user_agent: FIREFOX, succeeded: true };

// deno-lint-ignore no-explicit-any -- an answer of the service, as parsed
type Answer = any;

async function login(app: TestApp, json: Record<string, unknown>): Promise<Answer> {
  const { status, body, text } = await app.ask("/v1/score/login", { key: app.live, json });
  assert.equal(status, 200, text);
  return body;
}

function pointsOf({ findings }: Answer, name: string): number {
  return findings.find((finding: { name: string }) => finding.name === name)?.points ?? 0;
}

/** A site of twelve users at home, each with so many log-ins. */
async function startSite(logins: number) {
  const clock = { now: Date.parse("2026-11-02T08:00:00Z") };
  const app = await startApp({ now: () => clock.now });
  for (let day = 0; day < logins; day++) {
    await login(app, AT_HOME);
    for (let user = 0; user < 11; user++) {
      await login(app, { ...AT_HOME, user_id: `user-${user}`, ip: `91.${64 + user}.1.7` });
    }
    clock.now += DAY / 4;
  }
  return { app, clock, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

Deno.test("from ten log-ins on what is unusual has points that add up with the others, and what is known has none", async () => {
  await using few = await startSite(9);
  await using many = await startSite(10);
  const strange = { ...AT_HOME, ip: ABROAD, user_agent: "curl/8.5.0" };
  assert.equal(pointsOf(await login(few.app, strange), "unusual"), 0);
  const answer = await login(many.app, strange);
  assert.ok(pointsOf(answer, "unusual") > 30 && pointsOf(answer, "unusual") <= 40, answer.summary);
  assert.equal(
    answer.risk_score,
    Math.min(100, answer.findings.reduce((sum: number, { points }: { points: number }) => sum + points, 0)),
  );
  assert.deepEqual(
    [answer.account.device, answer.account.suggest, answer.verdict],
    ["new", "step_up", "review"],
    "never denied for what is new alone",
  );
  // Of a user's own things the less is common elsewhere, the less unusual it is.
  const elsewhere = await login(many.app, { ...AT_HOME, ip: ABROAD });
  assert.ok(
    pointsOf(elsewhere, "unusual") > 0 && pointsOf(elsewhere, "unusual") < pointsOf(answer, "unusual"),
  );
  const home = await login(many.app, AT_HOME);
  assert.deepEqual([home.findings, home.risk_score, home.account.suggest], [[], 0, "allow"]);
});

Deno.test("where the user is the only one, the own browser in a café or on another address is no news", async () => {
  const clock = { now: Date.parse("2026-11-02T08:00:00Z") };
  await using app = await startApp({ now: () => clock.now });
  for (let day = 0; day < 14; day++) {
    await login(app, AT_HOME);
    clock.now += DAY;
  }
  const address = await login(app, { ...AT_HOME, ip: "91.65.99.7", succeeded: null });
  assert.deepEqual([address.account.network, address.findings], ["new_address", []]);
  const cafe = await login(app, { ...AT_HOME, ip: "87.128.5.7", succeeded: null }); // Telekom, Germany
  assert.deepEqual([cafe.account.network, cafe.account.suggest], ["new_network", "allow"], cafe.summary);
  assert.ok(pointsOf(await login(app, { ...AT_HOME, ip: ABROAD, user_agent: "curl/8.5.0" }), "unusual") > 30);
});

Deno.test("two browsers behind one address are both known without device ids; an older version and a program are not", async () => {
  await using site = await startSite(3);
  const { app } = site;
  const chrome = (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  assert.equal((await login(app, { ...AT_HOME, user_agent: chrome(142) })).account.device, "new");
  const states: string[] = [];
  for (const user_agent of [FIREFOX, chrome(142), chrome(143), chrome(110), "python-requests/2.32.3"]) {
    states.push((await login(app, { ...AT_HOME, user_agent, succeeded: false })).account.device);
  }
  assert.deepEqual(states, ["known", "known", "known", "new", "new"]);
});

Deno.test("failed log-ins change neither what is usual for a user nor what is usual on the site", async () => {
  await using site = await startSite(10);
  const { app } = site;
  const strange = { ...AT_HOME, ip: ABROAD, user_agent: "curl/8.5.0", succeeded: false };
  const before = pointsOf(await login(app, strange), "unusual");
  for (let each = 0; each < 8; each++) await login(app, strange);
  assert.equal(pointsOf(await login(app, strange), "unusual"), before);
});

Deno.test("two processes on one store find the same unusual", async () => {
  await using site = await startSite(10);
  const { app, clock } = site;
  await using second = await startApp({ dataDir: app.dataDir, now: () => clock.now });
  clock.now += MINUTE;
  const json = { ...AT_HOME, ip: ABROAD, user_agent: "curl/8.5.0", succeeded: null };
  const ask = async (on: TestApp) =>
    pointsOf((await on.ask("/v1/score/login", { key: app.live, json })).body, "unusual");
  assert.ok(await ask(app) > 30);
  assert.equal(await ask(second), await ask(app));
});

Deno.test("stuffing of 10,000 users from 2,000 addresses is seen within 200 tries: on the answer and as an event", async () => {
  await using receiver = new Receiver();
  await using app = await startApp({ env: SENDING });
  await addWebhook(app, receiver.url(), { events: ["login.attack"] });
  let seen = 0;
  for (let tries = 1; tries <= 200 && seen === 0; tries++) {
    const address = (tries * 977) % 2_000;
    const answer = await login(app, {
      user_id: `stuffed-${tries}`,
      ip: `177.${address % 200}.${Math.floor(address / 200)}.7`,
      user_agent: "python-requests/2.32.3",
      succeeded: false,
    });
    if (pointsOf(answer, "site_attack") > 0) seen = tries;
  }
  assert.ok(seen > 20, `seen after ${seen} tries`);
  await receiver.take(1);
  assert.deepEqual(receiver.received.map(({ event }) => event.type), ["login.attack"]);
});
