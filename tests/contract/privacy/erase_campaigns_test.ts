/** A campaign names nobody who was erased, and stays while it is one of others. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR_MS = 3_600_000;
const FREE = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de"];

/** Somebody whom nothing joins with others. */
function person(number: number) {
  return {
    ip: `${[73, 86, 92, 24, 98][number % 5]}.${number % 199}.${(number * 7) % 251}.${1 + number % 250}`,
    email: `anna.smith${number}@${FREE[number % 4]!}`,
    device_id: number.toString(16).padStart(32, "a"),
    user_id: `user-${number}`,
  };
}

interface Fraudster {
  readonly id: string;
  readonly user: string;
}

async function withCampaign(app: TestApp, tick: (ms: number) => void): Promise<readonly Fraudster[]> {
  const signUp = async (json: object, ms: number) => {
    tick(ms);
    const { status, body } = await app.askDirectly("/v1/score/user", { json });
    assert.equal(status, 200);
    return body.request_id;
  };
  for (let number = 0; number < 200; number++) await signUp(person(number), 4 * HOUR_MS);
  const found: Fraudster[] = [];
  for (let number = 0; number < 4; number++) {
    const user = `fraudster-${number}`;
    const json = {
      ...person(5000 + 13 * number),
      email: `q${number}xk@s${number}.kestrelbyte.com`,
      user_id: user,
    };
    found.push({ user, id: await signUp(json, HOUR_MS / 6) });
  }
  return found;
}

Deno.test("a campaign shows no erased score, and no note names the person; with its last sign-up it goes", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  const people = await withCampaign(app, (ms) => now += ms);
  const list = async (query = "") => (await app.ask(`/v1/campaigns${query}`)).body.campaigns;
  const [{ campaign_id }] = await list("?fresh=true");
  const path = `/v1/campaigns/${campaign_id}`;
  await app.ask(path, { json: { state: "watched", note: `began with ${people[0]!.user}` } });
  await app.ask(path, { json: { state: "handled", note: "blocked the domain" } });
  const erase = async (user: string) => {
    const { status, body } = await app.ask("/v1/privacy/erase", { json: { user_id: user } });
    assert.deepEqual([status, body.state, body.erased.scores], [200, "done", 1], JSON.stringify(body));
  };
  await erase(people[0]!.user);
  const { status, body } = await app.ask(path);
  assert.deepEqual([status, body.state, body.note], [200, "handled", "blocked the domain"]);
  assert.deepEqual(
    body.sample.map(({ request_id }: { request_id: string }) => request_id),
    people.slice(1).map(({ id }) => id).toReversed(),
  );
  assert.deepEqual(body.history.map(({ note }: { note: string }) => note), [
    "began with erased",
    "blocked the domain",
  ]);
  assert.ok(!JSON.stringify(body).includes(people[0]!.user));
  for (const { user } of people.slice(1)) await erase(user);
  assert.equal((await app.ask(path)).status, 404);
  assert.deepEqual(await list("?fresh=true"), []);
  assert.ok(!(await app.ask("/console/campaigns")).text.includes("kestrelbyte"));
});
