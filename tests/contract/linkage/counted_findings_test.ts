/** Findings of links count like all others: in common signals, in what predicts fraud, in the summary's findings. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

Deno.test("linkage findings are among the common signals, the predictive ones and the findings of the summary", async () => {
  await using app = await startApp();
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  const repeated: string[] = [];
  for (let index = 0; index < 8; index++) {
    const json = {
      email: `shopper${index}.smith@gmail.com`,
      device_id: `${Math.floor(index / 2)}f86d081884c7d659a2feaa0c55ad015`,
    };
    const { body } = await app.ask("/v1/score/user", { json });
    const stored = (await app.ask(`/v1/score/${body.request_id}`)).body;
    const names = stored.links.findings.map(({ name }: { name: string }) => name);
    assert.equal(names.includes("device_repeat"), index % 2 === 1);
    if (index % 2 === 1) repeated.push(body.request_id);
    else await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome: "legit" } });
  }
  for (const request_id of repeated) await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  const { findings } = (await app.ask("/v1/outcomes/summary")).body;
  const found = findings.filter(({ component }: { component: string }) => component === "linkage");
  const repeat = found.find(({ name }: { name: string }) => name === "device_repeat");
  assert.deepEqual([repeat.fraud, repeat.legit, repeat.share_of_fraud, repeat.share_of_legit], [4, 0, 1, 0]);
  assert.equal(repeat.lowers, false);
  const visitor = await signedIn(app);
  const text = "another sign-up on this device within the hour";
  const overview = (await visitor.get("/console")).text;
  assert.match(
    overview.slice(overview.indexOf("Most common signals")),
    new RegExp(
      `${text} <span class="muted small">Links to other sign-ups</span></span><span class="numbers">4<`,
    ),
  );
  assert.ok((await visitor.get("/console/outcomes")).text.includes(text));
  const searched = (await app.ask("/v1/scores/search", { json: { finding: "device_repeat" } })).body.results;
  assert.equal(searched.length, 4, "as many as are counted");
});
