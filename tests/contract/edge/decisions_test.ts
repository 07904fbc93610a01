/** Decisions about addresses, at the edge. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const PROXY = { WINNOW_TRUST_PROXY: "127.0.0.1" };
const GOOD = "81.2.69.160";
const OTHER = "81.2.69.161";

async function verdictOf(app: TestApp, address: string): Promise<string | null> {
  const { headers } = await app.ask("/v1/edge/check", { headers: { "x-forwarded-for": address } });
  return headers.get("winnow-verdict");
}

Deno.test("a burst of refusals asks for proof of a person whatever the score is, and an allow rule comes before", async () => {
  await using app = await startApp({ env: PROXY });
  // No score reaches these.
  await app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 100, block: 100 } } });
  assert.equal(await verdictOf(app, GOOD), "allow");
  const { decisions, store } = app.app.services;
  const account = store.accounts.accountNamed("main")!;
  for (let count = 0; count < 10; count++) await decisions.refused(account, GOOD, "login");
  assert.equal(await verdictOf(app, GOOD), "review");
  assert.equal(await verdictOf(app, OTHER), "allow");
  await app.ask("/v1/rules", { json: { action: "allow", values: [GOOD] } });
  assert.equal(await verdictOf(app, GOOD), "allow");
});

Deno.test("a rule for a network, a system or a country blocks its addresses", async () => {
  await using app = await startApp({ env: PROXY });
  const { body: scored } = await app.ask(`/v1/score/ip?ip=${GOOD}`);
  for (const value of ["81.2.69.0/24", `AS${scored.asn?.number ?? scored.network?.asn ?? 20712}`]) {
    await app.ask("/v1/rules", { json: { action: "block", values: [value] } });
    assert.equal(await verdictOf(app, GOOD), "block", value);
    const { body } = await app.ask("/v1/rules");
    await app.ask(`/v1/rules/${body.rules[0].id}`, { method: "DELETE" });
    assert.equal(await verdictOf(app, GOOD), "allow", value);
  }
});
