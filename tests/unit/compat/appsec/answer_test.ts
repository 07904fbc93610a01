import assert from "node:assert/strict";
import { ALLOW, BAN, CAPTCHA, relayed } from "../../../../src/compat/appsec/answer.ts";

Deno.test("the bodies of the protocol", () => {
  assert.deepEqual([ALLOW, BAN, CAPTCHA].map(({ status, body }) => [status, JSON.stringify(body)]), [
    [200, '{"action":"allow","http_status":200}'],
    [403, '{"action":"ban","http_status":403}'],
    [403, '{"action":"captcha","http_status":403}'],
  ]);
});

Deno.test("a page is relayed whole: its status, headers and each cookie", async () => {
  const page = new Response("<p>wait</p>", {
    status: 303,
    headers: { location: "/a", "content-type": "text/html" },
  });
  page.headers.append("set-cookie", "a=1; Path=/; HttpOnly");
  page.headers.append("set-cookie", "b=2; Path=/");
  page.headers.set("content-length", "11");
  assert.deepEqual(await relayed(page), {
    status: 403,
    body: {
      action: "challenge",
      http_status: 303,
      user_body_content: "<p>wait</p>",
      user_cookies: ["a=1; Path=/; HttpOnly", "b=2; Path=/"],
      user_headers: { "Content-Type": ["text/html"], "Location": ["/a"] },
    },
  });
});
