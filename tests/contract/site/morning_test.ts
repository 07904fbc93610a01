/** The head of the console's first page: what changed since yesterday, since the last visit, and against the usual. */
import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, unescaped, Visitor } from "../../support/app/visitor.ts";

const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

/** The text without its tags. */
function plain(text: string): string {
  return unescaped(text.replaceAll(/<[^>]*>/g, " ")).replaceAll(/\s+/g, " ");
}

/** The figures of the head, and where each leads. */
function figures(text: string): Record<string, string> {
  const list = /<ul class="changes">([^]*?)<\/ul>/.exec(text)![1]!;
  return Object.fromEntries(
    [...list.matchAll(/<a href="([^"]*)">([^]*?)<\/a>/g)].map((
      [, href, figure],
    ) => [plain(figure!).trim(), unescaped(href!)]),
  );
}

async function scoreMany(app: TestApp, count: number, more: Record<string, unknown> = {}, key = app.live) {
  for (let index = 0; index < count; index++) {
    const json = { ip: `73.15.${index >> 8}.${index & 255}`, email: `someone.${index}@gmail.com`, ...more };
    assert.equal((await app.askDirectly("/v1/score/user", { key, json })).status, 200);
  }
}

Deno.test("sign-ups of 24 hours are told with the usual of two weeks and the day before; test keys and other accounts are not", async () => {
  let now = NOON - 5 * DAY_MS;
  await using app = await startApp({ now: () => now });
  for (const count of [3, 4, 30, 4, 5]) {
    await scoreMany(app, count);
    now += DAY_MS;
  }
  now -= HOUR_MS;
  await scoreMany(app, 2, { email: "thief@mailinator.com", ip: "185.220.101.1" });
  await scoreMany(app, 9, {}, app.test);
  await scoreMany(app, 9, {}, (await app.account("other")).key);
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  now += MINUTE_MS;
  const visitor = await signedIn(app);
  const shown = figures((await visitor.get("/console")).text);
  const names = Object.keys(shown);
  assert.match(names[0]!, /^Sign-ups in 24 hours 7 usual: 4 , the day before: 4$/);
  assert.match(names[1]!, /^Reviewed \d the day before: 0$/);
  assert.match(names[2]!, /^Blocked \d the day before: 0$/);
  // Each figure leads to what it counts.
  for (const name of names.slice(0, 3)) {
    const { status, text } = await visitor.get(shown[name]!);
    assert.equal(status, 200, name);
    const count = Number(/(\d+) (usual|the day)/.exec(name)![1]);
    const found = [...text.matchAll(/class="score-row"/g)].length;
    assert.equal(
      found,
      name.startsWith("Sign-ups") ? count + 1 : count,
      "with the address that was scored alone",
    );
  }
  assert.equal(shown[names[3]!], "/console/review");
  assert.deepEqual([names[4], shown[names[4]!]], ["Rules 0 fire unusually", "/console/rules"]);
  assert.equal(shown[names[5]!], "/console/sources");
});

Deno.test("the last visit is the account's: it ends an hour after the page was opened last, and goes on until then", async () => {
  let now = NOON;
  await using app = await startApp({ now: () => now });
  const second = (await app.account("main")).key;
  const visitor = await signedIn(app);
  const since = async (who: Visitor) =>
    /Since the last visit \( (.*?) \): (.*?) \./.exec(plain((await who.get("/console")).text))?.slice(1) ??
      null;
  assert.equal(await since(visitor), null, "the first visit");
  now += 2 * MINUTE_MS;
  await scoreMany(app, 2);
  now += 50 * MINUTE_MS;
  assert.equal(await since(visitor), null, "it goes on");
  const seen = now;
  now += 59 * MINUTE_MS;
  assert.equal(await since(visitor), null, "and on");
  const last = now;
  assert.notEqual(seen, last);
  now += HOUR_MS;
  await scoreMany(app, 3);
  now += 1;
  const moment = `${new Date(last).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  assert.deepEqual(await since(visitor), [moment, "3 sign-ups"]);
  now += 10 * MINUTE_MS;
  await scoreMany(app, 1);
  now += MINUTE_MS;
  // Another key of the account, and the next page, are the same visit.
  const colleague = await signedIn(app, second);
  assert.deepEqual(await since(colleague), [moment, "4 sign-ups"]);
  const stranger = new Visitor(app);
  await stranger.signIn((await app.account("other")).key);
  assert.equal(await since(stranger), null, "another account has its own");
});

Deno.test("rules that fire unusually are named with their usual; those that fire as ever are not", async () => {
  let now = NOON - 6 * DAY_MS;
  await using app = await startApp({ now: () => now });
  const made = async (when: string, note?: string) =>
    (await app.ask("/v1/rules", {
      json: { when, action: "review", state: "live", ...note === undefined ? {} : { note } },
    }))
      .body.rules[0].id as string;
  const burst = await made('custom.plan == "burst"', '<b>burst</b> "x"');
  await made('custom.plan == "steady"');
  await made('custom.plan == "never"');
  const quiet = await made('custom.plan == "quiet"');
  now += MINUTE_MS;
  for (let day = 0; day < 6; day++) {
    await scoreMany(app, 2, { custom: { plan: "burst" } });
    await scoreMany(app, 6, { custom: { plan: "steady" } });
    await scoreMany(app, 30, { custom: { plan: "quiet" } });
    now += DAY_MS;
  }
  await scoreMany(app, 20, { custom: { plan: "burst" } });
  await scoreMany(app, 7, { custom: { plan: "steady" } });
  now += 1;
  const { text } = await (await signedIn(app)).get("/console");
  const list = /<ul class="plain unusual">([^]*?)<\/ul>/.exec(text)![1]!;
  assert.match(
    list,
    new RegExp(`<a href="/console/rules/${burst}">&lt;b&gt;burst&lt;/b&gt; &quot;x&quot;</a>`),
  );
  assert.match(plain(list), /<b>burst<\/b> "x" : true of 20 scores in 24 hours ; usual: 2/);
  assert.match(plain(list), /custom\.plan == "quiet" : only true of 0 scores in 24 hours ; usual: 30/);
  assert.match(list, new RegExp(`/console/scores\\?rule=${quiet}`));
  assert.doesNotMatch(list, /steady|never/);
});
