/** OpenTelemetry through the runtime, with a receiver on loopback: traces and metrics arrive, and nothing that a caller sent. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { otlpReceiver } from "../../support/servers/otlp_receiver.ts";
import { makeKey, processTest, startServer } from "../../support/process/program.ts";

const MARK = "zq7secret";

processTest("spans and metrics name the row of a request, and hold no value of it", async (folder) => {
  await using receiver = otlpReceiver();
  const { key } = await makeKey(folder, "shop");
  const server = await startServer(folder, {
    WINNOW_LOG: "json",
    WINNOW_ACCESS_LOG: "true",
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_METRIC_EXPORT_INTERVAL: "500",
    OTEL_BSP_SCHEDULE_DELAY: "200",
    OTEL_BLRP_SCHEDULE_DELAY: "200",
    OTEL_SERVICE_NAME: "winnow",
  });
  try {
    const headers = { "x-api-key": key };
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${server.origin}${path}`, { headers, ...init });
      await response.body?.cancel();
      return response.status;
    };
    const json = { ...headers, "content-type": "application/json", "user-agent": MARK, cookie: `a=${MARK}` };
    const body = JSON.stringify({ ip: "185.220.101.1", email: `${MARK}@mailinator.com`, user_id: MARK });
    const rows = [
      { path: "/v1/score/ip?ip=185.220.101.7", span: "GET /v1/score/ip", status: 200 },
      { path: `/v1/verify/email?email=${MARK}%40mailinator.com`, span: "GET /v1/verify/email", status: 200 },
      {
        path: `/v1/score/user?${MARK}=${MARK}`,
        init: { method: "POST", headers: json, body },
        span: "POST /v1/score/user",
        status: 200,
      },
      { path: `/v1/score/ip?ip=${MARK}`, span: "GET /v1/score/ip", status: 400 },
      {
        path: `/v1/rules/${MARK}`,
        init: { method: "DELETE", headers },
        span: "DELETE /v1/rules/{rule_id}",
        status: 404,
      },
      { path: `/geoip/v2.1/city/${MARK}`, span: "GET /geoip/v2.1/city/{ip}", status: 401 },
      { path: `/${MARK}?${MARK}`, span: "GET", status: 404 },
      { path: `/v1/usage?${MARK}=${"x".repeat(9000)}`, span: "GET /v1/usage", status: 414 },
    ];
    for (const { path, init = {}, status } of rows) assert.equal(await ask(path, init), status, path);
    // The runtime parses the URL itself, and its error quotes it.
    for (const host of [`${MARK} x`, `${MARK}.example:99999`]) {
      using client = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(server.origin).port) });
      const lines = `GET /${MARK}?${MARK} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      await client.write(new TextEncoder().encode(lines));
      const answer = new Uint8Array(100);
      const length = await client.read(answer) ?? 0;
      assert.match(new TextDecoder().decode(answer.subarray(0, length)), /^HTTP\/1.1 400 /);
    }
    const wanted = rows.map(({ span, status }) => `${span} ${status}`).sort();
    const found = () => receiver.spans().filter(({ route, name }) => route !== null || name === "GET");
    await eventually(() => found().length >= wanted.length, "the spans");
    await eventually(() => receiver.metricNames().has("http.server.request.duration"), "the metrics");
    await eventually(() => receiver.text("/v1/logs").includes("/v1/verify/email"), "the log");
    const named = found().map(({ name, status }) => `${name} ${status}`);
    for (const span of wanted) assert.ok(named.includes(span), `${span} of ${named}`);
    const routes = new Set(receiver.spans().map(({ route }) => route));
    assert.ok(routes.has("/v1/score/ip") && routes.has("/v1/rules/{rule_id}"));
    const keys = new Set(receiver.spans().flatMap(({ attributes }) => attributes));
    const allowed = ["http.request.method", "http.response.status_code", "http.route", "url.scheme"];
    assert.deepEqual([...keys].sort(), allowed);
    assert.equal(await server.stop(), 0);
    const everything = receiver.everything() + server.lines.join("\n");
    for (const value of [MARK, key, "185.220.101", "mailinator", "xxxx"]) {
      assert.ok(!everything.toLowerCase().includes(value.toLowerCase()), value);
    }
  } finally {
    await server.kill();
  }
});

processTest("the keys of a first start on a terminal are not exported", async (folder) => {
  await using receiver = otlpReceiver();
  const program = `${Deno.execPath()} run -A --unstable-kv --no-check main.ts serve`;
  const server = await startServer(folder, {
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BLRP_SCHEDULE_DELAY: "100",
  }, ["script", "-qec", program, "/dev/null"]);
  try {
    await eventually(() => server.lines.some((line) => /wk_live_/.test(line)), "the keys");
    await (await fetch(`${server.origin}/v1/usage`)).body?.cancel();
    await eventually(() => receiver.spans().length > 0, "a span");
    assert.doesNotMatch(receiver.everything(), /wk_(live|test)_/);
  } finally {
    await server.stop();
  }
});

processTest("without OTEL_DENO nothing is exported, and nothing changes", async (folder) => {
  await using receiver = otlpReceiver();
  const server = await startServer(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  try {
    assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
    assert.equal(await server.stop(), 0);
    assert.equal(receiver.everything(), "");
  } finally {
    await server.kill();
  }
});
