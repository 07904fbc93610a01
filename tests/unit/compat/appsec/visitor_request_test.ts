import assert from "node:assert/strict";
import { agentRequestOf, pathOf, readVisitorRequest } from "../../../../src/compat/appsec/visitor_request.ts";

const TOLD = {
  "x-crowdsec-appsec-api-key": "wk_live_secret",
  "x-crowdsec-appsec-ip": "192.0.2.7",
  "x-crowdsec-appsec-verb": "POST",
  "x-crowdsec-appsec-uri": "/sign-up?next=%2Fa",
  "x-crowdsec-appsec-host": "Shop.example.com",
  "x-crowdsec-appsec-user-agent": "Mozilla/5.0",
  "x-crowdsec-appsec-http-version": "11",
};

const read = (given: Record<string, string | null>) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...TOLD, ...given })) {
    if (value !== null) headers.set(name, value);
  }
  return readVisitorRequest(headers);
};

Deno.test("the visitor's request: his headers, and what the bouncer tells", () => {
  const request = read({
    "user-agent": "crowdsec-nginx-bouncer/v1.1",
    host: "winnow.internal:8080",
    "content-length": "12",
    connection: "keep-alive",
    cookie: "a=1",
    "x-api-key": "the site's own",
    accept: "text/html",
  })!;
  assert.deepEqual(
    [request.address.text, request.method, request.host, request.uri, request.scheme, request.cookie],
    ["192.0.2.7", "POST", "shop.example.com", "/sign-up?next=%2Fa", "https", "a=1"],
  );
  assert.deepEqual(Object.fromEntries(request.headers), {
    accept: "text/html",
    cookie: "a=1",
    host: "Shop.example.com",
    "user-agent": "Mozilla/5.0",
    "x-api-key": "the site's own",
  });
});

const INCOMPLETE: Record<string, Record<string, string | null>> = {
  "no address": { "x-crowdsec-appsec-ip": null },
  "two addresses": { "x-crowdsec-appsec-ip": "192.0.2.7, 10.0.0.1" },
  "a name for an address": { "x-crowdsec-appsec-ip": "localhost" },
  "no method": { "x-crowdsec-appsec-verb": null },
  "a method with a blank": { "x-crowdsec-appsec-verb": "GET /x" },
  "no URI": { "x-crowdsec-appsec-uri": null },
  "a relative URI": { "x-crowdsec-appsec-uri": "sign-up" },
  "a URI with a blank": { "x-crowdsec-appsec-uri": "/a b" },
  "an endless URI": { "x-crowdsec-appsec-uri": `/${"a".repeat(20_000)}` },
};
for (const [name, given] of Object.entries(INCOMPLETE)) {
  Deno.test(`no visitor's request: ${name}`, () => assert.equal(read(given), null));
}

Deno.test("a host that is none is unknown, and the request is judged without it", () => {
  for (const host of [null, "a b", "shop.example/x", "x".repeat(400)]) {
    assert.equal(read({ "x-crowdsec-appsec-host": host })!.host, null);
  }
  assert.equal(read({ "x-crowdsec-appsec-host": "[2001:db8::1]:8443" })!.host, "[2001:db8::1]:8443");
});

Deno.test("a flood of headers is cut, and a long one left out", () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x-${at}`, "1"]));
  const request = read({ ...many, cookie: "c".repeat(20_000) })!;
  assert.ok([...request.headers].length <= 200);
  assert.equal(request.cookie, null);
});

const URIS: readonly [uri: string, path: string | null][] = [
  ["/sign-up", "/sign-up"],
  ["/sign-up/", "/sign-up"],
  ["/sign-up?email=x", "/sign-up"],
  ["//sign-up", "/sign-up"],
  ["/./sign-up", "/sign-up"],
  ["/x/../sign-up", "/sign-up"],
  ["/x/%2e%2e/sign-up", "/sign-up"],
  ["/%73ign-up", "/sign-up"],
  ["/Sign-Up", "/Sign-Up"],
  ["/", "/"],
  ["/%zz", null],
];
for (const [uri, path] of URIS) {
  Deno.test(`the path of ${uri}`, () => assert.equal(pathOf(uri), path));
}

Deno.test("a signed request keeps its URL as it was signed; without both headers of a signature it is none", () => {
  const signature = { "signature-input": "sig1=()", signature: "sig1=:YQ==:" };
  const request = read({ ...signature, "x-crowdsec-appsec-uri": "/A/%7Eb/../c?x=%2F&y" })!;
  const agent = agentRequestOf(request)!;
  assert.deepEqual([agent.method, agent.url], ["POST", "https://shop.example.com/A/%7Eb/../c?x=%2F&y"]);
  assert.equal(agent.headers["signature-input"], "sig1=()");
  assert.equal("x-crowdsec-appsec-api-key" in agent.headers, false);
  assert.equal(
    agentRequestOf(read({ ...signature, "x-forwarded-proto": "http" })!)!.url.slice(0, 7),
    "http://",
  );
  assert.equal(agentRequestOf(read({ "signature-input": "sig1=()" })!), null);
  assert.equal(agentRequestOf(read({ ...signature, "x-crowdsec-appsec-host": null })!), null);
});
