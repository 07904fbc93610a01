/** A rule that counts, over three nodes on one PostgreSQL database. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const WHEN = `signups("asn", "1h") > 20 && ip.network == "datacenter"`;
const MORE_THAN = 20;
const PER_NODE = 10;
/** Within this time a node knows a rule, and counts what others stored. */
const KNOWN_MS = 1_200;

postgresTest(
  "more than twenty sign-ups of a data centre's network in an hour are blocked on every node",
  async (t) => {
    await using server = await sharedPostgres();
    const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
    await using cluster = await startNodes(env);
    const { one, nodes } = cluster;
    const key = one.live;
    await untilKnown(nodes, key);
    const signUp = async (node: TestApp, ip: string) => {
      const answer = await node.ask("/v1/score/user", {
        key,
        json: { ip, email: `u${ip.replaceAll(".", "")}@the-shop.com` },
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    // In Hetzner's network.
    const hosted = (index: number) => `95.217.${index}.9`;
    let made = 0;
    // Of before the rule.
    for (; made < 5; made++) {
      assert.equal(
        (await signUp(one, hosted(made))).facts["ip.network"],
        "datacenter",
      );
    }
    const rule = { when: WHEN, action: "block", state: "live" };
    const added = await one.ask("/v1/rules", { key, json: rule });
    assert.equal(added.status, 200, added.text);
    await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
    await t.step("a burst", async () => {
      const burst = nodes.flatMap((node) =>
        Array.from({ length: PER_NODE }, () => signUp(node, hosted(made++)))
      );
      const answers = await Promise.all(burst);
      assert.ok(answers.filter(({ verdict }) => verdict === "block").length <= made - MORE_THAN);
    });
    await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
    await t.step("then all of it", async () => {
      for (const node of nodes) {
        const { verdict, risk_score, rule, not_judged } = await signUp(node, hosted(made++));
        assert.deepEqual([verdict, risk_score, rule.id, not_judged], [
          "block",
          100,
          added.body.rules[0].id,
          [],
        ]);
        assert.notEqual((await signUp(node, "81.2.69.144")).verdict, "block");
      }
    });
  },
);
