/** Notices of suspicious log-ins: which log-ins have one, the mail, the event, and the pair of links. */
import assert from "node:assert/strict";
import { CUSTOMER_LANGUAGES } from "../../../src/model/customer_reason.ts";
import {
  ABROAD,
  AT_HOME,
  DAY,
  DEVICE,
  HOUR,
  MINUTE,
  names,
  OTHER,
  pathOf,
  settled,
  startLogins,
} from "../../support/app/logins.ts";
import { startApp } from "../../support/app/app.ts";
import { startInYear } from "../../support/app/secrets.ts";
import { unescaped, Visitor } from "../../support/app/visitor.ts";
import { inFolder } from "../../support/folder.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";
import { eventually } from "../../support/eventually.ts";

Deno.test("who is told: every suggestion but allow, of a log-in that did not fail and is no history", async (t) => {
  const leaked = { ...AT_HOME, password_leaked: true };
  const rows:
    readonly (readonly [name: string, json: Record<string, unknown>, suggest: string, told: boolean])[] = [
      ["nothing unusual", AT_HOME, "allow", false],
      ["notify", leaked, "notify", true],
      ["notify, success unknown", { ...leaked, succeeded: null }, "notify", true],
      ["notify, failed", { ...leaked, succeeded: false }, "notify", false],
      ["step up", { ...ABROAD, password_leaked: true }, "step_up", true],
      ["deny by a rule on the address", { ...AT_HOME, ip: "198.51.100.7" }, "deny", true],
      ["an hour ago", { ...leaked, at: -HOUR }, "notify", true],
      ["two days ago", { ...leaked, at: -2 * DAY }, "notify", false],
      ["a user who never logged in", { ...leaked, user_id: "nobody" }, "notify", true],
    ];
  for (const [name, json, suggest, told] of rows) {
    await t.step(name, async () => {
      await using logins = await startLogins();
      await logins.app.ask("/v1/rules", { json: { action: "block", values: ["198.51.100.0/24"] } });
      await settled(logins);
      const { at, ...rest } = json;
      const sent = typeof at === "number"
        ? { ...rest, at: new Date(logins.clock.now + at).toISOString() }
        : rest;
      const { account, notice } = await logins.login(sent);
      assert.deepEqual([account.suggest, notice !== null], [suggest, told]);
    });
  }
});

Deno.test("the event and the answer have the same notice: facts, links and a mail in five languages", async () => {
  await using receiver = new Receiver();
  await using logins = await startLogins({ env: SENDING });
  const { app, login, clock } = logins;
  const { id } = await addWebhook(app, receiver.url(), { events: ["login.suspicious"] });
  await settled(logins);
  const answer = await login({ ...ABROAD, method: "password" });
  const { event } = (await receiver.take(1))[0]!;
  const { notice, ...data } = event.data;
  assert.deepEqual(notice, answer.notice);
  assert.equal(event.type, "login.suspicious");
  assert.deepEqual(data, {
    request_id: answer.request_id,
    user_id: "user-jane",
    at: new Date(clock.now).toISOString(),
    suggest: "notify",
    risk_score: answer.risk_score,
    succeeded: true,
    method: "password",
    country: "BR",
    browser: "Firefox 144",
    os: "Linux",
    device: "new",
    network: "new_country",
    findings: answer.findings,
    rule_applied: null,
  });
  for (const known of ["189.6", OTHER, DEVICE, "Mozilla"]) {
    assert.ok(!JSON.stringify(event).includes(known), known);
  }
  const { me, not_me, expires_at, mail } = answer.notice;
  assert.ok(Math.abs(Date.parse(expires_at) - clock.now - 7 * DAY) < 1000);
  assert.deepEqual(Object.keys(mail), [...CUSTOMER_LANGUAGES]);
  const countries = { en: "Brazil", de: "Brasilien", fr: "Brésil", es: "Brasil", pt: "Brasil" };
  for (const language of CUSTOMER_LANGUAGES) {
    const { subject, text } = mail[language];
    assert.ok(!/[\r\n]/.test(subject) && subject.length > 10);
    for (
      const part of [
        countries[language],
        "Firefox",
        "Linux",
        "UTC",
        `${me}?lang=${language}`,
        `${not_me}?lang=${language}`,
      ]
    ) {
      assert.ok(text.includes(part), `${language}: ${part}`);
    }
    assert.ok(!/[{}]|undefined|null/.test(text), text);
  }
  assert.equal(new Set(CUSTOMER_LANGUAGES.map((language) => mail[language].subject)).size, 5);
  assert.match(mail.en.text, /logged in to your account/);
  const third = { ip: "126.1.12.7", device_id: `a${OTHER.slice(1)}` };
  const tried = await login({ ...AT_HOME, ...third, password_leaked: true });
  assert.match(tried.notice.mail.en.text, /tried to log in/, "not let in yet");
  const bytes = Uint8Array.fromBase64(pathOf(me).slice("/login-notice/".length), { alphabet: "base64url" });
  for (const known of ["user-jane", answer.request_id.slice(4), "me"]) {
    assert.ok(!new TextDecoder("latin1").decode(bytes).includes(known), `${known} can be read in the link`);
  }
  await receiver.take(2);
  await eventually(async () => {
    const { deliveries } = (await app.ask(`/v1/webhooks/${id}/deliveries`)).body;
    return deliveries.every(({ status }: { status: string }) => status === "delivered");
  }, "both delivered");
});

