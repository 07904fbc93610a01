/** Rules with a condition over three nodes on one PostgreSQL database: each counts what the others stored. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const WISHES = [
  ['phone.country == "TJ" && ip.country != "TJ"', "review"],
  ['signups("asn", "1h") > 20 && ip.network == "datacenter"', "block"],
  ['email.domain_class == "private" && signups("email_domain", "7d") > 5', "review"],
  ['email.shape == "initial+surname+9999"', "tag"],
] as const;
/** Within this time a node counts what others stored. */
const COUNTED_MS = 1_000;

postgresTest("four rules over three nodes, live and in shadow", async () => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using cluster = await startNodes(env);
  const { one, two, three, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  const signUp = async (node: TestApp, json: object) => {
    const { status, body, text } = await node.ask("/v1/score/user", { key, json });
    assert.equal(status, 200, text);
    return body;
  };
  const ids: Record<"live" | "shadow", string[]> = { live: [], shadow: [] };
  for (const [at, [when, action]] of WISHES.entries()) {
    for (const state of ["live", "shadow"] as const) {
      const json = { when, action, state, ...(action === "tag" ? { tag: "run" } : {}) };
      const { status, body, text } = await nodes[at % 3]!.ask("/v1/rules", { key, json });
      assert.equal(status, 200, text);
      ids[state].push(body.rules[0].id);
    }
  }
  for (const node of nodes) {
    await eventually(async () => (await node.ask("/v1/rules", { key })).body.count === 8, "the rules");
  }
  const would = (...at: number[]) =>
    at.map((index) => ({ rule_id: ids.shadow[index], action: WISHES[index]![1] }));
  for (const node of nodes) {
    const abroad = await signUp(node, { ip: "81.2.69.1", phone: "+992501831234" });
    assert.deepEqual([abroad.verdict, abroad.rule.rule_id, abroad.would_have], [
      "review",
      ids.live[0],
      would(0),
    ]);
    const shaped = await signUp(node, { ip: "81.2.69.2", email: "jsmith8271@gmail.com" });
    assert.deepEqual([shaped.rule, shaped.tags, shaped.would_have], [null, ["run"], would(3)]);
  }
  // Twenty from one network and five of one domain, spread over the nodes: alone, none of them has seen enough.
  for (let index = 0; index < 20; index++) {
    await signUp(nodes[index % 3]!, { ip: "8.8.8.8", email: `person${index}@gmail.com` });
  }
  for (let index = 0; index < 5; index++) {
    const body = await signUp(nodes[index % 3]!, {
      ip: `81.2.70.${index}`,
      email: `person${index}@the-campaign-shop.com`,
    });
    assert.equal(body.rule, null);
  }
  await new Promise((resolve) => setTimeout(resolve, COUNTED_MS));
  const hosted = await signUp(two, { ip: "8.8.8.8", email: "one.more@gmail.com" });
  assert.deepEqual([hosted.verdict, hosted.rule?.rule_id, hosted.would_have], [
    "block",
    ids.live[1],
    would(1),
  ]);
  const campaign = await signUp(three, { ip: "81.2.70.9", email: "another@the-campaign-shop.com" });
  assert.deepEqual(
    [campaign.verdict, campaign.rule?.rule_id, campaign.would_have],
    ["review", ids.live[2], would(2)],
  );
  for (const node of nodes) {
    await eventually(
      async () => (await node.ask(`/v1/rules/${ids.live[1]}`, { key })).body.hits["1d"] === 1,
      "the hit",
    );
  }
});
