/** HEAD: the headers of GET without the body, and nothing that costs. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";

/** Fields of the head of one answer over a bare socket, as a proxy or a load balancer sees them. */
async function headOf(app: TestApp, method: string, path: string): Promise<Map<string, string>> {
  const { hostname, port } = new URL(app.origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const request = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const [head, ...rest] = (await new Response(connection.readable).text()).split("\r\n\r\n");
  if (method === "HEAD") assert.equal(rest.join(""), "", `${path} sends a body`);
  const [line, ...fields] = head!.split("\r\n");
  return new Map([
    ["status", line!],
    ...fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]),
  ]);
}

Deno.test("HEAD carries the headers of GET, its length too", async (t) => {
  await using app = await startApp();
  const script = /\/assets\/[^"]+\.js/.exec((await app.ask("/", { key: null })).text)![0];
  const paths = ["/healthz", "/readyz", "/openapi.json", "/docs", "/docs/errors", "/fp.js", "/", "/signup"];
  for (const path of [...paths, script, "/favicon.ico", "/console", "/nowhere", "/v1/usage"]) {
    await t.step(path, async () => {
      const [get, head] = [await headOf(app, "GET", path), await headOf(app, "HEAD", path)];
      for (const fields of [get, head]) {
        for (const name of ["date", "set-cookie", "connection"]) fields.delete(name);
      }
      assert.deepEqual(head, get);
      if (path !== "/favicon.ico" && path !== "/console") {
        assert.ok(Number(head.get("content-length")) > 0, "the length is that of the body");
      }
    });
  }
  const metrics = await headOf(app, "HEAD", "/metrics");
  assert.match(metrics.get("status")!, / 200 /);
  assert.ok(Number(metrics.get("content-length")) > 0);
});

Deno.test("HEAD where GET scores answers as GET would, and bills, records and counts nothing", async () => {
  await using app = await startApp();
  const paths = [
    "/v1/score/ip?ip=8.8.8.8",
    "/v1/verify/email?email=jane@gmail.com",
    "/v1/lookup/phone?phone=%2B442079460123",
    "/v1/score/domain?domain=example.org",
    "/v1/score/user?ip=8.8.8.8",
  ];
  for (const path of paths) {
    const head = await app.ask(path, { method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("content-type"), head.text], [
      200,
      "application/json",
      "",
    ]);
    assert.ok(head.headers.has("x-ratelimit-remaining"), path);
    const options = await app.ask(path, { method: "OPTIONS", key: null });
    assert.match(options.headers.get("allow") ?? "", /^GET, HEAD, OPTIONS(, POST)?$/, path);
    const wrong = `${path}&strictness=9`;
    for (const [refused, options] of [[wrong, {}], [path, { key: null }]] as const) {
      const [get, head] = [
        await app.ask(refused, options),
        await app.ask(refused, { method: "HEAD", ...options }),
      ];
      assert.deepEqual([head.status, head.text], [get.status, ""], refused);
      assert.ok(get.status === 400 || get.status === 401, refused);
    }
  }
  for (const prefix of ["", "/compat/maxmind"]) {
    for (const depth of ["country", "city", "insights"]) {
      const path = `${prefix}/geoip/v2.1/${depth}/8.8.8.8`;
      const head = await app.ask(path, { method: "HEAD", headers: basic(app.live) });
      assert.deepEqual([head.status, head.text], [200, ""], path);
      assert.equal(head.headers.get("content-type")?.includes(`maxmind.com-${depth}+json`), true);
      const options = await app.ask(path, { method: "OPTIONS", key: null });
      assert.equal(options.headers.get("allow"), "GET, HEAD, OPTIONS", path);
    }
  }
  const { body: usage } = await app.ask("/v1/usage");
  assert.equal(usage.used, 0);
  const { body: summary } = await app.ask("/v1/outcomes/summary");
  assert.equal(summary.labels.scored, 0, "no score was recorded");
  const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8"] } });
  assert.equal(body.results[0].times_seen, 1, "no sighting was counted");
});

Deno.test("HEAD of what is free answers as GET does", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/ip?ip=8.8.8.8");
  for (const path of [`/v1/score/${body.request_id}`, "/v1/rules", "/v1/usage", "/v1/agent/policy"]) {
    const head = await app.ask(path, { method: "HEAD" });
    assert.deepEqual(
      [head.status, head.text, head.headers.has("x-ratelimit-remaining")],
      [200, "", true],
      path,
    );
    assert.match((await app.ask(path, { method: "PATCH" })).headers.get("allow") ?? "", /\bHEAD\b/);
  }
});

Deno.test("Allow lists what is allowed: no method that another path takes", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/openapi.json", { key: null });
  const ids: Readonly<Record<string, string>> = {
    request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
    ip: "8.8.8.8",
  };
  for (const [path, item] of Object.entries<object>(body.paths)) {
    const methods = Object.keys(item).map((method) => method.toUpperCase());
    const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? "x");
    const wanted = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
    for (
      const method of [
        "OPTIONS",
        ...["GET", "POST", "PUT", "PATCH", "DELETE"].filter((each) => !methods.includes(each)),
      ]
    ) {
      const { status, headers } = await app.ask(url, { method });
      assert.equal(status, method === "OPTIONS" ? 204 : 405, `${method} ${url}`);
      assert.deepEqual(headers.get("allow")?.split(", ").sort(), wanted, `${method} ${url}`);
    }
  }
});
