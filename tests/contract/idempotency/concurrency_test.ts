/** Equal requests at the same time, in one process and in two processes of one store. */
import assert from "node:assert/strict";
import { type Answer, followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { askKeyed, changesOf, type Keyed, operations } from "../../support/app/keyed.ts";

const REQUESTS = 30;

/** One is executed; the others are refused while it runs, or get its answer. */
function assertOne(answers: readonly Answer[]): void {
  const ok = answers.filter(({ status }) => status === 200);
  const executed = ok.filter(({ headers }) => headers.get("idempotent-replayed") === null).length;
  const seen = answers.map(({ status, body }) => body.code ?? status).join(" ");
  assert.equal(executed, 1, `one is executed: ${seen}`);
  assert.equal(new Set(ok.map(({ text }) => text)).size, 1);
  for (const { status, body, headers } of answers) {
    if (status === 200) continue;
    assert.deepEqual([status, body.code], [409, "idempotency_in_progress"]);
    assert.equal(headers.get("retry-after"), "1");
  }
}

/** What the operation changes when it is sent once. */
async function changesOnce(index: number): Promise<readonly unknown[]> {
  await using app = await startApp();
  const { name: _, ...request } = (await operations(app))[index]!;
  assert.equal((await app.ask(request.path, request)).status, 200);
  return await changesOf(app);
}

Deno.test(`${REQUESTS} equal requests at the same time have one effect`, async (t) => {
  for (let index = 0; index < 10; index++) {
    await using app = await startApp();
    const { name, ...request } = (await operations(app))[index]!;
    await t.step(name, async () => {
      const keyed: Keyed = { ...request, idempotencyKey: name };
      assertOne(await Promise.all(Array.from({ length: REQUESTS }, () => askKeyed(app, keyed))));
      assert.equal((await askKeyed(app, keyed)).headers.get("idempotent-replayed"), "true");
      assert.deepEqual(await changesOf(app), await changesOnce(index));
    });
  }
});

Deno.test("in two processes too", async (t) => {
  for (let index = 0; index < 10; index++) {
    await using one = await startApp();
    await using two = await startApp({ dataDir: one.dataDir });
    await followChanges(one, two);
    const { name, ...request } = (await operations(one))[index]!;
    await t.step(name, async () => {
      const keyed: Keyed = { ...request, idempotencyKey: name, key: one.live };
      const sent = Array.from({ length: REQUESTS }, (_, turn) => askKeyed(turn % 2 === 0 ? one : two, keyed));
      assertOne(await Promise.all(sent));
      const replayed = await Promise.all([one, two].map((app: TestApp) => askKeyed(app, keyed)));
      assert.equal(replayed[0]!.text, replayed[1]!.text);
      await followChanges(one, two);
      assert.deepEqual(await changesOf(one), await changesOnce(index));
    });
  }
});

Deno.test("another body while the first is in progress is 422, not 409", async () => {
  await using app = await startApp();
  const path = "/v1/score/user";
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      (_, i) => askKeyed(app, { path, json: { ip: `9.9.9.${i}` }, idempotencyKey: "k" }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(422)]);
});