Deno.test("opening a link does nothing; its button answers once for the pair", async () => {
  await using logins = await startLogins();
  const { app, login, clock } = logins;
  await settled(logins);
  const { notice } = await login(ABROAD);
  const visitor = new Visitor(app);
  for (const link of [notice.me, notice.not_me]) {
    for (let opened = 0; opened < 3; opened++) {
      const { status, text } = await visitor.get(`${pathOf(link)}?lang=en`);
      assert.equal(status, 200);
      assert.match(text, /<form method="post"/);
    }
    const head = await fetch(link, { method: "HEAD" });
    assert.equal(head.status, 200);
  }
  clock.now += MINUTE;
  assert.deepEqual(
    (await login({ ...ABROAD, succeeded: null })).account.device,
    "known",
    "remembered, and nothing else",
  );
  clock.now += DAY;
  assert.equal((await login(AT_HOME)).account.suggest, "allow");
  const pressed = await visitor.post(pathOf(notice.not_me), { lang: "en" });
  assert.equal(pressed.status, 200);
  assert.match(pressed.text, /Please change your password/);
  assert.ok(!pressed.text.includes("<form"));
  for (const link of [notice.me, notice.not_me]) {
    const again = await visitor.post(pathOf(link), { lang: "de" });
    assert.equal(again.status, 409);
    assert.match(unescaped(again.text), /Ihr Konto ist jetzt geschützt/, "what counts is shown");
    assert.equal((await visitor.get(pathOf(link))).status, 200);
  }
  const owner = await login(AT_HOME);
  assert.deepEqual([owner.account.suggest, names(owner)], ["step_up", ["takeover"]]);
  assert.equal((await login(ABROAD)).account.device, "new", "the device is no longer the user's");
});

Deno.test("`me` is the outcome owner_confirmed: the place is the user's, and the device confirmed", async () => {
  await using logins = await startLogins();
  const { app, login, clock } = logins;
  await settled(logins);
  const { notice, account } = await login({ ...ABROAD, password_leaked: true });
  assert.deepEqual([account.device, account.suggest], ["new", "step_up"]);
  const { status, text } = await new Visitor(app).post(pathOf(notice.me), { lang: "en" });
  assert.equal(status, 200);
  assert.match(text, /confirmed as yours/);
  clock.now += MINUTE;
  const again = await login({ ...ABROAD, password_leaked: true });
  assert.deepEqual([again.account.device, again.trust[0].name], ["known", "confirmed_device"]);
});

