import assert from "node:assert/strict";
import { curlOf, exampleCall, targetOf } from "../../../../../../src/http/docs/reference/api_call.ts";
import type { Operation } from "../../../../../../src/http/docs/reference/openapi_reader.ts";

const OPERATION: Operation = {
  id: "x",
  method: "POST",
  path: "/v1/things/{id}",
  tag: "Things",
  summary: "A thing",
  description: null,
  parameters: [
    { name: "id", in: "path", required: true, schema: { example: "a/b" } },
    { name: "q", in: "query", required: true, schema: { example: "x & y" } },
    { name: "mode", in: "query", required: true, schema: { enum: ["allow", "block"] } },
    { name: "more", in: "query", required: false, schema: {} },
  ],
  body: { type: "application/json", schema: {}, example: { name: "it's" }, description: null },
  answers: [],
  basic: false,
  scope: "score",
  role: "analyst",
};

Deno.test("exampleCall and targetOf: examples, then the first choice; optional ones are left out; all encoded", () => {
  const call = exampleCall(OPERATION);
  assert.deepEqual(call.parameters, { id: "a/b", q: "x & y", mode: "allow", more: "" });
  assert.equal(targetOf(OPERATION, call), "/v1/things/a%2Fb?q=x+%26+y&mode=allow");
  assert.throws(() => targetOf(OPERATION, { parameters: {}, body: "" }), /id is part of the path/);
});

Deno.test("curlOf: values of the call cannot break out of their quotes", () => {
  const evil = `'; touch owned; '$(id)`;
  const call = { parameters: { id: evil, q: evil, mode: "allow" }, body: evil };
  const command = curlOf(OPERATION, call, "http://127.0.0.1", "$API_KEY");
  const outside = command.replaceAll("'\\''", "").replace(/'[^']*'/g, "");
  assert.doesNotMatch(outside, /touch|\$\(/);
  assert.match(outside, /-H "X-Api-Key: \$API_KEY"/);
});
