/** Fields of a sign-up that are not scored: the customer's own reference, and what is no field. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const EMAIL = "jane.doe@gmail.com";

Deno.test("user_id is kept as given, in body and query, and changes nothing of the score", async () => {
  await using app = await startApp();
  const without = (await app.ask("/v1/score/user", { json: { email: EMAIL } })).body;
  const userIds = [
    "u",
    "user 81225",
    " padded ",
    "Žofie/ünï-日本",
    "'=1+1",
    "😀".repeat(128),
    "a".repeat(128),
  ];
  for (const user_id of userIds) {
    const query = new URLSearchParams({ email: EMAIL, user_id });
    const answers = [
      await app.ask("/v1/score/user", { json: { email: EMAIL, user_id } }),
      await app.ask(`/v1/score/user?${query}`),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 200, user_id);
      assert.equal(body.risk_score, without.risk_score);
      assert.equal(body.warnings, undefined);
      assert.equal((await app.ask(`/v1/score/${body.request_id}`)).body.user_id, user_id);
    }
  }
  for (const blank of [null, "", "  "]) {
    const { body } = await app.ask("/v1/score/user", { json: { email: EMAIL, user_id: blank } });
    assert.equal((await app.ask(`/v1/score/${body.request_id}`)).body.user_id, null);
  }
  assert.equal((await app.ask("/v1/score/user", { json: { user_id: "alone" } })).status, 400);
});

Deno.test("a user_id that is too long or not printable is refused by name", async (t) => {
  await using app = await startApp();
  const bad = [
    "a".repeat(129),
    "😀".repeat(129),
    "a\nb",
    "a\u0000",
    "\u202eevil",
    "\ud800",
    "a\u2028b",
    "x".repeat(9999),
  ];
  for (const user_id of bad) {
    await t.step(JSON.stringify(user_id).slice(0, 30), async () => {
      const { status, body } = await app.ask("/v1/score/user", { json: { email: EMAIL, user_id } });
      assert.equal(status, 400);
      assert.equal(body.errors[0].pointer, "/user_id");
      if (user_id === "\ud800" || user_id.length > 5000) return; // cannot be sent in a query
      const query = new URLSearchParams({ email: EMAIL, user_id });
      const refused = await app.ask(`/v1/score/user?${query}`);
      assert.deepEqual([refused.status, refused.body.errors[0].parameter], [400, "user_id"]);
    });
  }
  for (const user_id of [7, true, {}, ["x"]]) {
    const { status, body } = await app.ask("/v1/score/user", { json: { email: EMAIL, user_id } });
    assert.deepEqual([status, body.errors[0].pointer], [400, "/user_id"]);
  }
});

Deno.test("the compatibility layer keeps account.user_id, and its warning stays", async () => {
  await using app = await startApp();
  const json = {
    device: { ip_address: "8.8.8.8" },
    account: { user_id: "customer-7" },
    event: { transaction_id: "t" },
  };
  const { status, body } = await app.ask("/compat/maxmind/minfraud/v2.0/insights", {
    key: null,
    headers: { authorization: `Basic ${btoa(`1:${app.live}`)}` },
    json,
  });
  assert.equal(status, 200);
  assert.deepEqual(
    body.warnings.map(({ code, input_pointer }: Record<string, string>) => [code, input_pointer]),
    [["WINNOW_INPUT_IGNORED", "/account"]],
  );
  assert.equal((await app.ask(`/v1/score/req_${body.id}`)).body.user_id, "customer-7");
});

Deno.test("what is no field is accepted and named, with the field that was probably meant", async () => {
  await using app = await startApp();
  const rows: [Record<string, unknown>, [string, string][]][] = [
    [{ email: EMAIL }, []],
    [{ email: EMAIL, phone: null, strictness: 1, phone_country: "GB" }, []],
    [{ ip: "8.8.8.8", emial: EMAIL }, [["emial", "not a field; did you mean email?"]]],
    [{ email: EMAIL, userId: "7" }, [["userId", "not a field; did you mean user_id?"]]],
    [{ email: EMAIL, "device-id": "00" }, [["device-id", "not a field; did you mean device_id?"]]],
    [{ email: EMAIL, ipp: 1 }, [["ipp", "not a field; did you mean ip?"]]],
    [{ email: EMAIL, plan: "pro", __proto: {} }, [["plan", "not a field"], ["__proto", "not a field"]]],
    [{ email: EMAIL, ["x".repeat(5000)]: 1 }, [[`${"x".repeat(60)}…`, "not a field"]]],
  ];
  for (const [json, warned] of rows) {
    const { status, body } = await app.ask("/v1/score/user", { json });
    assert.equal(status, 200);
    assert.equal("warnings" in body, warned.length > 0);
    const found = (body.warnings ?? []).map(({ field, detail }: Record<string, string>) => [field, detail]);
    assert.deepEqual(found, warned);
  }
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`extra${i}`, i]));
  const { body } = await app.ask("/v1/score/user", { json: { email: EMAIL, ...many } });
  assert.equal(body.warnings.length, 20);
  const byQuery = await app.ask(`/v1/score/user?email=${EMAIL}&utm_source=x&phnoe=1`);
  assert.deepEqual(byQuery.body.warnings, [
    { field: "utm_source", detail: "not a field" },
    { field: "phnoe", detail: "not a field; did you mean phone?" },
  ]);
});
