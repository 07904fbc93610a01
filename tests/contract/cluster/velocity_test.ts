/** Velocity over three nodes on one PostgreSQL database: each knows what all score, and a surge is told once. */
import assert from "node:assert/strict";
import { HOUR_MS } from "../../../src/model/duration.ts";
import { AccountNotices } from "../../../src/service/webhooks/account_notices.ts";
import type { TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

const PER_NODE = 15;
/** With a sign-up each, before the burst. */
const HOURS = 8;
/** Within this time a node knows what others stored. */
const KNOWN_MS = 1_000;

postgresTest(
  "a burst over three nodes is known on each within a second, and its surge is told once",
  async () => {
    await using server = await sharedPostgres();
    await using receiver = new Receiver();
    const env = {
      ...SENDING,
      WINNOW_STORE: await server.database(),
      WINNOW_SECRET: "one secret for all nodes",
    };
    const apart = [-HOURS, -HOURS, -HOURS].map((hours) => hours * HOUR_MS);
    await using cluster = await startNodes(env, apart);
    const { one, nodes } = cluster;
    const key = one.live;
    await untilKnown(nodes, key);
    const account = one.app.services.store.accounts.accountNamed("main")!.id;
    await addWebhook(one, receiver.url(), { events: ["signups.surge"] });
    const signUp = async (node: TestApp, index: number) => {
      const json = { ip: `51.38.20.${index}`, email: `person.no${index}@the-shop.com` };
      const answer = await node.ask("/v1/score/user", { key, json });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const known = async ({ app: { services } }: TestApp) => {
      const totals = await services.velocity.totals(account, "live");
      return [totals?.lastHour.signups, totals?.day.signups];
    };
    for (let hour = 0; hour < HOURS; hour++) {
      await signUp(nodes[hour % 3]!, 250 - hour);
      for (const side of nodes.keys()) apart[side]! += HOUR_MS;
    }
    await Promise.all(
      nodes.flatMap((node, side) =>
        Array.from({ length: PER_NODE }, (_, index) => signUp(node, 1 + side * PER_NODE + index))
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
    for (let turn = 0; turn < 2; turn++) {
      for (const node of nodes) assert.deepEqual(await known(node), [3 * PER_NODE, HOURS + 3 * PER_NODE]);
    }
    await Promise.all(nodes.map(({ app }) => new AccountNotices(app.services).check()));
    await receiver.take(1);
    await Promise.all(nodes.map(({ app }) => new AccountNotices(app.services).check()));
    await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
    assert.equal(receiver.received.length, 1);
  },
);
