/** Filters and numbers of the console's pages. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

const DAY_MS = 86_400_000;

Deno.test("a component filter reads the days that have the component, however many other scores there are", async () => {
  let now = Date.now() - 20 * DAY_MS;
  await using app = await startApp({ now: () => now });
  const domain = (await app.ask("/v1/score/domain?domain=example.org")).body.request_id;
  now += 20 * DAY_MS;
  const items = Array.from({ length: 500 }, (_, index) => `73.15.${index >> 8}.${index & 255}`);
  for (let batch = 0; batch < 5; batch++) await app.ask("/v1/batch", { json: { type: "ip", items } });
  const visitor = await signedIn(app);
  const found = await visitor.get("/console/scores?component=domain");
  assert.ok(found.text.includes(domain), "on the first page");
  assert.doesNotMatch(found.text, /Searched back|Few scores match/);
  const none = await visitor.get("/console/scores?component=phone");
  assert.match(none.text, /No scores match\./);
  assert.doesNotMatch(none.text, />Older</);
  const all = await visitor.get("/console/scores?component=ip");
  assert.equal(new Set(all.text.match(/req_[0-9a-f-]{36}/g)).size, 25);
});

Deno.test("/console/outcomes is of the days that the address names", async () => {
  let now = Date.now() - 60 * DAY_MS;
  await using app = await startApp({ now: () => now });
  const label = async (ip: string) => {
    const { request_id } = (await app.ask(`/v1/score/ip?ip=${ip}`)).body;
    await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
    return request_id;
  };
  const old = await label("73.15.20.1");
  now += 60 * DAY_MS;
  const recent = await label("73.15.20.2");
  const visitor = await signedIn(app);
  const rows: [query: string, labelled: string, ids: string[]][] = [
    ["", "2 of 2 scores", [old, recent]],
    ["?days=90", "2 of 2 scores", [old, recent]],
    ["?days=30", "1 of 1 scores", [recent]],
  ];
  for (const [query, labelled, ids] of rows) {
    const { text } = await visitor.get(`/console/outcomes${query}`);
    assert.ok(text.includes(labelled), `${query}: ${labelled}`);
    assert.deepEqual([...new Set(text.match(/req_[0-9a-f-]{36}/g))].sort(), ids.toSorted(), query);
  }
  assert.equal((await visitor.get("/console/outcomes?days=x")).status, 400);
});

Deno.test("one rule is one rule, and the weights of a sum are shown", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  await app.ask("/v1/rules", { json: { action: "block", values: ["9.9.9.9"] } });
  const one = (await visitor.get("/console/rules")).text;
  assert.match(one, /1 rule</);
  assert.doesNotMatch(one, /1 rules/);
  const { body } = await app.ask("/v1/score/user", { json: { ip: "73.15.20.1", domain: "example.org" } });
  const score = (await visitor.get(`/console/scores/${body.request_id}`)).text.replaceAll(/<[^>]*>/g, "");
  assert.match(score, /IP address\s*\d+ × 0\.9/);
  assert.match(score, /Domain\s*\d+ × 0\.7/);
});

Deno.test("a phone rule that no number can match is refused with its reason", async () => {
  await using app = await startApp();
  const values = ["+992501834", "+4420836611771234", "+442083661177"];
  const { body } = await app.ask("/v1/rules", { json: { action: "block", values } });
  assert.deepEqual(body.rules.map(({ value }: { value: string }) => value), ["+442083661177"]);
  assert.equal(body.skipped.length, 2);
  for (const { reason } of body.skipped) assert.match(reason, /too short or too long for its country/);
  const imported = await app.ask("/v1/rules/import?action=block", { raw: "+992501834\n+992501834567\n" });
  assert.deepEqual([imported.body.imported, imported.body.skipped.length], [1, 1]);
});
