import assert from "node:assert/strict";
import { TrieRouter } from "hono/router/trie-router";
import { PathRouter } from "../../../src/http/server.ts";

const ROUTES = [
  ["GET", "/v1/score/ip"],
  ["POST", "/v1/score/user"],
  ["GET", "/v1/score/:request_id{req_[^/]+}"],
  ["GET", "/v1/rules"],
  ["DELETE", "/v1/rules"],
  ["DELETE", "/v1/rules/:rule_id"],
  ["ALL", "/docs/*"],
  ["GET", "/docs/errors"],
] as const;

const REQUESTS = [
  ["GET", "/v1/score/ip"],
  ["POST", "/v1/score/ip"],
  ["GET", "/v1/score/ip/"],
  ["GET", "/v1/score/req_1"],
  ["GET", "/v1/score/other"],
  ["DELETE", "/v1/rules"],
  ["DELETE", "/v1/rules/r1"],
  ["DELETE", "/v1/rules/r2"],
  ["PUT", "/docs/errors"],
  ["GET", "/docs/errors"],
  ["ANY", "/v1/rules"],
  ["GET", "__proto__"],
] as const;

Deno.test("the same routes are found as by hono's router, the first time and after", () => {
  const [router, expected] = [new PathRouter<string>(), new TrieRouter<string>()];
  for (const [method, path] of ROUTES) {
    router.add(method, path, `${method} ${path}`);
    expected.add(method, path, `${method} ${path}`);
  }
  for (const [method, path] of [...REQUESTS, ...REQUESTS]) {
    assert.deepEqual(router.match(method, path), expected.match(method, path), `${method} ${path}`);
  }
});
