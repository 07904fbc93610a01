import assert from "node:assert/strict";
import { ALLOW, BAN, CAPTCHA } from "../../../../src/compat/appsec/answer.ts";

Deno.test("the bodies of the protocol", () => {
  assert.deepEqual([ALLOW, BAN, CAPTCHA].map(({ status, body }) => [status, JSON.stringify(body)]), [
    [200, '{"action":"allow","http_status":200}'],
    [403, '{"action":"ban","http_status":403}'],
    [403, '{"action":"captcha","http_status":403}'],
  ]);
});
