/** What labels teach about sign-ups that share no value, over HTTP. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

type Json = Readonly<Record<string, unknown>>;
/** The `n`th of a campaign. */
type Made = (n: number) => Json;

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "ivory", "jolly"];
const word = (n: number) => `${WORDS[n % 10]}${WORDS[Math.floor(n / 10) % 10]}`;
/** Lines of different people: no two in one network. */
const line = (n: number) => `81.${10 + n % 200}.${n % 250}.${7 + n % 90}`;
const person = (n: number) => `${word(n)}@${word(n + 3)}-mail.com`;

async function signUp(app: TestApp, json: Json, key = app.live) {
  const { status, body, text } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200, text);
  return body;
}

async function label(app: TestApp, request_id: string, outcome: string) {
  const answer = await app.ask("/v1/outcome", { json: { request_id, outcome } });
  assert.equal(answer.status, 200, answer.text);
}

/** Signs up `count` of a campaign, and labels them. */
async function labelled(app: TestApp, made: Made, count: number, { outcome = "fraud", from = 0 } = {}) {
  const ids: string[] = [];
  for (let n = from; n < from + count; n++) ids.push((await signUp(app, made(n))).request_id);
  for (const id of ids) await label(app, id, outcome);
  return ids;
}

const CAMPAIGNS: readonly (readonly [name: string, made: Made, words: RegExp])[] = [
  [
    "a catch-all domain with sub-domains",
    (n) => ({ ip: line(n), email: `${word(n)}@mx${n}.kestrelbyte.com` }),
    /^linkage: (\d+) of (\d+) labelled sign-ups at kestrelbyte\.com were fraud$/,
  ],
  [
    "consecutive numbers",
    (n) => ({ ip: line(n), email: person(n), phone: `+4915112345${String(600 + n).padStart(3, "0")}` }),
    /^linkage: (\d+) of (\d+) labelled sign-ups with numbers like \+49 1511 234•••• were fraud$/,
  ],
];

Deno.test("from three labels the next of a campaign is reviewed, from eight blocked; undone with the labels", async () => {
  for (const [name, made, words] of CAMPAIGNS) {
    await using app = await startApp();
    const ids = await labelled(app, made, 2);
    assert.equal((await signUp(app, made(20))).verdict, "allow", `${name}: two labels`);
    ids.push(...await labelled(app, made, 1, { from: 2 }));
    const reviewed = await signUp(app, made(21));
    assert.equal(reviewed.verdict, "review", name);
    const [, fraud, all] = words.exec(reviewed.top_signals[0]) ?? assert.fail(reviewed.top_signals.join());
    assert.deepEqual([fraud, all], ["3", "3"], name);
    assert.match(reviewed.summary, /^Medium risk \(\d+\): linked sign-ups: 3 of 3 labelled sign-ups/);
    ids.push(...await labelled(app, made, 6, { from: 3 }));
    const blocked = await signUp(app, made(22));
    assert.equal(blocked.verdict, "block", name);
    const stored = (await app.ask(`/v1/score/${blocked.request_id}`)).body;
    assert.equal(`linkage: ${stored.groups.findings[0].text}`, blocked.top_signals[0]);
    assert.equal(stored.risk_score, blocked.risk_score);
    // Another sign-up that shares nothing with them.
    const other = await signUp(app, {
      ip: "86.4.5.6",
      email: "rose@gardenerclub.org",
      phone: "+442083661177",
    });
    assert.deepEqual([other.verdict, other.top_signals.filter((text: string) => words.test(text))], [
      "allow",
      [],
    ]);
    for (const id of ids) await label(app, id, "none");
    const after = await signUp(app, made(23));
    assert.deepEqual([after.verdict, after.top_signals.filter((text: string) => words.test(text))], [
      "allow",
      [],
    ], name);
  }
});
