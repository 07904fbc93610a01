/** An erased person is found nowhere any more, and everybody else as before. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ANNA = {
  user_id: "user-anna-0000001",
  email: "anna.petersen.1984@mailhost-anna.example",
  phone: "+4915112345678",
  device_id: "a".repeat(32),
  ip: "73.15.20.1",
};
/** On the same device and line, with a phone of the family. */
const BRUNO = {
  user_id: "user-bruno-0000002",
  email: "bruno.meyer.1990@mailhost-bruno.example",
  phone: "+4915187654321",
  device_id: ANNA.device_id,
  ip: ANNA.ip,
};
const CARLA = {
  user_id: "user-carla-0000003",
  email: "carla.rossi.1991@mailhost-carla.example",
  phone: "+393331234567",
  device_id: "c".repeat(32),
  ip: "81.2.69.160",
};

type Person = typeof ANNA;

async function signUp(app: TestApp, person: Partial<Person>, key = app.live): Promise<string> {
  const { status, body } = await app.ask("/v1/score/user", {
    json: { ...person, custom: { plan: `plan-of-${person.user_id ?? "nobody"}` } },
    key,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.request_id;
}

async function erase(app: TestApp, who: Record<string, string>, key = app.live) {
  const { status, body } = await app.ask("/v1/privacy/erase", { json: who, key });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.state, body.pending], ["done", true], JSON.stringify(body));
  assert.match(body.receipt, /^era_[0-9a-f]{32}$/);
  return body;
}

async function timesSeen(app: TestApp, email: string): Promise<number> {
  const { hasher, store } = app.app.services;
  return (await store.sightings.read("email", hasher.hash("email", email)))?.[1] ?? 0;
}

