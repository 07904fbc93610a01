/** An effect whose answer could not be kept: the repeated request has no second one. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { askKeyed, changesOf, operations } from "../../support/app/keyed.ts";

const WRITTEN_AFTER = ["report", "long report", "outcome", "rules", "import"];

Deno.test("operations whose answer is kept after their effect are repeated without another effect", async (t) => {
  await using app = await startApp();
  const { keptRequests } = app.app.services.store;
  const write = keptRequests.write.bind(keptRequests);
  keptRequests.claim = () => Promise.resolve(false); // as the only process
  for (const { name, ...request } of await operations(app)) {
    if (!WRITTEN_AFTER.includes(name)) continue;
    await t.step(name, async () => {
      const keyed = { ...request, idempotencyKey: name };
      const before = await changesOf(app);
      keptRequests.write = () => Promise.reject(new Error("the process ends here"));
      assert.equal((await askKeyed(app, keyed)).status, 500);
      keptRequests.write = write;
      const after = await changesOf(app);
      assert.notDeepEqual(after, before, "it had its effect");
      const again = await askKeyed(app, keyed);
      assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [200, null]);
      if (name.endsWith("report")) {
        assert.equal(again.body.reported, name === "report" ? 1 : 100);
        assert.equal(again.body.results[0].abuse_reports, 1);
      }
      assert.deepEqual(await changesOf(app), after);
      assert.equal((await askKeyed(app, keyed)).text, again.text);
    });
  }
});

Deno.test("an operation whose answer is in the commit of its effect does not write it again", async (t) => {
  await using app = await startApp();
  const { keptRequests } = app.app.services.store;
  keptRequests.write = () => Promise.reject(new Error("not needed"));
  keptRequests.claim = () => Promise.resolve(false); // as the only process
  for (const { name, ...request } of await operations(app)) {
    if (WRITTEN_AFTER.includes(name)) continue;
    await t.step(name, async () => {
      const first = await askKeyed(app, { ...request, idempotencyKey: name });
      assert.equal(first.status, 200, first.text);
      assert.equal((await askKeyed(app, { ...request, idempotencyKey: name })).text, first.text);
    });
  }
});

Deno.test("a claim that a process left is over after ten seconds, and one that failed is released", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const request = { path: "/v1/score/user", json: { ip: "9.9.9.9" }, idempotencyKey: "k" };
  const { keptRequests } = app.app.services.store;
  const claim = keptRequests.claim.bind(keptRequests);
  keptRequests.claim = async (...args) => {
    await claim(...args);
    throw new Error("the process ends here");
  };
  Object.defineProperty(app.app.services.store.peers, "isSoleProcess", { get: () => false });
  assert.equal((await askKeyed(app, request)).status, 500);
  keptRequests.claim = claim;
  const waiting = await askKeyed(app, request);
  assert.deepEqual([waiting.status, waiting.body.code], [409, "idempotency_in_progress"]);
  const other = await askKeyed(app, { ...request, json: { ip: "8.8.8.8" } });
  assert.equal(other.status, 422);
  now += 10_000;
  assert.equal((await askKeyed(app, request)).status, 200);
  const refused = { ...request, json: { ip: "nonsense" }, idempotencyKey: "refused" };
  assert.equal((await askKeyed(app, refused)).status, 400);
  assert.equal((await askKeyed(app, { ...refused, json: { ip: "8.8.8.8" } })).status, 200, "released");
});
