/** A report of many values: what a failure of the store left undone is done by sending the report again, once. */
import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits } from "../../support/app/failing_store.ts";

const VALUES = Array.from({ length: 500 }, (_, index) => `73.15.${index >> 8}.${index & 255}`);

function report(app: TestApp, values: readonly string[], key = app.live): Promise<Answer> {
  return app.ask("/v1/report", { key, json: { kind: "ip", values } });
}

/** abuse_reports of each value, as a test key sees them. */
async function counts(app: TestApp, values: readonly string[] = VALUES): Promise<number[]> {
  const { body } = await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: values } });
  return body.results.map((entry: { abuse_reports: number }) => entry.abuse_reports);
}

const all = (count: number) => VALUES.map(() => count);
const used = async (app: TestApp) => (await app.ask("/v1/usage")).body.used;

/** The store fails from the nth commit of reputation on. */
function failAfter(app: TestApp, good: number): () => void {
  let seen = 0;
  return failCommits(app, "disk full", ({ set }) => {
    return (set?.some(({ key }) => key[0] === "reputation") ?? false) && ++seen > good;
  });
}

Deno.test("an interrupted report counts each value once when it is sent again", async () => {
  await using app = await startApp();
  for (const [round, good] of [0, 1, 3, 5].entries()) {
    const end = failAfter(app, good);
    const failed = await report(app, VALUES);
    assert.ok(failed.status >= 500, String(failed.status));
    const again = await report(app, VALUES);
    assert.ok(again.status >= 500, "still failing");
    end();
    const { status, body } = await report(app, VALUES.toReversed());
    assert.deepEqual([status, body.reported], [200, 500], "in any order it is the same report");
    assert.ok(body.results.every((entry: { abuse_reports: number }) => entry.abuse_reports === round + 1));
    assert.deepEqual(await counts(app), all(round + 1));
    assert.equal(await used(app), round + 1, "one lookup a report");
  }
});

Deno.test("a completed report counts again when it is sent again, also concurrently", async () => {
  await using app = await startApp();
  await report(app, VALUES);
  await report(app, VALUES);
  assert.deepEqual(await counts(app), all(2));
  const answers = await Promise.all([report(app, VALUES), report(app, VALUES), report(app, VALUES)]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200]);
  assert.deepEqual(await counts(app), all(5));
  assert.equal(await used(app), 5);
});

Deno.test("another report, or another account's, does not resume an interrupted one", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const end = failAfter(app, 2);
  assert.ok((await report(app, VALUES)).status >= 500);
  end();
  const broken = (await counts(app)).filter((count) => count === 1).length;
  assert.ok(broken > 0 && broken < 500, "it broke off in the middle");
  const sum = async () => (await counts(app)).reduce((total, count) => total + count, 0);
  await report(app, VALUES.slice(1));
  assert.equal(await sum(), broken + 499);
  await report(app, VALUES, other.key);
  assert.equal(await sum(), broken + 999);
  await report(app, VALUES);
  assert.equal(await sum(), 1499, "the rest of the first");
});

Deno.test("a report that was interrupted in one process is finished in another", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const end = failAfter(one, 2);
  assert.ok((await report(one, VALUES)).status >= 500);
  end();
  assert.equal((await report(two, VALUES, one.live)).status, 200);
  await one.app.services.store.changes.refresh();
  assert.deepEqual(await counts(one), all(1));
});

Deno.test("after a day an interrupted report is a new one", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const end = failAfter(app, 2);
  assert.ok((await report(app, VALUES)).status >= 500);
  end();
  const broken = (await counts(app)).filter((count) => count === 1).length;
  now += 86_400_001;
  await report(app, VALUES);
  const after = await counts(app);
  assert.deepEqual([after.filter((n) => n === 2).length, after.filter((n) => n === 1).length], [
    broken,
    500 - broken,
  ]);
});
