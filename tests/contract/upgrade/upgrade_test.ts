/**
 * A store and a backup of version 0.1.0, opened by this version. `fixtures/` was made with the program of commit 8bf14be (the
 * last one before anything was added to 0.1.0): scores of all kinds, two labels, two reports, rules, an agent policy,
 * a paused account and a revoked key; what its endpoints answered then is in `fixtures/expected_0.1.0.json`.
 */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { openBackup } from "../../../src/db/backup/restore.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { restore } from "../../support/store/engines.ts";
import expected from "./fixtures/expected_0.1.0.json" with { type: "json" };

const { keys } = expected;
/** The day after: nothing of it has expired, and its month is not over. */
const now = () => Date.parse(expected.made_at) + DAY_MS;

async function unpack(name: string, to: string): Promise<void> {
  using file = await Deno.open(new URL(`fixtures/${name}`, import.meta.url));
  await Deno.writeFile(to, file.readable.pipeThrough(new DecompressionStream("gzip")));
}

async function storeOf010(dir: string): Promise<void> {
  await unpack("store_0.1.0.kv.gz", `${dir}/winnow.kv`);
  await Deno.writeTextFile(`${dir}/secret`, `${expected.secret}\n`, { mode: 0o600 });
  // Deno KV goes by the clock of the machine, on which this day may be long past.
  const { DatabaseSync } = await import("node:sqlite");
  using database = new DatabaseSync(`${dir}/winnow.kv`);
  const later = Date.now() - now();
  database.prepare("update kv set expiration_ms = expiration_ms + ? where expiration_ms > 0").run(later);
}

async function restoredOf010(dir: string): Promise<void> {
  await Deno.writeTextFile(`${dir}/secret`, `${expected.secret}\n`, { mode: 0o600 });
  await unpack("backup_0.1.0.gz", `${dir}/old.backup`);
  const refused = await runCommand(dir, ["restore", `${dir}/old.backup`]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /--unauthenticated/);
  const reader = await openBackup(`${dir}/old.backup`);
  await restore(reader, { location: `${dir}/winnow.kv`, secret: null, replace: false, now });
}

for (const [name, prepare] of [["store", storeOf010], ["backup", restoredOf010]] as const) {
  Deno.test(`a ${name} of 0.1.0 is whole under this version, and goes on`, async (t) => {
    await inFolder(async (dir) => {
      await prepare(dir);
      for (const opening of ["first", "second"]) {
        await using app = await startApp({ dataDir: dir, now });
        await t.step(`everything is there: ${opening} opening`, () => assertAll(app));
      }
      await using app = await startApp({ dataDir: dir, now });
      await t.step("it goes on", () => assertGoesOn(app));
    });
  });
}

async function assertAll(app: TestApp): Promise<void> {
  const ask = (path: string) => app.ask(path, { key: keys.live });
  for (const { masked, label, ...score } of expected.scores) {
    const { status, body } = await ask(`/v1/score/${score.request_id}`);
    assert.equal(status, 200, score.request_id);
    for (const [field, value] of Object.entries(score)) assert.deepEqual(body[field], value, field);
    assert.deepEqual(body.components.map((component: { masked: string }) => component.masked), masked);
    assert.equal(body.label?.outcome ?? null, label?.outcome ?? null);
    assert.equal((await app.ask(`/v1/score/${score.request_id}`, { key: keys.second })).status, 404);
  }
  const { rules } = (await ask("/v1/rules")).body;
  assert.equal(rules.length, expected.rules.length);
  for (const rule of expected.rules) {
    const found = rules.find(({ id }: { id: string }) => id === rule.id);
    for (const [field, value] of Object.entries(rule)) assert.deepEqual(found?.[field], value, field);
  }
  const policy = (await ask("/v1/agent/policy")).body;
  for (const [field, value] of Object.entries(expected.policy)) assert.deepEqual(policy[field], value, field);
  const usage = (await ask("/v1/usage")).body;
  assert.deepEqual([usage.used, usage.monthly_quota], [expected.used, expected.monthly_quota]);
  const { labels } = (await ask("/v1/outcomes/summary")).body;
  assert.equal(labels.labelled, expected.scores.filter(({ label }) => label !== null).length);
  const answer = async (key: string) => (await app.ask("/v1/score/ip?ip=192.0.2.1", { key })).body;
  assert.ok((await answer(keys.second)).request_id && (await answer(keys.test)).request_id);
  assert.equal((await answer(keys.paused)).code, "account_paused");
  assert.equal((await answer(keys.revoked)).code, "key_revoked");
}

async function assertGoesOn(app: TestApp): Promise<void> {
  const ask = (path: string, json?: unknown) =>
    app.ask(path, { key: keys.live, ...(json === undefined ? {} : { json }) });
  const { ip, abuse_reports, verdict } = expected.reported;
  const again = (await ask(`/v1/score/ip?ip=${ip}`)).body;
  assert.equal(again.abuse_reports, abuse_reports);
  assert.equal(again.verdict, verdict);
  const { results } = (await ask("/v1/batch", { type: "ip", items: [ip] })).body;
  assert.ok(results[0].times_seen > 3, `seen ${results[0].times_seen} times`);
  assert.equal((await ask("/v1/score/ip?ip=203.0.113.7")).body.verdict, "block", "a rule of 0.1.0");
  const [first] = expected.scores;
  const relabel = await ask("/v1/outcome", { request_id: first!.request_id, outcome: "legit" });
  assert.equal(relabel.status, 200, relabel.text);
  const signup = await ask("/v1/score/user", { ip: "185.220.101.1", email: "someone@mailinator.com" });
  assert.equal(signup.status, 200, signup.text);
  assert.equal((await ask(`/v1/score/${signup.body.request_id}`)).status, 200);
  assert.equal((await ask("/v1/usage")).body.used, expected.used + 5);
}

Deno.test("a store of a newer version is refused in one line that says what to do", async () => {
  await inFolder(async (dir) => {
    await storeOf010(dir);
    const kv = await Deno.openKv(`${dir}/winnow.kv`);
    await kv.set(["meta", "schema"], 999);
    kv.close();
    for (const command of [["serve"], ["keys", "list"], ["backup", `${dir}/file`]]) {
      const { code, err } = await runCommand(dir, command);
      assert.equal(code, 1);
      assert.match(
        err,
        /^winnow: the store \S+ was written by a newer version \(schema 999, .*\); run .*\n$/,
      );
    }
  });
});
