/** A + typed into a query by hand means a +; one written by a form encoder means a blank. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const BLANK = { email: "jane doe@acme.co", syntax: false, tagged: null };
const TAGGED = { email: "jane+news@acme.co", syntax: true, tagged: true };

Deno.test("the tag of an address in a query is read as it was typed, on both endpoints", async (t) => {
  await using app = await startApp();
  const rows: { query: string; expected: typeof BLANK | typeof TAGGED }[] = [
    { query: "email=jane+news@acme.co", expected: TAGGED },
    { query: "email=jane%2Bnews@acme.co", expected: TAGGED },
    { query: "email=jane%2Bnews%40acme.co", expected: TAGGED },
    { query: "strictness=1&email=jane+news@acme.co&x=y+z@a", expected: TAGGED },
    { query: "email=jane+doe%40acme.co", expected: BLANK },
    { query: "email=jane%20doe@acme.co", expected: BLANK },
    { query: "email=jane%20doe%40acme.co", expected: BLANK },
  ];
  for (const { query, expected } of rows) {
    await t.step(query, async () => {
      const single = await app.ask(`/v1/verify/email?${query}`);
      const signup = await app.ask(`/v1/score/user?${query}`);
      for (const { email, signals } of [single.body, signup.body.components.email]) {
        assert.deepEqual(
          { email, syntax: signals.syntax_valid, tagged: signals.is_tagged },
          expected,
        );
      }
    });
  }
  await t.step("blanks around an address are trimmed", async () => {
    const { body } = await app.ask("/v1/verify/email?email=+jane%40acme.co+");
    assert.equal(body.email, "jane@acme.co");
  });
  await t.step("malformed escapes next to a + are no internal error", async () => {
    const { status, body } = await app.ask("/v1/verify/email?email=jane+%E0%A4%A@acme.co");
    assert.equal(status, 400);
    assert.match(body.detail, /not UTF-8/);
  });
  await t.step("such escapes in a parameter that nobody knows are ignored with it", async () => {
    const { status } = await app.ask("/v1/verify/email?email=jane@acme.co&utm_campaign=caf%E9");
    assert.equal(status, 200);
  });
});

Deno.test("an unencoded + in a query still starts a phone number, on both endpoints", async () => {
  await using app = await startApp();
  const single = await app.ask("/v1/lookup/phone?phone=+442083661177");
  assert.equal(single.body.parse_status, "ok");
  const signup = await app.ask("/v1/score/user?phone=+442083661177");
  assert.equal(signup.body.components.phone.parse_status, "ok");
  const national = await app.ask("/v1/score/user?phone=442083661177");
  assert.equal(national.body.components.phone.parse_status, "country_required");
});
