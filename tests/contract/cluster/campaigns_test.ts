/** Campaigns over three nodes on one PostgreSQL database: all answer the same, also after a restart, and each is told of once. */
import assert from "node:assert/strict";
import { DAY_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import { plantCampaign } from "../../support/app/campaign.ts";
import type { TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import { addWebhook, Receiver, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";

/** Sign-ups of people whom nothing joins, before the campaign, and the days over which they came. */
const PEOPLE = 150;
const DAYS = 25;
/** An event that would be sent twice has come a second time by then. */
const SENT_MS = 1_000;

postgresTest("three nodes and a restart have the same campaigns, which are told of once", async () => {
  await using server = await sharedPostgres();
  await using receiver = new Receiver();
  const env = {
    ...SENDING,
    WINNOW_STORE: await server.database(),
    WINNOW_SECRET: "one secret for all nodes",
    WINNOW_RATE_LIMIT: "100000",
  };
  const apart = [-DAYS, -DAYS, -DAYS].map((days) => (days - 1) * DAY_MS);
  const pass = (ms: number) => {
    for (const side of apart.keys()) apart[side]! += ms;
  };
  const cluster = await startNodes(env, apart);
  await using running = new AsyncDisposableStack();
  running.use(cluster);
  const { one, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  await addWebhook(one, receiver.url(), { events: ["campaign.found", "campaign.grown"] });
  for (let number = 0; number < PEOPLE; number++) {
    const domain = number % 7 === 0
      ? `shop${number}.com`
      : ["gmail.com", "outlook.com", "gmx.de"][number % 3];
    const json = {
      ip: `${[73, 86, 92, 24][number % 4]}.${number}.${7 * number % 251}.9`,
      email: `${NAMES[number % 10]}.${NAMES[(number >> 3) % 10]}${number % 3 === 0 ? number : ""}@${domain}`,
    };
    await signUp(nodes[number % 3]!, json, key);
    pass(DAYS * DAY_MS / PEOPLE);
  }
  const found = async (node: TestApp, query: string) => {
    const { status, body, text } = await node.ask(`/v1/campaigns${query}`, { key });
    assert.equal(status, 200, text);
    return body.campaigns;
  };
  assert.deepEqual(await found(one, "?fresh=true"), []);
  // Each node has two of the six: none would find them by itself.
  for (const [side, node] of nodes.entries()) {
    await plantCampaign(node, 2, { domain: "kestrelbyte.com", key, from: 2 * side });
    pass(MINUTE_MS);
  }
  // All look at the same time.
  const each = await Promise.all(nodes.map((node) => found(node, "?fresh=true")));
  const [campaign] = each[0];
  for (const campaigns of each) {
    assert.deepEqual(campaigns.map(({ campaign_id }: typeof campaign) => campaign_id), [
      campaign.campaign_id,
    ]);
  }
  assert.deepEqual([campaign.facts, campaign.signups], [{ "email.domain": ["kestrelbyte.com"] }, 6]);
  for (const node of nodes) assert.deepEqual(await found(node, ""), [campaign]);
  const sent = async (...types: string[]) => {
    await receiver.take(types.length);
    await new Promise((resolve) => setTimeout(resolve, SENT_MS));
    assert.deepEqual(receiver.received.map(({ event }) => event.type), types);
    assert.deepEqual(
      new Set(receiver.received.map(({ event }) => event.data.campaign_id)),
      new Set([campaign.campaign_id]),
    );
  };
  await sent("campaign.found");

  const path = `/v1/campaigns/${campaign.campaign_id}`;
  const watched = await cluster.two.ask(path, { key, json: { state: "watched", note: "ask Payments" } });
  assert.equal(watched.status, 200, watched.text);
  for (const node of nodes) {
    const { body } = await node.ask(path, { key });
    assert.deepEqual([body.state, body.note], ["watched", "ask Payments"]);
    assert.deepEqual((await found(node, "?state=watched")).length, 1);
    assert.deepEqual(await found(node, "?state=new"), []);
  }
  await plantCampaign(cluster.three, 5, { domain: "kestrelbyte.com", key, from: 6 });
  await Promise.all(nodes.map((node) => found(node, "?fresh=true")));
  const [grown] = await found(one, "");
  assert.deepEqual([grown.campaign_id, grown.signups, grown.grown], [campaign.campaign_id, 11, 5]);
  await sent("campaign.found", "campaign.grown");

  await running.disposeAsync();
  await using again = await startNodes(env, apart);
  await untilKnown(again.nodes, key);
  for (const node of again.nodes) assert.deepEqual(await found(node, ""), [grown]);
  for (const node of again.nodes) {
    const [fresh, ...others] = await found(node, "?fresh=true");
    assert.deepEqual([fresh.campaign_id, fresh.signups, fresh.state, others], [
      campaign.campaign_id,
      11,
      "watched",
      [],
    ]);
  }
  await sent("campaign.found", "campaign.grown");
});

const NAMES = ["anna", "james", "maria", "peter", "julia", "robert", "emma", "david", "laura", "felix"];
