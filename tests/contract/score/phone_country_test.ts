/** The country of a national number: UK is Great Britain's, one that does not exist decides nothing and costs nothing. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const NATIONAL = "020 7946 0123";

async function used(app: TestApp): Promise<number> {
  return (await app.ask("/v1/usage")).body.used;
}

Deno.test("UK is read as GB on every endpoint that takes a country", async () => {
  await using app = await startApp();
  for (const country of ["UK", "uk", "GB"]) {
    const single = await app.ask(`/v1/lookup/phone?phone=${encodeURIComponent(NATIONAL)}&country=${country}`);
    assert.deepEqual([single.body.parse_status, single.body.phone], ["ok", "+442079460123"], country);
    assert.equal(single.body.number.country, "GB");
    const signup = await app.ask("/v1/score/user", { json: { phone: NATIONAL, phone_country: country } });
    assert.equal(signup.body.components.phone.phone, "+442079460123");
    assert.deepEqual(signup.body.components_checked, ["phone"]);
    const json = { type: "phone", items: [NATIONAL], phone_country: country };
    assert.equal((await app.ask("/v1/batch", { json })).body.results[0].phone, "+442079460123");
  }
  assert.equal(await used(app), 9);
});

Deno.test("a national number with a country that does not exist is not checked and not billed", async (t) => {
  await using app = await startApp();
  await t.step("single", async () => {
    const { status, body } = await app.ask("/v1/lookup/phone?phone=4155552671&country=ZZ");
    assert.deepEqual([status, body.parse_status, body.phone, body.risk_score], [
      200,
      "invalid_country",
      null,
      0,
    ]);
    for (const [name, signal] of Object.entries(body.signals)) assert.equal(signal, null, name);
  });
  await t.step("alone in a sign-up", async () => {
    const { body } = await app.ask("/v1/score/user", { json: { phone: "4155552671", phone_country: "ZZ" } });
    assert.deepEqual(body.components_checked, []);
    assert.match(body.summary, /nothing in the request could be checked/);
  });
  await t.step("with an address, which alone is billed", async () => {
    const before = await used(app);
    const { body } = await app.ask("/v1/score/user", {
      json: { ip: "8.8.8.8", phone: "4155552671", phone_country: "ZZ" },
    });
    assert.deepEqual(body.components_checked, ["ip"]);
    assert.doesNotMatch(body.summary, /phone/);
    assert.equal(await used(app) - before, 1);
  });
  await t.step("in a batch the item is refused", async () => {
    const { body } = await app.ask("/v1/batch", {
      json: { type: "phone", items: ["4155552671", "+442079460123"], phone_country: "ZZ" },
    });
    assert.deepEqual([body.succeeded, body.failed, body.billable_lookups], [1, 1, 1]);
    assert.match(body.results[0].error, /country does not exist/);
  });
  assert.equal(await used(app), 2);
});

Deno.test("a calling code that does not exist makes the number invalid: checked and billed", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/lookup/phone?phone=%2B999123456");
  assert.deepEqual([body.parse_status, body.signals.syntax_valid], ["invalid_country", false]);
  assert.equal(await used(app), 1);
});

Deno.test("phone_country of a batch: an invalid one is 400, a blank one counts as not given", async () => {
  await using app = await startApp();
  const batch = (phone_country: unknown) =>
    app.ask("/v1/batch", { json: { type: "phone", items: ["4155552671"], phone_country } });
  const wrong = await batch("USA");
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.body.errors.map((error: { pointer?: string }) => error.pointer), ["/phone_country"]);
  for (const blank of ["", " ", null]) {
    assert.equal((await batch(blank)).body.results[0].parse_status, "country_required");
  }
  assert.equal((await batch("us")).body.results[0].parse_status, "ok");
});
