/** `campaign.found` and `campaign.grown`: what they tell, whom, and how often. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { plantCampaign } from "../../support/app/campaign.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

/** An event that should not come has come by then. */
const SENT_MS = 200;

Deno.test("a campaign is told of once when it is found, and when it is watched each time that it has grown by half", async () => {
  const clock = { now: Date.UTC(2026, 10, 10) };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await using receiver = new Receiver();
  const other = await app.account("other");
  await addWebhook(app, receiver.url(), { events: ["campaign.found", "campaign.grown"] });
  await addWebhook(app, receiver.url("/other"), { events: ["campaign.found"] }, other.key);
  await addWebhook(app, receiver.url("/scores"), { events: ["ring.changed"] });
  let planted = 0;
  /** @returns the events that came since */
  const grow = async (count: number, events: number) => {
    await plantCampaign(app, count, { from: planted });
    planted += count;
    const before = receiver.received.length;
    for (let turn = 0; turn < 2; turn++) await app.ask("/v1/campaigns?fresh=true");
    await receiver.take(before + events);
    await new Promise((resolve) => setTimeout(resolve, SENT_MS));
    const came = receiver.received.slice(before);
    assert.deepEqual(came.map(({ path }) => path), Array(events).fill("/hook"));
    return came.map(({ event }) => event);
  };
  assert.deepEqual(await grow(3, 0), []);
  const [found] = await grow(3, 1);
  const [campaign] = (await app.ask("/v1/campaigns")).body.campaigns;
  assert.equal(found.type, "campaign.found");
  const { text, facts, days, usual, first, last, verdicts } = campaign;
  assert.deepEqual(found.data, {
    campaign_id: campaign.campaign_id,
    text,
    facts,
    days,
    signups: 6,
    signups_before: 6,
    usual,
    first,
    last,
    verdicts,
    state: "new",
  });
  // As nobody watches it.
  await grow(6, 0);
  const path = `/v1/campaigns/${campaign.campaign_id}`;
  assert.equal((await app.ask(path, { json: { state: "watched" } })).status, 200);
  await grow(5, 0);
  const [grown] = await grow(1, 1);
  assert.deepEqual(
    [grown.type, grown.data.campaign_id, grown.data.signups, grown.data.signups_before, grown.data.state],
    ["campaign.grown", campaign.campaign_id, 18, 12, "watched"],
  );
  assert.equal((await app.ask(path, { json: { state: "handled" } })).status, 200);
  await grow(12, 0);
  // Large ones are told of for ten more.
  assert.equal((await app.ask(path, { json: { state: "watched" } })).status, 200);
  await grow(9, 0);
  const [further] = await grow(1, 1);
  assert.deepEqual([further.data.signups, further.data.signups_before], [40, 30]);
});

Deno.test("campaigns of test keys, and those that nobody wants to hear of, are told to nobody", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), { events: ["campaign.found", "campaign.grown"] });
  await plantCampaign(app, 6, { key: app.test });
  const ofTests = (await app.ask("/v1/campaigns?fresh=true", { key: app.test })).body.campaigns;
  assert.equal(ofTests.length, 1);
  assert.deepEqual((await app.ask("/v1/campaigns?fresh=true")).body.campaigns, []);
  const other = await app.account("other");
  await plantCampaign(app, 6, { key: other.key });
  assert.equal((await app.ask("/v1/campaigns?fresh=true", { key: other.key })).body.campaigns.length, 1);
  await new Promise((resolve) => setTimeout(resolve, SENT_MS));
  assert.deepEqual(receiver.received, []);
});
