/** Appeals: the address in the answer, the page for the person, the queue, and what a decision changes. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { newestAppeal, pathOf, sendAppeal, stopped, switchOnAppeals } from "../../support/app/appeals.ts";
import { signedIn, unescaped, Visitor } from "../../support/app/visitor.ts";
import { eventually } from "../../support/eventually.ts";
import { MailReceiver } from "../../support/servers/mail_receiver.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

const DAY_MS = 86_400_000;

Deno.test("an answer has the address of an appeal only where it is switched on and the verdict is not allow", async () => {
  await using app = await startApp();
  const { body: before } = await app.ask("/v1/settings");
  assert.equal(before.appeals, false);
  assert.ok(!("appeal" in await stopped(app)), "off");
  await switchOnAppeals(app);
  assert.equal((await app.ask("/v1/settings")).body.appeals, true);
  const blocked = await stopped(app, { user_id: "user-17" });
  assert.match(blocked.appeal.url, /^http:\/\/127\.0\.0\.1:\d+\/appeal\/[\w-]{60,200}$/);
  assert.ok(Date.parse(blocked.appeal.expires_at) > Date.now() + 29 * DAY_MS);
  const bytes = Uint8Array.fromBase64(pathOf(blocked).slice(8), { alphabet: "base64url" });
  const texts = [blocked.appeal.url, new TextDecoder().decode(bytes), bytes.toHex()];
  for (const known of ["someone", "mailinator", "185.220", "user-17", blocked.request_id.slice(4)]) {
    assert.ok(!texts.some((text) => text.includes(known.replaceAll("-", ""))), known);
  }
  const allowed = (await app.ask("/v1/score/user", { json: { ip: "73.15.20.1" } })).body;
  assert.ok(!("appeal" in allowed) && allowed.verdict === "allow");
  assert.ok(!("appeal" in await stopped(app, {}, app.test)), "a test key");
  assert.ok(!("appeal" in (await app.ask("/v1/score/ip?ip=185.220.101.1")).body), "a single value");
  const other = await app.account("other");
  assert.ok(!("appeal" in await stopped(app, {}, other.key)), "another account");
  const stored = (await app.ask(`/v1/score/${blocked.request_id}`)).body;
  assert.equal((await fetch(stored.appeal.url)).status, 200, "the stored score has one too");
});

Deno.test("the page says what was decided and why, in the language of the browser or the chosen one, without scripts", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const path = pathOf(await stopped(app));
  const rows: readonly (readonly [accept: string, query: string, lang: string, text: RegExp])[] = [
    ["", "", "en", /The e-mail address appears to be a temporary one/],
    ["de-AT,de;q=0.9,en;q=0.5", "", "de", /nur vorübergehend gültig/],
    ["nl, fr;q=0.4, es;q=0.7", "", "es", /parece ser temporal/],
    ["pt-BR", "", "pt", /parece ser temporário/],
    ["de", "?lang=fr", "fr", /semble être temporaire/],
    ["x;q=9,;;,*", "?lang=../de", "en", /temporary/],
  ];
  for (const [accept, query, lang, text] of rows) {
    const response = await fetch(`${app.origin}${path}${query}`, { headers: { "accept-language": accept } });
    const page = unescaped(await response.text());
    assert.equal(response.status, 200);
    assert.match(page, new RegExp(`<html lang="${lang}">`));
    assert.match(page, text);
    assert.ok(!/<script|<style|Sign in|Winnow/i.test(page), "nothing of the service");
    assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("x-robots-tag"), "noindex");
    assert.equal(response.headers.get("set-cookie"), null);
    for (const known of ["mailinator", "185.220", "someone"]) assert.ok(!page.includes(known), known);
  }
});

Deno.test("one appeal a case: what is wrong is said, a second one is refused, the queue has the newest first", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const [one, two] = [await stopped(app, { user_id: "u1" }), await stopped(app, { user_id: "u2" })];
  const bad: readonly (readonly [fields: Record<string, string>, text: RegExp])[] = [
    [{ text: " \r\n " }, /Please write something/],
    [{ text: "x".repeat(1001) }, /The text is too long/],
    [{ text: "😀".repeat(1001) }, /The text is too long/],
    [{ reply_to: "nobody" }, /not an e-mail address/],
  ];
  for (const [fields, text] of bad) {
    const page = await sendAppeal(app, pathOf(one), fields);
    assert.equal(page.status, 400);
    assert.match(page.text, text);
  }
  assert.deepEqual((await app.ask("/v1/appeals")).body.appeals, [], "nothing was stored");
  const text = "😀".repeat(999) + "\r\n";
  const sent = await sendAppeal(app, pathOf(two), { text, reply_to: " Jane@Example.com ", lang: "de" });
  assert.deepEqual([sent.status, sent.path], [200, `${pathOf(two)}?lang=de`]);
  assert.match(sent.text, /Wir haben Ihre Nachricht erhalten/);
  assert.ok(!sent.text.includes("<textarea"));
  await sendAppeal(app, pathOf(one));
  const again = await sendAppeal(app, pathOf(two), { text: "more" });
  assert.equal(again.status, 409);
  assert.match(again.text, /A second one is not possible/);
  const { body } = await app.ask("/v1/appeals");
  assert.deepEqual(body.appeals.map(({ user_id }: { user_id: string }) => user_id), ["u1", "u2"]);
  const { appeal_id, opened_at, ...second } = body.appeals[1];
  assert.match(appeal_id, /^apl_[0-9a-f]{28}$/);
  assert.ok(Date.parse(opened_at) <= Date.now());
  assert.deepEqual(second, {
    request_id: two.request_id,
    user_id: "u2",
    state: "open",
    verdict: two.verdict,
    risk_score: two.risk_score,
    customer_reason: "email_temporary",
    text: "😀".repeat(999),
    reply_to: "Jane@example.com",
    language: "de",
    decided_at: null,
    by: null,
    by_id: null,
    note: null,
  });
  const first = (await app.ask("/v1/appeals?limit=1")).body;
  assert.equal(first.appeals[0].user_id, "u1");
  const next = (await app.ask(`/v1/appeals?limit=1&cursor=${first.next}`)).body;
  assert.deepEqual([next.appeals[0].user_id, next.next], ["u2", null]);
  assert.equal((await app.ask("/v1/appeals?cursor=x")).status, 400);
  assert.deepEqual((await app.ask("/v1/appeals", { key: app.test })).body.appeals, [], "a test key");
});

Deno.test("accepted: the score is labelled legit, its person trusted, and the page says so; it is decided once", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const given = { email: "jane@kestrelbyte.com", user_id: "user-7" };
  await app.ask("/v1/rules", { json: { action: "block", values: ["185.220.101.0/24"] } });
  const score = await stopped(app, given);
  await sendAppeal(app, pathOf(score));
  const { appeal_id } = await newestAppeal(app);
  const { status, body } = await app.ask(`/v1/appeals/${appeal_id}`, {
    json: { decision: "accepted", note: "Sorry for the trouble." },
  });
  assert.equal(status, 200);
  assert.deepEqual([body.state, body.note], ["accepted", "Sorry for the trouble."]);
  assert.match(body.by, /^key /);
  assert.match(body.by_id, /^key_/);
  const label = (await app.ask(`/v1/score/${score.request_id}`)).body.label;
  assert.equal(label.outcome, "legit");
  const { body: { rules } } = await app.ask("/v1/rules");
  const trusted = rules.filter(({ action }: { action: string }) => action === "trust");
  assert.deepEqual(trusted.map(({ kind }: { kind: string }) => kind).sort(), ["email", "user"]);
  assert.ok(!JSON.stringify(trusted).includes("jane@"), "by its hash");
  for (const json of [given, { email: given.email }, { user_id: given.user_id, email: "x@other.com" }]) {
    const next = (await app.ask("/v1/score/user", { json: { ip: "185.220.101.9", ...json } })).body;
    assert.deepEqual([next.verdict, next.rule_applied.action, next.customer_reason], [
      "allow",
      "trust",
      null,
    ]);
  }
  const page = await new Visitor(app).get(pathOf(score));
  assert.match(page.text, /you were right/);
  assert.match(page.text, /Sorry for the trouble\./);
  for (const decision of ["accepted", "refused"]) {
    const again = await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision } });
    assert.deepEqual([again.status, again.body.code], [409, "conflict"]);
  }
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const entries = (await store.audit.list(account, { limit: 20 })).map(({ entry }) => entry);
  const decided = entries.find(({ action }) => action === "appeal_decided");
  assert.deepEqual(decided?.changes, { appeal: ["open", "accepted"], trust: ["none", "email, user"] });
});

Deno.test("a second appeal of a person who is trusted trusts nothing more, and resumes what was paused", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const given = { email: "jane@kestrelbyte.com", user_id: "user-7", phone: "+447911123456" };
  await app.ask("/v1/rules", { json: { action: "block", values: ["185.220.101.0/24"] } });
  const trusted = async () => {
    const { body: { rules } } = await app.ask("/v1/rules");
    return rules.filter(({ action }: { action: string }) => action === "trust");
  };
  for (const paused of [false, true]) {
    const score = await stopped(app, given);
    await sendAppeal(app, pathOf(score));
    // Stopped once more, and trusted since.
    const other = await stopped(app, given);
    await sendAppeal(app, pathOf(other));
    for (const { appeal_id } of (await app.ask("/v1/appeals?state=open")).body.appeals) {
      if (paused) {
        for (const { id } of await trusted()) {
          await app.ask(`/v1/rules/${id}`, { method: "PATCH", json: { state: "paused" } });
        }
      }
      const { status } = await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision: "accepted" } });
      assert.equal(status, 200);
      const rules = await trusted();
      assert.deepEqual(rules.map(({ kind }: { kind: string }) => kind).sort(), ["email", "user"]);
      assert.ok(rules.every(({ state }: { state: string }) => state === "live"));
    }
    for (const { id } of await trusted()) await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
  }
});

Deno.test("refused by another process while it is accepted: it stays refused, without a label and without trust", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  await app.ask("/v1/rules", { json: { action: "block", values: ["185.220.101.0/24"] } });
  const score = await stopped(app, { email: "jane@kestrelbyte.com", user_id: "user-7" });
  await sendAppeal(app, pathOf(score));
  const { appeal_id } = await newestAppeal(app);
  const { rules, store, now } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const change = rules.change.bind(rules);
  rules.change = async (...given) => {
    rules.change = change;
    const appeal = (await store.appeals.get(account, appeal_id, now()))!;
    const decided = { at: now(), by: "Bob", byId: "psn_1", note: null, state: "refused" } as const;
    assert.ok(await store.appeals.isOpen(store.commit(store.appeals.deciding(account, appeal, decided))));
    return await change(...given) as never;
  };
  const { status } = await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision: "accepted" } });
  assert.equal(status, 409);
  assert.equal((await newestAppeal(app)).state, "refused");
  assert.equal((await app.ask(`/v1/score/${score.request_id}`)).body.label, null);
  const { body } = await app.ask("/v1/rules");
  assert.deepEqual(body.rules.map(({ action }: { action: string }) => action), ["block"]);
});

Deno.test("refused: nothing but the answer changes; outcomes count what was overturned by rule and by finding", async () => {
  await using app = await startApp();
  assert.ok(!("appeals" in (await app.ask("/v1/outcomes/summary")).body));
  await switchOnAppeals(app);
  const { body: { rules: [rule] } } = await app.ask("/v1/rules", {
    json: { action: "block", values: ["203.0.113.7"] },
  });
  const decide = async (given: Record<string, unknown>, decision: string) => {
    const score = await stopped(app, given);
    await sendAppeal(app, pathOf(score));
    const { appeal_id } = await newestAppeal(app);
    const { status } = await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision } });
    assert.equal(status, 200);
    return score;
  };
  const refused = await decide({ email: "a@kestrelbyte.com", phone: "+442079460123" }, "refused");
  assert.equal((await app.ask(`/v1/score/${refused.request_id}`)).body.label, null);
  assert.match((await new Visitor(app).get(pathOf(refused))).text, /the decision stays as it is/);
  await decide({ email: "b@mailinator.com" }, "accepted");
  await decide({ email: "c@mailinator.com" }, "refused");
  await decide({ ip: "203.0.113.7", email: "d@gmail.com" }, "accepted");
  await sendAppeal(app, pathOf(await stopped(app, { email: "e@mailinator.com" })));
  const { body } = await app.ask("/v1/outcomes/summary");
  assert.deepEqual(body.appeals, {
    filed: 5,
    open: 1,
    accepted: 2,
    refused: 2,
    overturned: 0.5,
    by_rule: [{ rule_id: rule.id, accepted: 1, refused: 0, overturned: 1 }],
    by_finding: [
      { component: "email", name: "disposable", accepted: 1, refused: 1, overturned: 0.5 },
      { component: "phone", name: "fictional", accepted: 0, refused: 1, overturned: 0 },
    ],
  });
  const states = async (state: string) => (await app.ask(`/v1/appeals?state=${state}`)).body.appeals.length;
  assert.deepEqual([await states("open"), await states("accepted"), await states("refused")], [1, 2, 2]);
});

Deno.test("the console shows the queue and decides in it", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  assert.match((await visitor.get("/console/appeals")).text, /appeals are switched off/);
  await visitor.submit("/console/settings", { appeals: "on" });
  const score = await stopped(app, { email: "jane@mailinator.com", user_id: "u1" });
  await sendAppeal(app, pathOf(score), { text: "I was\ntravelling.", reply_to: "jane@kestrelbyte.com" });
  const { appeal_id } = await newestAppeal(app);
  const queue = await visitor.get("/console/appeals");
  assert.match(queue.text, /I was\ntravelling\./);
  assert.match(queue.text, /jane@kestrelbyte\.com/);
  const done = await visitor.submit(
    "/console/appeals",
    { decision: "refused", note: "Use your own line." },
    `/console/appeals/${appeal_id}`,
  );
  assert.match(done.text, /No appeal waits for a decision/);
  assert.match((await visitor.get("/console/appeals?state=refused")).text, /Use your own line\./);
  const again = await visitor.submit(
    "/console/appeals",
    { decision: "accepted" },
    `/console/appeals/${appeal_id}`,
  );
  assert.equal(again.status, 409);
  assert.match(again.text, /has decided this appeal already: refused/);
  assert.match((await visitor.get(`/console/scores/${score.request_id}`)).text, /The person may hear/);
});

Deno.test("an appeal ends with its score, its page 30 days after the score or the answer", async () => {
  let now = Date.parse("2026-11-20T09:30:00Z");
  await using app = await startApp({ now: () => now });
  await switchOnAppeals(app);
  const [silent, early] = [await stopped(app), await stopped(app)];
  await sendAppeal(app, pathOf(early));
  const status = async (body: unknown) => (await new Visitor(app).get(pathOf(body))).status;
  now += 29 * DAY_MS;
  assert.deepEqual([await status(silent), await status(early)], [200, 200]);
  const { appeal_id } = await newestAppeal(app);
  await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision: "refused" } });
  now += 2 * DAY_MS;
  assert.deepEqual([await status(silent), await status(early)], [404, 200]);
  now += 29 * DAY_MS;
  assert.deepEqual([await status(silent), await status(early)], [404, 404]);
  assert.equal((await app.ask("/v1/appeals")).body.appeals.length, 1);
  now += 121 * DAY_MS;
  assert.deepEqual((await app.ask("/v1/appeals")).body.appeals, []);
  assert.equal((await app.ask(`/v1/appeals/${appeal_id}`)).status, 404);
});

async function statusesOf(app: TestApp, paths: readonly string[]): Promise<number[]> {
  return await Promise.all(paths.map(async (path) => (await new Visitor(app).get(path)).status));
}

Deno.test("switched off, no further appeal is taken, and who has sent one still reads the answer", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const [silent, early] = [pathOf(await stopped(app)), pathOf(await stopped(app))];
  await sendAppeal(app, early);
  await app.ask("/v1/settings", { method: "PUT", json: { appeals: false } });
  assert.deepEqual(await statusesOf(app, [silent, early]), [404, 200]);
});

Deno.test("the events of an appeal tell who decided what, and nothing that the person wrote", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), { events: ["appeal.opened", "appeal.decided"] });
  await switchOnAppeals(app);
  const score = await stopped(app, { user_id: "user-7" });
  await sendAppeal(app, pathOf(score), { text: "SECRET words", reply_to: "jane@kestrelbyte.com" });
  const { appeal_id } = await newestAppeal(app);
  const json = { decision: "refused", note: "no" };
  const { body: { by, by_id } } = await app.ask(`/v1/appeals/${appeal_id}`, { json });
  await eventually(() => receiver.received.length >= 2, "both events");
  const told = receiver.received.map(({ event: { type, data: { at, ...data } } }) => {
    assert.ok(Date.parse(at) > 0);
    return [type, data];
  });
  const about = { appeal_id, request_id: score.request_id, user_id: "user-7" };
  assert.deepEqual(Object.fromEntries(told), {
    "appeal.opened": about,
    "appeal.decided": { ...about, decision: "refused", note: "no", by, by_id },
  });
  assert.doesNotMatch(JSON.stringify(told), /SECRET|jane/);
});

Deno.test("the answer goes out by mail where there is an address: one fixed sentence; not for accounts that signed up by themselves", async () => {
  await using server = await MailReceiver.start();
  await using app = await startApp({
    env: {
      ...SENDING,
      WINNOW_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      WINNOW_BASE_URL: "http://risk.example",
    },
  });
  const guest = await app.account("guest", { madeBy: "signup" });
  for (const key of [guest.key, app.live]) {
    await switchOnAppeals(app, key);
    const path = pathOf(await stopped(app, {}, key));
    const sent = await sendAppeal(app, path, { reply_to: "jane@kestrelbyte.com", lang: "de" });
    assert.equal(sent.status, 200);
    const { appeal_id } = await newestAppeal(app, key);
    const json = { decision: "refused", note: "cheap pills" };
    assert.equal((await app.ask(`/v1/appeals/${appeal_id}`, { key, json })).status, 200);
  }
  const [mail] = await server.take(1);
  assert.deepEqual(mail!.to, ["jane@kestrelbyte.com"]);
  assert.match(
    mail!.text,
    /es bleibt bei der Entscheidung\.\n\nMehr steht auf dieser Seite:\nhttp:\/\/risk\.example\/appeal\//,
  );
  assert.doesNotMatch(mail!.text, /pills/);
  const link = new URL(mail!.text.trim().split("\n").at(-1)!);
  assert.match((await new Visitor(app).get(link.pathname)).text, /cheap pills/);
  assert.equal(server.received.length, 1, "the guest, whose appeal was decided first, sent none");
});
