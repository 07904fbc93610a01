/** Rules that two processes on one store change and apply. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";
import { eventually } from "../../support/eventually.ts";

Deno.test("a change in one process applies in another within a second", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  const path = "/v1/score/ip?ip=73.15.20.1";
  assert.equal((await other.ask(path, { key: app.live })).body.verdict, "allow");
  await addRules(app, "block", "73.15.20.1");
  await eventually(
    async () => (await other.ask(path, { key: app.live })).body.verdict === "block",
    "the rule",
  );
  const both = await Promise.all([
    addRules(app, "block", "1.0.0.1", "1.0.0.2"),
    other.ask("/v1/rules", { key: app.live, json: { action: "block", values: ["1.0.0.3", "1.0.0.4"] } }),
  ]);
  assert.equal(both[1].status, 200);
  await eventually(async () => (await app.ask("/v1/rules")).body.count === 5, "both changes");
});

Deno.test("concurrent changes of one account's rules in two processes neither lose a rule nor fail", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const key = one.live;
  const [rounds, lines] = [6, 60];
  const statuses = await Promise.all([one, two].flatMap((node, side) => [
    ...Array.from({ length: rounds }, (_, round) =>
      node.ask("/v1/rules/import?action=block", {
        key,
        raw: Array.from({ length: lines }, (_, i) => `i${i}.r${round}.s${side}.example.org`).join("\n"),
      })),
    ...Array.from(
      { length: rounds },
      (_, round) =>
        node.ask("/v1/rules", { key, json: { action: "block", values: [`p${round}.s${side}.example.org`] } }),
    ),
  ]));
  assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [200]);
  const all = 2 * rounds * (lines + 1);
  await eventually(async () => (await one.ask("/v1/rules", { key })).body.count === all, `${all} rules`);
  const { rules } = (await one.ask("/v1/rules", { key })).body;
  assert.equal(new Set(rules.map((rule: { value: string }) => rule.value)).size, all);
});

Deno.test("a rule change that would do nothing first reads the newest rules", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const key = one.live;
  const add = async (app: TestApp) =>
    (await app.ask("/v1/rules", { key, json: { action: "block", values: ["evil.example.org"] } })).body;
  assert.equal((await two.ask("/v1/rules", { key })).body.count, 0);
  const { rules: [made] } = await add(one);
  const deleted = await two.ask(`/v1/rules/${made.id}`, { key, method: "DELETE" });
  assert.deepEqual([deleted.status, deleted.body.deleted], [200, 1]);
  await followChanges(one, two);
  await add(one);
  await followChanges(one, two);
  assert.equal((await one.ask("/v1/rules?confirm=true", { key, method: "DELETE" })).body.deleted, 1);
  assert.deepEqual((await add(two)).skipped, [], "it is not there any more");
  assert.equal((await add(two)).added, 0, "now it is");
  assert.equal((await one.ask("/v1/rules?confirm=true", { key, method: "DELETE" })).body.deleted, 1);
});

Deno.test("a condition that one process changes applies in another within a second; both may change them at once", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const key = one.live;
  const verdict = async (app: TestApp) => {
    const json = { ip: "81.2.69.1", email: "ann.miller@gmail.com" };
    return (await app.ask("/v1/score/user", { key, json })).body.verdict;
  };
  assert.deepEqual([await verdict(one), await verdict(two)], ["allow", "allow"]);
  const json = { when: "signup.score >= 0", action: "review", state: "live" };
  const { rules: [made] } = (await one.ask("/v1/rules", { key, json })).body;
  assert.equal(await verdict(one), "review");
  await eventually(async () => await verdict(two) === "review", "the condition");
  // What another process made a moment ago is found.
  const { rules: [other] } = (await one.ask("/v1/rules", { key, json: { ...json, state: "draft" } })).body;
  const change = { method: "PATCH", key, json: { state: "shadow" } };
  assert.equal((await two.ask(`/v1/rules/${other.id}`, change)).status, 200);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const app = at % 2 === 0 ? one : two;
      const changed = await app.ask(`/v1/rules/${made.id}`, {
        method: "PATCH",
        key,
        json: { note: `note ${at}` },
      });
      const added = await app.ask("/v1/rules", { key, json: { ...json, state: "draft" } });
      return [changed.status, added.status];
    }),
  );
  assert.deepEqual([...new Set(statuses.flat())], [200]);
  await followChanges(one, two);
  for (const app of [one, two]) {
    const { body } = await app.ask("/v1/rules", { key });
    assert.equal(body.count, 22);
    const { history } = (await app.ask(`/v1/rules/${made.id}`, { key })).body;
    assert.equal(history.length, 20, "no change is lost");
  }
  await two.ask(`/v1/rules/${made.id}`, { key, method: "DELETE" });
  assert.equal(await verdict(two), "allow");
  await eventually(async () => await verdict(one) === "allow", "the end of the condition");
});