Deno.test("links end after seven days, also where the log-in was of the past", async () => {
  await using logins = await startLogins();
  const { app, login, clock } = logins;
  await settled(logins);
  const { notice } = await login({ ...ABROAD, at: new Date(clock.now - HOUR).toISOString() });
  const visitor = new Visitor(app);
  clock.now += 7 * DAY - MINUTE;
  assert.equal((await visitor.get(pathOf(notice.me))).status, 200);
  clock.now += MINUTE;
  for (const link of [notice.me, notice.not_me]) {
    assert.equal((await visitor.get(pathOf(link))).status, 404);
    assert.equal((await visitor.post(pathOf(link), {})).status, 404);
  }
  assert.equal((await login(AT_HOME)).account.suggest, "allow");
});

Deno.test("links that are invented, changed or of another store are one same 404, and those of another account are theirs", async () => {
  await using logins = await startLogins();
  await using foreign = await startLogins();
  const { app, login } = logins;
  await settled(logins);
  await settled(foreign);
  const { notice } = await login(ABROAD);
  const path = pathOf(notice.me);
  const token = path.slice("/login-notice/".length);
  const wrong = [
    ...Array.from(
      { length: token.length },
      (_, at) => `/login-notice/${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`,
    ),
    ...Array.from(
      { length: 50 },
      () =>
        `/login-notice/${
          crypto.getRandomValues(new Uint8Array(120)).toBase64({ alphabet: "base64url", omitPadding: true })
        }`,
    ),
    pathOf((await foreign.login(ABROAD)).notice.me),
    `/login-notice/${token}A`,
    `/login-notice/${token}=`,
    `/login-notice/${token.slice(1)}`,
    "/login-notice/x",
    "/login-notice/%00",
    `/login-notice/${"A".repeat(5000)}`,
  ];
  const pages = new Set<string>();
  for (const each of wrong) {
    const response = await fetch(app.origin + each);
    assert.equal(response.status, 404, each);
    pages.add(await response.text());
    const sent = await new Visitor(app).post(each, {});
    assert.equal(sent.status, 404, each);
    pages.add(sent.text);
  }
  assert.equal(pages.size, 1, "nothing is told");
  const other = await app.account("other");
  await settled(logins, 0, other.key);
  logins.clock.now += 3 * DAY;
  const theirs = (await login(ABROAD, other.key)).notice;
  assert.equal((await new Visitor(app).post(pathOf(theirs.not_me), {})).status, 200);
  assert.equal((await login(AT_HOME)).account.suggest, "allow", "the same user id of another account");
  assert.equal((await login(AT_HOME, other.key)).account.suggest, "step_up");
});

Deno.test("the page: the chosen language or that of the browser, no script, and nothing of the service", async () => {
  await using logins = await startLogins();
  const { app, login } = logins;
  await settled(logins);
  const hostile = `Mozilla/5.0 (<script>alert(1)</script>; "><img src=x onerror=alert(1)>) Firefox/144`;
  const { notice } = await login({ ...ABROAD, user_agent: hostile, method: "password" });
  const path = pathOf(notice.me);
  const rows: readonly (readonly [accept: string, query: string, lang: string, text: RegExp])[] = [
    ["", "", "en", /Was this you\?/],
    ["de-AT,de;q=0.9,en;q=0.5", "", "de", /Brasilien/],
    ["nl, fr;q=0.4, es;q=0.7", "", "es", /¿Ha sido usted\?/],
    ["pt-BR", "", "pt", /Não|Foi você/],
    ["de", "?lang=fr", "fr", /Était-ce vous/],
    ["x;q=9,;;,*", "?lang=../de", "en", /Brazil/],
    [`${"de;q=0,".repeat(500)}fr`, "", "en", /Brazil/],
    ["<script>, \"'", "?lang=%3Cscript%3E", "en", /Brazil/],
  ];
  for (const [accept, query, lang, text] of rows) {
    const response = await fetch(`${app.origin}${path}${query}`, { headers: { "accept-language": accept } });
    const page = unescaped(await response.text());
    assert.equal(response.status, 200);
    assert.match(page, new RegExp(`<html lang="${lang}">`));
    assert.match(page, text);
    assert.ok(
      !/<script|<style|<img|onerror|Sign in|Winnow/i.test(page),
      "nothing of the service or the browser",
    );
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; style-src 'self'/);
    assert.ok(!/script-src|unsafe|connect-src/.test(policy), policy);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("x-robots-tag"), "noindex");
    assert.equal(response.headers.get("set-cookie"), null);
    for (const known of ["user-jane", "189.6", OTHER]) assert.ok(!page.includes(known), known);
  }
  const foreign = await new Visitor(app).post(path, {}, {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
  });
  assert.equal(foreign.status, 403);
  assert.equal((await new Visitor(app).post(path, { x: "x".repeat(2_000_000) })).status, 413);
  assert.equal((await app.ask(path, { key: null, method: "PUT", json: {} })).status, 405);
  assert.match((await new Visitor(app).get(path)).text, /<form/, "none of them answered");
});

