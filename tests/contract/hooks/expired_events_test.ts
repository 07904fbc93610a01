/** Events of an account that was paused for longer than events are kept: they are gone, and new ones are taken in. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { clerk, hookScores, makeHook, send } from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";
import { QUEUE_COUNT } from "../../../src/records/endpoints/lane_rows.ts";

Deno.test("a queue that is full of expired events alone takes new ones", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { kind: "svix" });
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  // What is left of full lanes: the counts of their jobs.
  const lanes = [0, 1, 2, 3].map((index) => ({ account, name: `hook.${hook.id}.${index}` }));
  const counts = lanes.map(({ name }) => ({ key: QUEUE_COUNT.key(account, name, "in"), by: 5_000 }));
  await store.writer.write({ add: counts });
  for (const lane of lanes) {
    store.queue.lengths.take(lane, 1); // from now on this process knows the lane
    await store.queue.lengths.count(lane);
  }
  const message = () => send(app, hook, clerk("jane@example.org"), { as: "svix", id: "msg_1" });
  const { status, headers } = await message();
  assert.deepEqual([status, headers.get("retry-after")], [503, "60"]);
  assert.equal((await hookScores(app)).length, 0);
  await eventually(async () => (await message()).status === 202, "it is taken in");
  await eventually(async () => (await hookScores(app)).length === 1, "and scored");
});
