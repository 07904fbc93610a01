/** Three nodes on one store: what one of them allowed, the others count within a second. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";

Deno.test("a recipient, outcomes and settings are known to all nodes", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    await using nodes = await startNodes({ WINNOW_DATA_DIR: dataDir });
    const { one, two, three } = nodes;
    await untilKnown(nodes.nodes, one.live);
    const key = one.live;
    let allowed = 0;
    const ask = async (app: typeof one, json: { to: string }) => {
      const answer = await app.ask("/v1/guard/send", { key, json: { channel: "sms", ...json } });
      if (answer.body.decision === "allow" && json.to.startsWith("+491511234")) allowed++;
      return answer;
    };
    // Each node has the account in memory before the others write.
    for (const app of nodes.nodes) assert.equal((await ask(app, { to: "+1" })).status, 200);
    const first = await ask(one, { to: "+4915112345678" });
    assert.equal(first.body.decision, "allow");
    for (const app of [two, three]) {
      await eventually(
        async () => (await ask(app, { to: "+4915112345678" })).body.rules.includes("recipient_minute"),
        "the recipient",
      );
    }
    const { status } = await two.ask("/v1/guard/outcome", {
      key,
      json: { send_id: first.body.send_id, status: "verified" },
    });
    assert.equal(status, 200);
    for (const app of [one, three]) {
      await eventually(
        async () => (await ask(app, { to: "+4915112345678" })).body.prefix.verified === 1,
        "the outcome",
      );
    }
    await three.ask("/v1/guard/settings", { key, method: "PUT", json: { permitted_countries: ["FR"] } });
    for (const app of nodes.nodes) {
      await eventually(
        async () => (await ask(app, { to: "+4915112399999" })).body.rules.includes("country_not_permitted"),
        "the settings",
      );
    }
    const fresh = await startApp({ dataDir });
    const { body } = await ask(fresh, { to: "+4915112345678" });
    assert.deepEqual([body.prefix.sent, body.prefix.verified], [allowed, 1]);
    await fresh.close();
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});
