import assert from "node:assert/strict";
import { localOrigin } from "../../../src/server/listen.ts";

Deno.test("the curl of the first start names an address that can be called", () => {
  const rows = [
    { given: "http://0.0.0.0:8080", expected: "http://127.0.0.1:8080" },
    { given: "http://[::]:8080", expected: "http://[::1]:8080" },
    { given: "http://127.0.0.1:8080", expected: "http://127.0.0.1:8080" },
    { given: "http://10.0.0.0:8080", expected: "http://10.0.0.0:8080" },
    { given: "https://0.0.0.0.example.com", expected: "https://0.0.0.0.example.com" },
    { given: "http://0.0.0.0.example.com", expected: "http://0.0.0.0.example.com" },
  ];
  for (const { given, expected } of rows) assert.equal(localOrigin(given), expected, given);
});