Deno.test("a stranger at the page: a network answers sixty times an hour, and others go on", async () => {
  await using logins = await startLogins({ env: { WINNOW_TRUST_PROXY: "true" } });
  const { app, login } = logins;
  await settled(logins);
  const path = pathOf((await login(ABROAD)).notice.not_me);
  const send = async (network: string) => {
    const response = await fetch(app.origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": network },
      body: "lang=en",
    });
    await response.body?.cancel();
    return response.status;
  };
  const many = await Promise.all(Array.from({ length: 64 }, () => send("81.2.3.4")));
  assert.deepEqual(many.sort(), [303, ...Array(59).fill(409), ...Array(4).fill(429)]);
  assert.equal(await send("82.2.3.4"), 409);
});

Deno.test("a flood of log-ins is no flood of mail: three notices an hour and five a day, whatever comes at once", async () => {
  await using receiver = new Receiver();
  await using logins = await startLogins({ env: SENDING });
  const { app, login, clock } = logins;
  await addWebhook(app, receiver.url(), { events: ["login.suspicious"] });
  await settled(logins);
  const flood = async (count: number) => {
    const answers = await Promise.all(
      Array.from(
        { length: count },
        (_, at) => login({ ...ABROAD, ip: `189.${at + 6}.12.7`, succeeded: null }),
      ),
    );
    assert.ok(answers.every(({ account }) => account.suggest !== "allow"));
    return answers.filter(({ notice }) => notice !== null).length;
  };
  assert.equal(await flood(64), 3);
  assert.equal(
    (await login({ ...AT_HOME, user_id: "joe", password_leaked: true })).notice === null,
    false,
    "others are told",
  );
  clock.now += HOUR;
  assert.equal(await flood(10), 2);
  clock.now += DAY;
  assert.equal(await flood(10), 3);
  clock.now -= 3 * DAY;
  assert.equal(await flood(2), 2, "a clock that was set back keeps nobody from being told");
  await receiver.take(11);
  assert.equal(receiver.received.length, 11);
  assert.equal(
    (await app.ask("/v1/usage")).body.used,
    5 + 64 + 1 + 10 + 10 + 2,
    "each log-in is billed once",
  );
});

Deno.test("test keys: links in the answer act on the test user alone, and no event is sent", async () => {
  await using receiver = new Receiver();
  await using logins = await startLogins({ env: SENDING });
  const { app, login } = logins;
  await addWebhook(app, receiver.url(), { events: ["login.suspicious", "login.takeover"] });
  await settled(logins);
  await settled(logins, DAY, app.test);
  const { notice } = await login(ABROAD, app.test);
  assert.equal((await new Visitor(app).post(pathOf(notice.not_me), {})).status, 200);
  assert.equal((await login(AT_HOME, app.test)).account.suggest, "step_up");
  assert.equal(
    (await login({ ...AT_HOME, password_leaked: true })).account.suggest,
    "notify",
    "the live user",
  );
  await receiver.take(1);
  assert.deepEqual(receiver.received.map(({ event }) => event.data.succeeded), [true]);
});

