/** WINNOW_ACCESS_LOG: what a line holds, and what no line ever holds. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";

const LOGGED = { WINNOW_ACCESS_LOG: "true", WINNOW_LOG: "json" };

// deno-lint-ignore no-explicit-any -- lines of every event
type Line = any;

function requests(app: TestApp): Line[] {
  return app.log.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
}

Deno.test("a line names the row, the account, the credits and the verdict", async () => {
  await using app = await startApp({ env: LOGGED });
  const account = app.app.services.store.accounts.accountNamed("main")!.id;
  const compat = { key: null, headers: { authorization: `Basic ${btoa(`1:${app.live}`)}` } };
  const signup = { ip: "185.220.101.1", email: "jane@mailinator.com" };
  const scored = await app.ask("/v1/score/ip?ip=185.220.101.1");
  const rows = [
    { path: "/v1/score/ip?ip=8.8.8.8", route: "/v1/score/ip", credits: 1, verdict: "allow" },
    { path: "/v1/score/ip?ip=8.8.8.8", key: app.test, route: "/v1/score/ip", verdict: "allow" },
    { path: "/v1/score/user", json: signup, route: "/v1/score/user", credits: 2, verdict: "block" },
    {
      path: "/v1/batch",
      json: { type: "ip", items: ["8.8.8.8", "8.8.4.4", "no"] },
      route: "/v1/batch",
      credits: 2,
    },
    { path: "/v1/report", json: { kind: "email", value: "a@b.example" }, route: "/v1/report", credits: 1 },
    { path: "/v1/score/ip", route: "/v1/score/ip", status: 400 },
    { path: "/v1/usage", route: "/v1/usage" },
    { path: `/v1/score/${scored.body.request_id}`, route: "/v1/score/{request_id}" },
    { path: "/v1/rules/jane@example.org", method: "DELETE", route: "/v1/rules/{rule_id}", status: 404 },
    {
      path: "/geoip/v2.1/city/8.8.8.8",
      ...compat,
      route: "/geoip/v2.1/city/{ip}",
      credits: 1,
      verdict: "allow",
    },
    { path: "/v1/usage", key: "wk_live_none", route: "/v1/usage", status: 401, account: null },
    { path: "/nothing/8.8.8.8", route: null, status: 404, account: null },
    { path: "/healthz", route: "/healthz", account: null },
    { path: "/assets/none.css", route: "/assets/{name}", status: 404, account: null },
    { path: "/docs", route: "/docs", account: null },
    { path: `/v1/usage?x=${"y".repeat(9000)}`, route: "/v1/usage", status: 414, account: null },
  ];
  app.log.length = 0;
  for (const { path, route, status, credits, verdict, account: whose, ...given } of rows) {
    const answer = await app.ask(path, given);
    const lines = requests(app);
    assert.equal(lines.length, 1, path);
    app.log.length = 0;
    const { time, ms, request_id: requestId, ...line } = lines[0];
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000 && ms >= 0);
    // A stored score shows the id of its own request.
    if (answer.body?.request_id !== undefined && route !== "/v1/score/{request_id}") {
      assert.equal(requestId, answer.body.request_id, path);
    }
    assert.deepEqual(line, {
      level: "info",
      event: "request",
      method: given.method ?? (given.json === undefined ? "GET" : "POST"),
      route,
      status: status ?? answer.status,
      account: whose === undefined ? account : whose,
      credits: credits ?? 0,
      verdict: verdict ?? null,
    }, path);
    if (status === undefined) assert.ok(answer.status < 300, `${path} ${answer.status} ${answer.text}`);
  }
});

Deno.test("no identifier, key, query value or body value is ever logged", async () => {
  await using app = await startApp({ env: { ...LOGGED, WINNOW_LOG_LEVEL: "debug" } });
  const MARK = "zq7secret";
  const evil = `${MARK}\r\n{"event":"request"}\u001b[31m\u2028`;
  const path = encodeURIComponent(evil);
  const headers: Record<string, string>[] = [
    { "x-api-key": `wk_live_${MARK}` },
    { authorization: `Bearer ${MARK}` },
    { authorization: `Basic ${btoa(`1:${MARK}`)}` },
    {
      "user-agent": MARK,
      referer: `https://${MARK}.example/`,
      "x-request-id": MARK,
      "x-forwarded-for": MARK,
    },
    { traceparent: MARK, cookie: `winnow_session=${MARK}; a=${MARK}`, "content-type": `application/${MARK}` },
  ];
  const paths = [
    `/v1/score/ip?ip=${path}`,
    `/v1/verify/email?email=${MARK}%40mailinator.com&${path}=1`,
    `/v1/score/domain?domain=${MARK}.example`,
    `/v1/score/req_${path}`,
    `/v1/rules/${path}`,
    `/geoip/v2.1/city/${path}`,
    `/compat/maxmind/minfraud/v2.0/${path}`,
    `/docs/${path}`,
    `/console/scores/${path}?q=${path}`,
    `/${path}/${path}`,
    `//${MARK}`,
    `/v1/usage?${MARK}=${"x".repeat(9000)}`,
  ];
  for (const target of paths) {
    await app.ask(target);
    for (const given of headers) await app.ask(target, { key: null, headers: given });
    await app.ask(target, { method: "DELETE" });
    await app.ask(target, { json: { ip: evil, email: `${MARK}@${MARK}.com`, [MARK]: evil, user_id: evil } });
    await app.ask(target, { raw: `{"ip": "${MARK}`, headers: { "content-type": "application/json" } });
  }
  await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", email: `${MARK}@gmail.com`, user_id: MARK } });
  await app.ask("/v1/rules", { json: { kind: "email", value: `${MARK}@gmail.com`, action: "block" } });
  const visitor = new Visitor(app);
  await visitor.get(`/signup?x=${MARK}`);
  // What fails inside quotes the value in its message.
  app.app.services.rules.change = () => Promise.reject(new TypeError(`bad ${evil}`));
  assert.equal((await app.ask(`/v1/rules/${path}`, { method: "DELETE" })).status, 500);
  const client = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(app.origin).port) });
  const method = `X${MARK}`;
  await client.write(new TextEncoder().encode(
    `${method} /${MARK} HTTP/1.1\r\nHost: ${MARK}.example\r\nConnection: close\r\n\r\n`,
  ));
  await new Response(client.readable).text();
  assert.ok(requests(app).some((line) => line.method === "_OTHER"));
  assert.ok(app.log.length > 12 * 8, "the log has lines");
  const text = app.log.join("\n");
  assert.ok(
    !text.toLowerCase().includes(MARK),
    text.slice(text.indexOf(MARK) - 300, text.indexOf(MARK) + 100),
  );
  for (const key of [app.live, app.test]) assert.ok(!text.includes(key));
  for (const line of app.log) {
    assert.doesNotMatch(line, /[\p{Cc}\u2028]/u);
    JSON.parse(line);
  }
});

Deno.test("without the setting no request is logged", async () => {
  await using app = await startApp({ env: { WINNOW_LOG: "json", WINNOW_LOG_LEVEL: "debug" } });
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.deepEqual(app.log, []);
});
