/** Attacks on the sign-in of people: guessing, replay, fixation, forged forms; and that the person still gets in. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import {
  codeOf,
  enterCode,
  enterPassword,
  invite,
  join,
  joined,
  PASSWORD,
} from "../../support/app/joining.ts";
import { tokenOf, Visitor } from "../../support/app/visitor.ts";

const START = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;
const PROXY = { WINNOW_TRUST_PROXY: "true" };
const from = (network: number) => ({ "x-forwarded-for": `203.0.${network}.7` });
const WRONG = "wrong wrong wrong wrong";

async function guess(app: TestApp, email: string, network: number, password = WRONG): Promise<number> {
  return (await enterPassword(new Visitor(app), email, password, from(network))).status;
}

Deno.test("an unknown address, one that was only invited and a wrong password are answered alike", async () => {
  await using app = await startApp();
  await joined(app, "owner", "anna@team.example");
  await invite(app, "viewer", "ben@team.example");
  const texts = new Set<string>();
  for (const email of ["anna@team.example", "ben@team.example", "nobody@team.example"]) {
    const { status, text } = await enterPassword(new Visitor(app), email, WRONG);
    assert.equal(status, 401);
    texts.add(text.replaceAll(email, "").replaceAll(/name="csrf" value="[^"]*"/g, ""));
  }
  assert.equal(texts.size, 1);
});

Deno.test("an attempt hashes one password, whether or not the address has people, and of how many accounts", async () => {
  await using app = await startApp();
  await app.account("other");
  const { key } = await app.account("third");
  await joined(app, "owner", "anna@team.example");
  await join(app, await invite(app, "owner", "anna@team.example", key), "another password 77");
  const { passwords } = app.app.services.people;
  const hash = passwords.hash.bind(passwords);
  let hashed = 0;
  passwords.hash = (...given) => {
    hashed++;
    return hash(...given);
  };
  for (const email of ["anna@team.example", "nobody@team.example"]) {
    hashed = 0;
    await enterPassword(new Visitor(app), email, WRONG);
    assert.equal(hashed, 1, email);
  }
});

Deno.test("one address in two accounts: each password leads to its own, the same one asks which", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("third");
  const anna = await joined(app, "owner", "anna@team.example");
  const there = await join(app, await invite(app, "viewer", "anna@team.example", key));
  now += 60_000;
  const visitor = new Visitor(app);
  const asked = await enterPassword(visitor, "anna@team.example", PASSWORD);
  assert.match(asked.text, /<option value="psn_[^>]*>third</);
  const page = await visitor.post("/console/sign-in/code", {
    csrf: tokenOf(asked.text),
    person: there.id,
    code: codeOf(there.secret, now),
  });
  assert.equal(page.path, "/console");
  assert.match(page.text, /third/);
  assert.notEqual(anna.id, there.id);
});

Deno.test("guessing from one network ends after 20 tries at an address; the person signs in from another", async () => {
  let now = START;
  await using app = await startApp({ env: PROXY, now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  for (let count = 0; count < 20; count++) assert.equal(await guess(app, "anna@team.example", 1), 401);
  assert.equal(await guess(app, "anna@team.example", 1), 429);
  assert.equal(await guess(app, "anna@team.example", 1, PASSWORD), 429, "the right one too");
  assert.equal(await guess(app, "ben@team.example", 1), 401, "another address");
  now += 60_000;
  const visitor = new Visitor(app);
  const asked = await enterPassword(visitor, "anna@team.example", PASSWORD, from(2));
  assert.equal((await enterCode(visitor, asked, codeOf(anna.secret, now), from(2))).path, "/console");
});

Deno.test("guessing from everywhere ends after 100 tries, for addresses that nobody has too; known browsers and networks stay", async () => {
  let now = START;
  await using app = await startApp({ env: PROXY, now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  now += 30_000;
  const home = new Visitor(app);
  await enterCode(
    home,
    await enterPassword(home, "anna@team.example", PASSWORD, from(250)),
    codeOf(anna.secret, now),
    from(250),
  );
  for (const email of ["anna@team.example", "nobody@team.example"]) {
    const statuses: number[] = [];
    for (let network = 0; network < 110; network++) statuses.push(await guess(app, email, network));
    assert.equal(statuses.filter((status) => status === 401).length, 100, email);
    assert.equal(statuses.filter((status) => status === 429).length, 10, email);
  }
  assert.equal(await guess(app, "anna@team.example", 251, PASSWORD), 429, "a network of nobody");
  now += 30_000;
  // A browser that she signed in with, elsewhere.
  home.cookies.delete("winnow_session");
  const asked = await enterPassword(home, "anna@team.example", PASSWORD, from(252));
  assert.equal((await enterCode(home, asked, codeOf(anna.secret, now), from(252))).path, "/console");
  now += 30_000;
  // Another browser, at home.
  const other = new Visitor(app);
  const again = await enterPassword(other, "anna@team.example", PASSWORD, from(250));
  assert.equal((await enterCode(other, again, codeOf(anna.secret, now), from(250))).path, "/console");
});

Deno.test("guesses that are sent together are counted together", async () => {
  await using app = await startApp({ env: PROXY });
  await joined(app, "owner", "anna@team.example");
  const visitors = await Promise.all(Array.from({ length: 60 }, async () => {
    const visitor = new Visitor(app);
    return { visitor, csrf: tokenOf((await visitor.get("/console/sign-in")).text) };
  }));
  const all = await Promise.all(visitors.map(async ({ visitor, csrf }) => {
    const given = { csrf, email: "anna@team.example", password: WRONG };
    return (await visitor.post("/console/sign-in", given, from(1))).status;
  }));
  assert.ok(all.filter((status) => status === 401).length <= 22, String(all));
});

Deno.test("a code is accepted once, over two processes, also when it is sent to both together", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  await using other = await startApp({ dataDir: app.dataDir, now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  await followChanges(app, other);
  for (let round = 0; round < 2; round++) {
    now += 60_000;
    const code = codeOf(anna.secret, now);
    const visitors = [app, other, app, other].map((each) => new Visitor(each));
    const asked = await Promise.all(
      visitors.map((each) => enterPassword(each, "anna@team.example", PASSWORD)),
    );
    const pages = await Promise.all(visitors.map((each, index) => enterCode(each, asked[index]!, code)));
    assert.equal(pages.filter(({ path }) => path === "/console").length, 1);
    const late = new Visitor(other);
    const replayed = await enterCode(late, await enterPassword(late, "anna@team.example", PASSWORD), code);
    assert.equal(replayed.status, 401);
    assert.match(replayed.text, /used already/);
  }
});

Deno.test("ten wrong codes in an hour: then a recovery code only, once; an owner makes a new link", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  now += 60_000;
  const wrong = codeOf(anna.secret, now, 100);
  // Together: none is judged beyond the tenth.
  const visitors = await Promise.all(Array.from({ length: 14 }, async () => {
    const visitor = new Visitor(app);
    return { visitor, asked: await enterPassword(visitor, "anna@team.example", PASSWORD) };
  }));
  const pages = await Promise.all(visitors.map(({ visitor, asked }) => enterCode(visitor, asked, wrong)));
  assert.ok(pages.every(({ status }) => status === 401));
  const enter = async (code: string) => {
    const visitor = new Visitor(app);
    return await enterCode(visitor, await enterPassword(visitor, "anna@team.example", PASSWORD), code);
  };
  const refused = await enter(codeOf(anna.secret, now));
  assert.equal(refused.status, 401);
  assert.match(refused.text, /Enter a recovery code, or wait until 13:01 UTC/);
  assert.equal((await enter(anna.recovery[0]!.toUpperCase())).path, "/console");
  assert.equal((await enter(anna.recovery[0]!)).status, 401, "once");
  assert.equal((await enter(anna.recovery[1]!)).path, "/console");
  now += HOUR;
  assert.equal((await enter(codeOf(anna.secret, now))).path, "/console", "an hour later");
  const { body } = await app.ask(`/v1/people/${anna.id}`, { method: "PATCH", json: { reset: true } });
  assert.equal(body.code, "conflict", "not of the last owner");
});

Deno.test("the page for the code needs the password, and not one of before", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  now += 60_000;
  const stranger = new Visitor(app);
  const page = await stranger.get("/console/sign-in/code");
  assert.equal(page.status, 401);
  const csrf = tokenOf(page.text);
  const code = () => codeOf(anna.secret, now);
  assert.equal(
    (await stranger.post("/console/sign-in/code", { csrf, person: anna.id, code: code() })).status,
    401,
  );
  // A forged, and one of another person's.
  for (const forged of ["x.y", `${btoa('{"people":[["a","b"]],"at":0}')}.x`, "."]) {
    stranger.cookies.set("winnow_sign_in", forged);
    assert.equal(
      (await stranger.post("/console/sign-in/code", { csrf, person: anna.id, code: code() })).status,
      401,
    );
  }
  const visitor = new Visitor(app);
  const asked = await enterPassword(visitor, "anna@team.example", PASSWORD);
  now += 10 * 60_000;
  const late = await enterCode(visitor, asked, code());
  assert.equal(late.status, 401);
  assert.match(late.text, /password again/);
});

Deno.test("a planted session is not taken over, a form without its token is refused", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  now += 60_000;
  const visitor = new Visitor(app);
  const planted = "A".repeat(43);
  visitor.cookies.set("winnow_session", planted);
  const asked = await enterPassword(visitor, "anna@team.example", PASSWORD);
  for (const csrf of ["", tokenOf((await new Visitor(app).get("/console/sign-in")).text)]) {
    const forged = await visitor.post("/console/sign-in/code", {
      csrf,
      person: anna.id,
      code: codeOf(anna.secret, now),
    });
    assert.equal(forged.status, 403);
  }
  const foreign = await visitor.post("/console/sign-in/code", {
    csrf: tokenOf(asked.text),
    person: anna.id,
    code: codeOf(anna.secret, now),
  }, { origin: "https://evil.example", "sec-fetch-site": "cross-site" });
  assert.equal(foreign.status, 403);
  const page = await enterCode(visitor, asked, codeOf(anna.secret, now));
  assert.equal(page.path, "/console");
  assert.notEqual(visitor.cookies.get("winnow_session"), planted);
  const fixed = new Visitor(app);
  fixed.cookies.set("winnow_session", planted);
  assert.match((await fixed.get("/console")).path, /sign-in/);
  // Each form of a session has its own token.
  const invited = await visitor.post("/console/people", {
    csrf: "x",
    email: "evil@x.example",
    role: "owner",
  });
  assert.equal(invited.status, 403);
  assert.equal((await app.ask("/v1/people")).body.count, 1);
});

Deno.test("a person of another account with the same address makes no browser and no network known", async () => {
  let now = START;
  await using app = await startApp({ env: PROXY, now: () => now });
  const { key } = await app.account("stranger");
  const anna = await joined(app, "owner", "anna@team.example");
  now += 30_000;
  const stranger = await join(
    app,
    await invite(app, "owner", "anna@team.example", key),
    "their own password 17",
  );
  stranger.visitor.cookies.delete("winnow_session");
  const browsers = stranger.visitor.cookies;
  const statuses: number[] = [];
  for (let network = 0; network < 110; network++) {
    const visitor = new Visitor(app);
    for (const [name, value] of browsers) visitor.cookies.set(name, value);
    // Each with a nonce of its own.
    if (network % 10 === 0) visitor.cookies.delete("winnow_browser");
    statuses.push((await enterPassword(visitor, "anna@team.example", WRONG, from(network))).status);
  }
  const refused = statuses.filter((status) => status === 429).length;
  assert.ok(refused > 0, "what strangers may try is used up");
  now += 30_000;
  // From the stranger's browser no password of hers is looked at any more, and theirs still is.
  const asked = async (password: string) => {
    const visitor = new Visitor(app);
    for (const [name, value] of browsers) visitor.cookies.set(name, value);
    return await enterPassword(visitor, "anna@team.example", password, from(200));
  };
  assert.notEqual((await asked(PASSWORD)).status, 200);
  assert.notEqual(anna.id, stranger.id);
});

Deno.test("an invitation takes some passwords an hour: each is hashed, and none ends the link", async () => {
  await using app = await startApp({ env: PROXY });
  const { path } = await invite(app, "viewer", "anna@team.example");
  const statuses: number[] = [];
  for (let count = 0; count < 33; count++) {
    const visitor = new Visitor(app);
    const { text } = await visitor.get(path);
    const form = { csrf: tokenOf(text), name: "Anna", password: PASSWORD };
    statuses.push((await visitor.post(path, form, from(count))).status);
  }
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [30, 429]);
});