Deno.test("`not_me` tells the site, with the user as it was sent", async () => {
  await using receiver = new Receiver();
  await using logins = await startLogins({ env: SENDING });
  const { app, login, clock } = logins;
  await addWebhook(app, receiver.url(), { events: ["login.takeover"] });
  await settled(logins);
  const { notice, request_id } = await login(ABROAD);
  const login_at = new Date(clock.now).toISOString();
  clock.now += 2 * DAY;
  await new Visitor(app).post(pathOf(notice.not_me), {});
  const { event } = (await receiver.take(1))[0]!;
  assert.deepEqual(event.data, {
    user_id: "user-jane",
    cause: "not_me",
    at: new Date(clock.now).toISOString(),
    login_at,
    request_id,
    country: "BR",
    browser: "Firefox 144",
    os: "Linux",
  });
});

Deno.test("the user id is stored nowhere in clear, and what is stored goes with the person, the links too", async () => {
  await inFolder(async (dataDir) => {
    const logins = await startLogins({ dataDir, env: { WINNOW_OFFLINE: "true" } });
    const { app, login } = logins;
    const user_id = "UNMISTAKABLE-user";
    await addWebhook(app, "https://hooks.example/x", { events: ["login.suspicious"] }).catch(() => {});
    const { notice } = await login({ ...AT_HOME, user_id, password_leaked: true });
    const exported = (await app.ask("/v1/privacy/export", { json: { user_id } })).body;
    assert.equal(exported.logins[0].notices[0].answer, null);
    assert.equal((await app.ask("/v1/privacy/erase", { json: { user_id } })).status, 200);
    assert.equal((await fetch(notice.me)).status, 404);
    const { engine } = app.app.services.store;
    assert.deepEqual(await Array.fromAsync(engine.scan(["login-notice"])), []);
    await login({ ...AT_HOME, user_id, password_leaked: true });
    await app.close();
    for await (const entry of Deno.readDir(dataDir)) {
      if (!entry.isFile) continue;
      const text = new TextDecoder("latin1").decode(await Deno.readFile(`${dataDir}/${entry.name}`));
      assert.ok(!/unmistakable/i.test(text), entry.name);
    }
  });
});

Deno.test("links are built on WINNOW_BASE_URL, and those of before a rotation of the secret still act", async () => {
  await using named = await startApp({ env: { WINNOW_BASE_URL: "https://risk.example" } });
  const json = { ...AT_HOME, password_leaked: true };
  const { body } = await named.ask("/v1/score/login", { json });
  assert.match(body.notice.me, /^https:\/\/risk\.example\/login-notice\/[\w-]+$/);
  await inFolder(async (dataDir) => {
    const one = await startInYear(0, { dataDir });
    const { notice } = (await one.ask("/v1/score/login", { json })).body;
    await one.close();
    const two = await startInYear(1, { dataDir });
    assert.equal((await new Visitor(two).post(pathOf(notice.me), {})).status, 200);
    assert.equal((await new Visitor(two).post(pathOf(notice.not_me), {})).status, 409);
    await two.close();
  });
});

Deno.test("log-ins with keys at the same time: each replay is the answer that was given, with its notice or without", async () => {
  await using logins = await startLogins();
  const { app } = logins;
  await settled(logins);
  const ask = (index: number) =>
    app.ask("/v1/score/login", {
      json: { ...ABROAD, password_leaked: true },
      headers: { "idempotency-key": `"login-${index}"` },
    });
  const rows = Array.from({ length: 8 }, (_, index) => index);
  const first = await Promise.all(rows.map(ask));
  const again = await Promise.all(rows.map(ask));
  assert.deepEqual(first.map(({ status }) => status), rows.map(() => 200));
  assert.deepEqual(again.map(({ text }) => text), first.map(({ text }) => text));
  assert.equal(first.filter(({ body }) => body.notice !== null).length, 3, "three in an hour");
  assert.equal(new Set(first.map(({ body }) => body.request_id)).size, rows.length);
});
