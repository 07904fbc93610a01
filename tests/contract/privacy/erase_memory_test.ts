/** What processes remember of values, and pages that are kept for an hour. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, Visitor } from "../../support/app/visitor.ts";
import { csvOf, syntheticRows } from "../../support/backtest/synthetic.ts";
import { eventually } from "../../support/eventually.ts";

const ANNA = { user_id: "user-anna-0000001", email: "anna.petersen@mailhost-anna.example", ip: "73.15.20.1" };

const refuse = (why: string) => new TypeError(why);

/** Whether the process has the address, as it was read, and what was found of it. */
function remembered({ app: { services } }: TestApp, read: object): readonly [text: boolean, found: boolean] {
  const { valueReader, evaluationCache, hasher, now } = services;
  const isRead = valueReader.read("email", ANNA.email, refuse) === read;
  const hash = hasher.hash("email", ANNA.email);
  return [isRead, evaluationCache.get(hash, now(), 60_000) !== undefined];
}

Deno.test("no node remembers an address of somebody who was erased", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const key = one.live;
  await followChanges(one, two);
  const nodes = [one, two];
  const read: object[] = [];
  for (const node of nodes) {
    const { services } = node.app;
    await node.ask("/v1/score/user", { key, json: ANNA });
    read.push(services.valueReader.read("email", ANNA.email, refuse));
    const evaluation = { of: "anna" } as unknown as Parameters<typeof services.evaluationCache.set>[1];
    services.evaluationCache.set(services.hasher.hash("email", ANNA.email), evaluation, services.now());
  }
  nodes.forEach((node, at) => assert.deepEqual(remembered(node, read[at]!), [true, true]));
  const { body } = await one.ask("/v1/privacy/erase", { key, json: { user_id: ANNA.user_id } });
  assert.equal(body.state, "done");
  nodes.forEach((node, at) => assert.deepEqual(remembered(node, read[at]!), [false, false], `node ${at}`));
});

Deno.test("the report of a backtest goes with an erasure, and that of another account stays", async () => {
  await using app = await startApp();
  const other = new Visitor(app);
  await other.signIn((await app.account("other")).key);
  const visitors = [await signedIn(app), other];
  const csv = csvOf(syntheticRows({ rows: 60 }));
  const page = "/console/backtest";
  for (const visitor of visitors) {
    const file = new File([csv], "past.csv", { type: "text/csv" });
    await visitor.submit(page, { linkage: "score", strictness: "balanced", delay: "14d", file });
    await eventually(
      async () => (await visitor.get(page)).text.includes("View the report"),
      "the backtest ends",
    );
  }
  await app.ask("/v1/score/user", { json: ANNA });
  const { body } = await app.ask("/v1/privacy/erase", { json: { user_id: ANNA.user_id } });
  assert.equal(body.state, "done");
  const statuses = await Promise.all(
    visitors.map(async (visitor) => (await visitor.get(`${page}/report`)).status),
  );
  assert.deepEqual(statuses, [404, 200]);
});
