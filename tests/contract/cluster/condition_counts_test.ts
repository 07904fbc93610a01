/** What conditions count over three nodes on one PostgreSQL database. */
import assert from "node:assert/strict";
import type { Counted } from "../../../src/model/conditions/count.ts";
import { HOUR_MS } from "../../../src/model/duration.ts";
import { valuesOfRecord } from "../../../src/service/conditions/counts/past_signups.ts";
import type { TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const PER_NODE = 25;
/** Within this time a node counts what others stored. */
const COUNTED_MS = 1_000;
const SIGNUPS: Counted = { of: "signups", dimension: "subnet", windowMs: HOUR_MS };
const EMAILS: Counted = { of: "distinct", dimension: "subnet", what: "email", windowMs: HOUR_MS };
const FRAUD: Counted = { of: "fraud", dimension: "subnet", windowMs: HOUR_MS };
const LABELLED: Counted = { of: "labels", component: "ip", outcome: "fraud" };
const WANTED = [SIGNUPS, EMAILS, FRAUD, LABELLED];

postgresTest("a burst over three nodes, and its labels, are counted on each within a second", async (t) => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using cluster = await startNodes(env);
  const { one, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  const account = one.app.services.store.accounts.accountNamed("main")!.id;
  const signUp = async (node: TestApp, index: number) => {
    const json = { ip: `73.15.20.${index}`, email: `user${index}@the-shop.com` };
    const answer = await node.ask("/v1/score/user", { key, json });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.request_id as string;
  };
  const first = await signUp(one, 1);
  const { store, now } = one.app.services;
  const values = valuesOfRecord((await store.scores.get(account, first, now()))!);
  const counted = async ({ app: { services } }: TestApp) => {
    await services.counts.ready(account, "live", WANTED);
    return WANTED.map((wanted) => services.counts.count(account, "live", wanted, values, services.now()));
  };
  await t.step("of before", async () => {
    for (const node of nodes) assert.deepEqual(await counted(node), [2, 1, 0, 0]);
  });
  await t.step("a burst", async () => {
    const burst = nodes.flatMap((node, side) =>
      Array.from({ length: PER_NODE }, (_, index) => signUp(node, 2 + side * PER_NODE + index))
    );
    await Promise.all(burst);
    await new Promise((resolve) => setTimeout(resolve, COUNTED_MS));
    const total = 1 + 3 * PER_NODE;
    for (const node of nodes) assert.deepEqual(await counted(node), [total + 1, total, 0, 0]);
    for (const node of nodes) assert.deepEqual(await counted(node), [total + 1, total, 0, 0]);
  });
  await t.step("a label, and its removal", async () => {
    for (const [outcome, expected] of [["fraud", [1, 1]], ["none", [0, 0]]] as const) {
      await cluster.two.ask("/v1/outcome", { key, json: { request_id: first, outcome } });
      assert.deepEqual((await counted(cluster.two)).slice(2), expected);
      await new Promise((resolve) => setTimeout(resolve, COUNTED_MS));
      for (const node of nodes) assert.deepEqual((await counted(node)).slice(2), expected);
    }
  });
});
