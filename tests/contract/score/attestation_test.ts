/** What a backend found about the app and its device: facts of the score, without points. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("an attestation is kept as facts, is searched by, and adds nothing", async () => {
  await using app = await startApp();
  const email = "jane@gmail.com";
  const score = (attestation: unknown) => app.ask("/v1/score/user", { json: { email, attestation } });
  const plain = await score(null);
  const { status, body } = await score({
    kind: "play_integrity",
    device: "MEETS_DEVICE_INTEGRITY",
    app: "recognized",
  });
  assert.equal(status, 200);
  const names = ["attestation.kind", "attestation.device", "attestation.app"];
  assert.deepEqual(names.map((name) => body.facts[name]), [
    "play_integrity",
    "meets_device_integrity",
    "recognized",
  ]);
  assert.deepEqual(names.map((name) => plain.body.facts[name]), [null, null, null]);
  assert.equal(body.risk_score, plain.body.risk_score);
  assert.equal("warnings" in body, false);
  const json = { facts: { "attestation.kind": ["play_integrity"] } };
  const found = await app.ask("/v1/scores/search", { json });
  const ids = found.body.results.map(({ request_id }: { request_id: string }) => request_id);
  assert.deepEqual(ids, [body.request_id]);
  const stored = await app.ask(`/v1/score/${body.request_id}`);
  assert.equal(stored.body.facts["attestation.app"], "recognized");
});

Deno.test("an attestation is a word of the vendor for each verdict", async () => {
  await using app = await startApp();
  const bad = [
    { kind: "passkey" },
    { device: "meets_device_integrity" },
    { kind: "app_attest", app: "two words" },
    { kind: "app_attest", app: "x".repeat(65) },
    { kind: "app_attest", device: 1 },
    "play_integrity",
  ];
  for (const attestation of bad) {
    const { status } = await app.ask("/v1/score/user", { json: { email: "jane@gmail.com", attestation } });
    assert.equal(status, 400, JSON.stringify(attestation));
  }
  const { status, body } = await app.ask("/v1/score/user", {
    json: { email: "jane@gmail.com", attestation: { kind: "app_attest" } },
  });
  assert.deepEqual([status, body.facts["attestation.kind"], body.facts["attestation.app"]], [
    200,
    "app_attest",
    null,
  ]);
  const review = await app.ask("/v1/score/user", {
    json: { email: "jane@gmail.com", attestation: { kind: "x" }, on_invalid: "review" },
  });
  assert.equal(review.body.components_invalid[0].field, "attestation");
});
