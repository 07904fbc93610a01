/** Rules with a condition, also such that count, over three nodes on one PostgreSQL database. */
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
    await settled();
    await t.step("a burst", async () => {
      const burst = nodes.flatMap((node) =>
        Array.from({ length: PER_NODE }, () => signUp(node, hosted(made++)))
      );
      const answers = await Promise.all(burst);
      assert.ok(answers.filter(({ verdict }) => verdict === "block").length <= made - MORE_THAN);
    });
    await settled();
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

interface Wish {
  readonly when: string;
  readonly action: string;
  readonly tag?: string;
  /** Sign-ups before the one that it is true of. */
  readonly before: number;
  readonly signup: (index: number) => object;
}

const WISHES: readonly Wish[] = [
  {
    when: 'phone.country == "TJ" && ip.country != "TJ"',
    action: "review",
    before: 0,
    signup: () => ({ ip: "8.8.8.8", phone: "+992501831234" }),
  },
  {
    when: WHEN,
    action: "block",
    before: 20,
    signup: (index) => ({ ip: `95.216.${index}.9`, email: `person${index}@gmail.com` }),
  },
  {
    when: 'email.domain_class == "private" && signups("email_domain", "7d") > 5',
    action: "review",
    before: 5,
    signup: (index) => ({ email: `person${index}@the-campaign-shop.com` }),
  },
  {
    when: 'email.shape == "initial+surname+9999"',
    action: "tag",
    tag: "shaped",
    before: 0,
    signup: () => ({ email: "jsmith8271@gmail.com" }),
  },
];

postgresTest(
  "the four rules that a fraud team wished for, live and in shadow, over three nodes",
  async (t) => {
    await using server = await sharedPostgres();
    const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
    await using cluster = await startNodes(env);
    const { one, nodes } = cluster;
    for (const { when, action, tag, before, signup } of WISHES) {
      for (const state of ["live", "shadow"]) {
        await t.step(`${state}: ${when}`, async () => {
          const { key } = await one.account(`${state} ${when}`);
          await untilKnown(nodes, key);
          const ask = async (node: TestApp, path: string, json: object) => {
            const { status, body, text } = await node.ask(path, { key, json });
            assert.equal(status, 200, text);
            return body;
          };
          const json = { when, action, state, ...(tag === undefined ? {} : { tag }) };
          const { id } = (await ask(one, "/v1/rules", json)).rules[0];
          await settled();
          for (let index = 0; index < before; index++) {
            const { rule, would_have } = await ask(nodes[index % 3]!, "/v1/score/user", signup(index));
            assert.deepEqual([rule, would_have], [null, []]);
          }
          await settled();
          for (const [index, node] of nodes.entries()) {
            const { rule, tags, would_have, not_judged } = await ask(
              node,
              "/v1/score/user",
              signup(before + index),
            );
            assert.deepEqual(not_judged, []);
            assert.deepEqual(would_have, state === "live" ? [] : [{ rule_id: id, action }]);
            assert.deepEqual(tags, state === "live" && tag !== undefined ? [tag] : []);
            assert.equal(rule?.id ?? null, state === "live" && action !== "tag" ? id : null);
          }
        });
      }
    }
  },
);

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
}
