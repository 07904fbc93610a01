import assert from "node:assert/strict";
import { renewSecrets } from "../../../../src/service/webhooks/renew_secrets.ts";
import { Seal } from "../../../../src/records/seal.ts";
import { openStore } from "../../../support/store/store.ts";

Deno.test("secrets that are encrypted under an earlier secret of the service outlive it", async () => {
  const [before, now] = [
    new Seal("the earlier secret", "webhook"),
    new Seal("the present secret", "webhook"),
  ];
  const rotating = new Seal("the present secret", "webhook", ["the earlier secret"]);
  const store = await openStore();
  try {
    const webhook = {
      id: "wh_1",
      account: "acc",
      url: "https://shop.test/",
      events: ["quota.low" as const],
      verdicts: null,
      enabled: true,
      note: null,
      createdAt: 1,
      secret: await before.encrypt("whsec_a"),
      replaced: [{ secret: await before.encrypt("whsec_b"), until: 2 }],
    };
    const present = { ...webhook, id: "wh_2", secret: await now.encrypt("whsec_c"), replaced: [] };
    await store.webhooks.change("acc", () => [webhook, present]);
    await renewSecrets(store, rotating);
    const [one, two] = store.webhooks.of("acc");
    assert.equal(await now.decrypt(one!.secret), "whsec_a");
    assert.equal(await now.decrypt(one!.replaced[0]!.secret), "whsec_b");
    assert.deepEqual(two, present, "what is encrypted under the present secret stays");
  } finally {
    await store.close();
  }
});