/** Names of the files of the data folder that hold the text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("grep", { args: ["-rlaiF", text, folder] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

async function ofOthers(app: TestApp, people: readonly Person[], ids: readonly string[]) {
  const answers: unknown[] = [];
  for (const id of ids) {
    const { status, body } = await app.ask(`/v1/score/${id}`);
    delete body.processing_time_sec;
    answers.push([status, body]);
  }
  for (const { user_id } of people) {
    const { body } = await app.ask("/v1/scores/search", { json: { user_id } });
    assert.ok(body.results.length > 0);
    answers.push(body.results);
  }
  return answers;
}

Deno.test("after an erasure nothing leads to the person, and the data folder holds nothing of them", async () => {
  await using app = await startApp();
  const annas = [await signUp(app, ANNA), await signUp(app, ANNA)];
  const others = [await signUp(app, BRUNO), await signUp(app, CARLA), await signUp(app, BRUNO)];
  annas.push((await app.ask(`/v1/verify/email?email=${ANNA.email}`)).body.request_id);
  await app.ask("/v1/outcome", { json: { request_id: annas[0], outcome: "fraud" } });
  await app.ask("/v1/outcome", { json: { request_id: others[0], outcome: "legit" } });
  await app.ask(`/v1/score/${annas[1]}/note`, {
    method: "PUT",
    json: { note: `called ${ANNA.user_id} back` },
  });
  await app.ask("/v1/report", { json: { type: "email", values: [ANNA.email, CARLA.email] } });
  const rule = (await app.ask("/v1/rules", { json: { action: "block", values: [ANNA.email] } })).body;
  assert.ok(rule.added?.length ?? rule.rules?.length ?? 1);
  const before = await ofOthers(app, [BRUNO, CARLA], others);

  const exported = (await app.ask("/v1/privacy/export", { json: { user_id: ANNA.user_id } })).body;
  assert.deepEqual(
    exported.scores.map(({ request_id }: { request_id: string }) => request_id).sort(),
    annas.sort(),
  );
  assert.equal(exported.pending, false);
  assert.deepEqual(exported.person.user_ids, [ANNA.user_id]);
  assert.equal(exported.rules.length, 1);

  const receipt = await erase(app, { user_id: ANNA.user_id });
  assert.deepEqual(receipt.erased, { scores: 3, values: 2, shared_values: 0 });
  for (const id of annas) assert.equal((await app.ask(`/v1/score/${id}`)).status, 404);
  for (const who of [{ user_id: ANNA.user_id }, { email: ANNA.email }, { phone: ANNA.phone }]) {
    const { body } = await app.ask("/v1/privacy/export", { json: who });
    assert.deepEqual(body.scores, [], JSON.stringify(who));
    assert.deepEqual(body.rules, []);
    const [[, value]] = Object.entries(who) as [[string, string]];
    const found = await app.ask("/v1/scores/search", { json: { value } });
    assert.deepEqual(found.body.results, []);
  }
  assert.deepEqual(await ofOthers(app, [BRUNO, CARLA], others), before);
  const { hasher } = app.app.services;
  const hashes = [hasher.hash("email", ANNA.email), hasher.hash("phone", ANNA.phone)];
  const texts = [ANNA.user_id, ANNA.email, ANNA.phone, "mailhost-anna", "anna.petersen", ...hashes];
  for (const text of texts) assert.deepEqual(await filesWith(app.dataDir, text.slice(0, 16)), [], text);
  const bruno = hasher.hash("email", BRUNO.email);
  assert.ok((await filesWith(app.dataDir, bruno.slice(0, 16))).length > 0);
  assert.ok((await filesWith(app.dataDir, BRUNO.user_id)).length > 0, "others are found that way");
  const again = (await app.ask(`/v1/privacy/erasures/${receipt.receipt}`)).body;
  assert.equal(again.state, "done");
  // As if they had never been there.
  assert.equal(await timesSeen(app, ANNA.email), 0);
  assert.equal(await timesSeen(app, BRUNO.email), 2);
  const next = (await app.ask("/v1/score/user", { json: { ...ANNA, device_id: "b".repeat(32) } })).body;
  assert.equal(next.components.email.abuse_reports, 0);
  assert.deepEqual([next.linkage.email_device_count, next.linkage.email_ip_count], [1, 1]);
  assert.equal(next.linkage.ring, null);
});

Deno.test("each way to name a person finds the same; a value that others have too leads to nobody else", async () => {
  await using app = await startApp();
  const find = async (who: Record<string, string>) => {
    const { body } = await app.ask("/v1/privacy/export", { json: who });
    return body.scores.map(({ request_id }: { request_id: string }) => request_id).sort();
  };
  const { phone } = ANNA;
  const withPhone = await signUp(app, ANNA);
  const anna = [withPhone, await signUp(app, { email: ANNA.email, ip: "81.2.69.161" })].sort();
  const sister = await signUp(app, { ...CARLA, phone });
  for (const who of [{ user_id: ANNA.user_id }, { email: ANNA.email }, { request_id: anna[1]! }]) {
    assert.deepEqual(await find(who), anna, JSON.stringify(who));
  }
  assert.deepEqual(await find({ user_id: CARLA.user_id }), [sister]);
  const shared = (await app.ask("/v1/privacy/export", { json: { user_id: CARLA.user_id } })).body.person;
  assert.equal(shared.shared_values, 1);
  // Who asks by a number that several have means the scores with it.
  assert.deepEqual(await find({ phone }), [withPhone, sister].sort());
});

Deno.test("a test key finds and erases what test keys made; a live key both; another account neither", async () => {
  await using app = await startApp();
  const live = await signUp(app, ANNA);
  const test = await signUp(app, ANNA, app.test);
  const other = await app.account("other");
  const theirs = await signUp(app, ANNA, other.key);
  const read = async (id: string, key: string) => (await app.ask(`/v1/score/${id}`, { key })).status;
  await erase(app, { email: ANNA.email }, app.test);
  assert.deepEqual([await read(live, app.live), await read(test, app.live)], [200, 404]);
  const again = await signUp(app, ANNA, app.test);
  const receipt = await erase(app, { email: ANNA.email });
  assert.deepEqual([await read(live, app.live), await read(again, app.test)], [404, 404]);
  assert.equal(await read(theirs, other.key), 200);
  assert.equal((await app.ask(`/v1/privacy/erasures/${receipt.receipt}`, { key: other.key })).status, 404);
  assert.equal((await app.ask("/v1/privacy/erase", { json: { request_id: theirs } })).status, 404);
  assert.equal(await timesSeen(app, ANNA.email), 1, "theirs");
});

Deno.test("exactly one field names the person, and it can be read", async () => {
  await using app = await startApp();
  const rows: Record<string, unknown>[] = [
    {},
    { user_id: "a", email: "a@b.example" },
    { email: "nobody" },
    { phone: "abc" },
    { request_id: "req_x" },
    { user_id: "" },
    { user_id: 5 },
  ];
  for (const path of ["/v1/privacy/export", "/v1/privacy/erase"]) {
    for (const json of rows) {
      const { status, body } = await app.ask(path, { json });
      assert.equal(status, 400, `${path} ${JSON.stringify(json)} ${JSON.stringify(body)}`);
    }
  }
  assert.equal((await app.ask("/v1/privacy/erasures/era_0")).status, 404);
});
