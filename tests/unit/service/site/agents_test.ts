import assert from "node:assert/strict";
import { readCaptured } from "../../../../src/service/site/agents.ts";

interface Row {
  readonly name: string;
  readonly given: string;
  readonly expected: ReturnType<typeof readCaptured>;
}

const ROWS: readonly Row[] = [
  {
    name: "as on the wire",
    given: "GET /a?b=c HTTP/1.1\r\nHost: shop.example\r\nAccept: */*\r\n\r\nbody",
    expected: {
      method: "GET",
      url: "https://shop.example/a?b=c",
      headers: { host: "shop.example", accept: "*/*" },
    },
  },
  {
    name: "a field on two lines is joined",
    given: "POST / HTTP/2\nHost: shop.example\nSignature: a=:x:\nsignature: b=:y:",
    expected: {
      method: "POST",
      url: "https://shop.example/",
      headers: { host: "shop.example", signature: "a=:x:, b=:y:" },
    },
  },
  {
    name: "a whole URL in the first line",
    given: "GET http://shop.example:8080/a HTTP/1.1",
    expected: { method: "GET", url: "http://shop.example:8080/a", headers: {} },
  },
  {
    name: "header names of objects are only names",
    given: "GET / HTTP/1.1\nHost: a.example\nconstructor: x\n__proto__: y",
    expected: {
      method: "GET",
      url: "https://a.example/",
      headers: Object.fromEntries([["host", "a.example"], ["constructor", "x"], ["__proto__", "y"]]),
    },
  },
  {
    name: "the JSON of the API",
    given: '{"method":"GET","url":"https://a.example/","headers":{"Signature":"x","bad":1}}',
    expected: { method: "GET", url: "https://a.example/", headers: { Signature: "x" } },
  },
];

for (const { name, given, expected } of ROWS) {
  Deno.test(`readCaptured: ${name}`, () => assert.deepEqual(readCaptured(given), expected));
}

Deno.test("readCaptured: anything else is refused in words", () => {
  for (
    const given of ["", "GET", "GET / HTTP/1.1", "{}", "[1]", '{"url":"x","headers":[]}', "x".repeat(70_000)]
  ) {
    assert.throws(() => readCaptured(given), { name: "AppError" }, given.slice(0, 20));
  }
});
