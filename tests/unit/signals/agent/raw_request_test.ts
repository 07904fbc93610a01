import assert from "node:assert/strict";
import { readRawRequest } from "../../../../src/signals/agent/raw_request.ts";

const read = (text: string) => readRawRequest(text, "http", (why) => new RangeError(why));

const ROWS = [
  ["the scheme completes a path", "GET /a HTTP/1.1\r\nHost: shop.example", "http://shop.example/a", ["host"]],
  ["blank lines before the request line", "\n\r\nGET / HTTP/2\nhost: a.example", "http://a.example/", [
    "host",
  ]],
  ["curl's marks", "> GET / HTTP/1.1\n> Host: a.example\n>\n> x", "http://a.example/", ["host"]],
  ["a name with a space", "GET / HTTP/1.1\nHost : a.example", "http://a.example/", ["host"]],
  ["headers end at a blank line", "GET https://a.example/\nA: 1\n\nB: 2", "https://a.example/", ["a"]],
] as const;

for (const [name, text, url, headers] of ROWS) {
  Deno.test(`readRawRequest: ${name}`, () => {
    const request = read(text);
    assert.deepEqual([request.method, request.url, Object.keys(request.headers)], ["GET", url, headers]);
  });
}

Deno.test("readRawRequest keeps a folded line with the field before it", () => {
  const { headers } = read("GET https://a.example/ HTTP/1.1\nSignature-Input: a=(),\n  b=()\nA: 1");
  assert.deepEqual(headers, { "signature-input": "a=(),\r\n  b=()", a: "1" });
});

Deno.test("readRawRequest refuses other texts with the error it is given", () => {
  for (const text of ["", "hello", "GET / HTTP/1.1\nA: 1", "GET / HTTP/1.1\nHost", " : \n"]) {
    assert.throws(() => read(text), RangeError, text);
  }
});
