/** A query value with a malformed percent escape: the error explains it. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";

const ROWS: readonly { name: string; path: string; says: RegExp; not?: RegExp }[] = [
  { name: "no hex digits", path: "/v1/score/ip?ip=1.2.3.4%zz", says: /"%zz".*percent escape/, not: /zone/ },
  {
    name: "cut off",
    path: "/v1/score/ip?strictness=1&ip=1.2.3.4%2",
    says: /"%2".*percent escape/,
    not: /zone/,
  },
  { name: "a bare %", path: "/v1/score/ip?ip=1.2.3.4%", says: /"%".*percent escape/, not: /zone/ },
  { name: "no UTF-8", path: "/v1/score/ip?ip=1.2.3.4%ff", says: /UTF-8/, not: /zone/ },
  { name: "in a sign-up", path: "/v1/score/user?ip=1.2.3.4%zz", says: /"%zz".*percent escape/, not: /zone/ },
  { name: "in a domain", path: "/v1/score/domain?domain=exa%zzmple.org", says: /"%zz".*percent escape/ },
  { name: "no UTF-8 in an e-mail", path: "/v1/verify/email?email=%ED%A0%80@gmail.com", says: /UTF-8/ },
  { name: "no UTF-8 in a phone number", path: "/v1/lookup/phone?phone=%ff123&country=GB", says: /UTF-8/ },
  { name: "no UTF-8 beside a %", path: "/v1/verify/email?email=1%a%C3%28@gmail.com", says: /UTF-8/ },
  { name: "a zone id, escaped", path: "/v1/score/ip?ip=fe80::1%25eth0", says: /zone id/, not: /escape/ },
  {
    name: "a zone of IPv4",
    path: "/v1/score/ip?ip=1.2.3.4%25eth0",
    says: /% after an IPv4/,
    not: /zone id/,
  },
];

for (const { name, path, says, not } of ROWS) {
  Deno.test(`a query value with a percent sign: ${name}`, async () => {
    await using app = await startApp();
    const { status, body } = await app.ask(path);
    assert.deepEqual([status, body.code], [400, "invalid_value"]);
    assert.match(body.errors[0].parameter, /^(ip|domain|email|phone)$/);
    assert.match(body.detail, says);
    assert.match(body.errors[0].detail, says);
    if (not !== undefined) assert.doesNotMatch(body.detail, not);
    assert.equal((await app.ask("/v1/usage")).body.used, 0);
  });
}

Deno.test("a literal % is accepted where a value may contain one", async () => {
  await using app = await startApp();
  const { status, body } = await app.ask("/v1/verify/email?email=100%@gmail.com");
  assert.deepEqual([status, body.email], [200, "100%@gmail.com"]);
});

Deno.test("the compatibility layer's address explains it too", async () => {
  await using app = await startApp();
  const { status, body } = await app.ask("/geoip/v2.1/city/1.2.3.4%25zz", { headers: basic(app.live) });
  assert.deepEqual([status, body.code], [400, "IP_ADDRESS_INVALID"]);
  assert.match(body.error, /% after an IPv4/);
});
