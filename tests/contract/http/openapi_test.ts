import assert from "node:assert/strict";
import process from "node:process";
import openapiTS, { astToString } from "openapi-typescript";
import { z } from "zod";
import { openApiDocument, servedFrom } from "../../../src/http/openapi/document.ts";
import { ALL_SCOPES } from "../../../src/model/access/key_scope.ts";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { exampleCall, targetOf } from "../../../src/http/docs/reference/api_call.ts";
import { Reference } from "../../../src/http/docs/reference/openapi_reader.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { sampleAppeal } from "../../support/app/appeals.ts";
import {
  SAMPLE_ALERT,
  SAMPLE_WEBHOOK,
  sampleAlert,
  sampleErasure,
  samplePerson,
  sampleWebhook,
} from "../../support/app/samples.ts";
import { inFolder } from "../../support/folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const SAMPLE_REQUEST = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";
const SAMPLE_REF = "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX";
const SAMPLE_IMPORT = "imp_019a9f3c2b7e3f2d9c0e4b17";
const SAMPLE_RING = "ring_019a9f3c11d270008a513f2d9c0e4b17";
const SAMPLE_RULE = "0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c";

// deno-lint-ignore no-explicit-any -- the document is looked into everywhere
const DOCUMENT = openApiDocument(ENDPOINTS) as any;

interface Found {
  readonly name: string;
  // deno-lint-ignore no-explicit-any -- as above
  readonly operation: any;
}

const OPERATIONS: readonly Found[] = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item as object).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  }))
);

Deno.test("/openapi.json is valid OpenAPI 3.1", async () => {
  await using app = await startApp();
  const { body, headers } = await app.ask("/openapi.json", { key: null });
  assert.match(headers.get("content-type") ?? "", /application\/json/);
  assert.match(body.openapi, /^3\.1\./);
  assert.deepEqual(body, JSON.parse(JSON.stringify(servedFrom(DOCUMENT, app.origin))));
  // The generator checks the document against the specification before it reads it.
  assert.ok((await openapiTS(body)).length > 0);
  await assert.rejects(openapiTS({ ...body, paths: { "/x": { get: { responses: "nonsense" } } } }));
});

Deno.test("/openapi.json is compressed for whom accepts it, each form with its own tag", async () => {
  await using app = await startApp();
  const codings = ["gzip", "identity", "gzip;q=0"];
  const answers = await Promise.all(codings.map(async (coding) => {
    const { status, headers, body } = await app.ask("/openapi.json", {
      key: null,
      headers: { "accept-encoding": coding },
    });
    assert.deepEqual([status, headers.get("vary")], [200, "Accept-Encoding"]);
    return { etag: headers.get("etag")!, body };
  }));
  assert.deepEqual(answers.map(({ etag }) => etag.endsWith('-gzip"')), [true, false, false]);
  for (const { body } of answers) assert.deepEqual(body, answers[0]!.body);
  const known = await app.ask("/openapi.json", {
    key: null,
    headers: { "accept-encoding": "gzip", "if-none-match": answers[0]!.etag },
  });
  assert.deepEqual([known.status, known.text], [304, ""]);
});

Deno.test("every endpoint of the specification is in the document", () => {
  const wanted = [
    "GET /v1/score/ip",
    "GET /v1/verify/email",
    "GET /v1/lookup/phone",
    "GET /v1/score/domain",
    "POST /v1/score/user",
    "GET /v1/score/user",
    "POST /v1/score/device",
    "POST /v1/batch",
    "POST /v1/report",
    "POST /v1/outcome",
    "POST /v1/verify/agent",
    "POST /v1/agent/authorize",
    "GET /v1/agent/policy",
    "PUT /v1/agent/policy",
    "GET /v1/rules",
    "POST /v1/rules",
    "DELETE /v1/rules/{rule_id}",
    "DELETE /v1/rules",
    "POST /v1/rules/import",
    "POST /compat/maxmind/minfraud/v2.0/insights",
    "GET /compat/maxmind/geoip/v2.1/insights/{ip}",
  ];
  const there = OPERATIONS.map(({ name }) => name);
  for (const name of wanted) assert.ok(there.includes(name), name);
  for (const row of ENDPOINTS) assert.ok(there.includes(`${row.method.toUpperCase()} ${row.path}`), row.path);
});

Deno.test("every operation has a unique id, a tag, a summary, security, an example and its errors", () => {
  const ids = new Set<string>();
  const tags = DOCUMENT.tags.map(({ name }: { name: string }) => name);
  const schemes = Object.keys(DOCUMENT.components.securitySchemes);
  assert.deepEqual(schemes.sort(), ["apiKey", "basic", "bearer"]);
  for (const { name, operation } of OPERATIONS) {
    assert.match(operation.operationId, /^[a-z]\w+$/, name);
    assert.ok(!ids.has(operation.operationId), name);
    ids.add(operation.operationId);
    assert.ok(tags.includes(operation.tags[0]), name);
    assert.ok(operation.summary.length > 5, name);
    assert.ok(ALL_SCOPES.includes(operation["x-required-scope"]), name);
    assert.ok(operation.security.length > 0, name);
    for (const scheme of operation.security) assert.ok(schemes.includes(Object.keys(scheme)[0]!), name);
    const good = Object.values(
      (operation.responses["200"] ?? operation.responses["201"])?.content ?? {},
    )[0] as
      | { example?: unknown }
      | undefined;
    if (operation.responses["204"] === undefined) {
      assert.notEqual(good?.example, undefined, `${name} has no example`);
    }
    const body = Object.values(operation.requestBody?.content ?? {})[0] as { example?: unknown } | undefined;
    if (body !== undefined) assert.notEqual(body.example, undefined, `${name} has no example of its body`);
    for (const parameter of operation.parameters ?? []) {
      const { schema, required } = parameter;
      if (required) {
        assert.ok(schema.example !== undefined || schema.enum !== undefined, `${name} ${parameter.name}`);
      }
    }
    for (const status of ["429", "500", "503"]) {
      assert.notEqual(operation.responses[status], undefined, `${name} ${status}`);
    }
    assert.ok(operation.responses["401"] ?? operation.responses["403"], name);
    for (const [status, answer] of Object.entries(operation.responses) as [string, Found["operation"]][]) {
      if (Number(status) < 400) continue;
      if (operation.tags[0] === "Compatibility") {
        // None of these has a body, as at the vendor; a 415 of a body has one when it is compressed.
        const isBare = Number(status) >= 500 || status === "406" ||
          (status === "415" && operation.requestBody === undefined);
        assert.equal(answer.content === undefined, isBare, `${name} ${status}`);
        if (answer.content === undefined) continue;
        const { schema } = answer.content["application/vnd.maxmind.com-error+json"];
        assert.equal(schema.$ref, "#/components/schemas/CompatError", `${name} ${status}`);
        continue;
      }
      const { schema, examples } = answer.content["application/problem+json"];
      assert.equal(schema.$ref, "#/components/schemas/Problem", `${name} ${status}`);
      for (const { $ref } of Object.values(examples) as { $ref: string }[]) {
        const example = DOCUMENT.components.examples[$ref.split("/").at(-1)!];
        assert.equal(example.value.status, Number(status), `${name} ${$ref}`);
      }
    }
  }
});

Deno.test("each group of endpoints answers a missing key with its documented status", () => {
  const codes = (name: string, status: string) =>
    Object.keys(
      OPERATIONS.find((found) => found.name === name)!.operation.responses[status]
        ?.content["application/problem+json"]
        .examples ?? {},
    );
  assert.ok(codes("GET /v1/score/ip", "401").includes("key_missing"));
  assert.ok(codes("POST /v1/batch", "403").includes("key_missing"));
  assert.ok(codes("GET /v1/score/ip", "401").includes("scope_missing"));
  assert.equal(
    OPERATIONS.find(({ name }) => name === "GET /v1/score/ip")!.operation.responses["403"],
    undefined,
    "the specification gives it no 403",
  );
  assert.ok(codes("POST /v1/batch", "403").includes("scope_missing"));
  assert.ok(codes("POST /v1/batch", "403").includes("key_expired"));
  assert.ok(codes("POST /v1/batch", "402").includes("quota_exceeded"));
  assert.ok(codes("GET /v1/score/ip", "429").includes("quota_exceeded"));
  assert.ok(codes("POST /v1/outcome", "403").includes("test_key_refused"));
  assert.ok(!codes("GET /v1/rules", "402").includes("quota_exceeded"), "rules are free");
});

/** The schema without additional properties, so that undocumented fields are rejected. */
function assertFits(schema: z.ZodType, value: unknown, name: string): void {
  const result = schema.safeParse(value);
  assert.ok(result.success, `${name}: ${result.error?.message}`);
  assert.deepEqual(result.data, value, `${name} has a field that the document does not name`);
}

Deno.test("every example matches its schema exactly", () => {
  for (const row of ENDPOINTS) {
    const operation = DOCUMENT.paths[row.path][row.method];
    assertFits(
      row.response,
      operation.responses[row.created ? "201" : "200"].content["application/json"].example,
      operation.operationId,
    );
  }
});

Deno.test("a row's own example is the example of its response", () => {
  const row = ENDPOINTS.find(({ path }) => path === "/v1/usage")!;
  const example = { used: 1 };
  // deno-lint-ignore no-explicit-any -- as above
  const { paths } = openApiDocument([{ ...row, example }]) as any;
  assert.deepEqual(paths[row.path].get.responses["200"].content["application/json"].example, example);
});

/** A schema of the document by itself, as a reader who has only the document understands it. */
function readerOf(schema: object): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: DOCUMENT.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

Deno.test("every example is valid under the document's own schemas, its nulls too", () => {
  let nulls = 0;
  for (const { name, operation } of OPERATIONS) {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)] as Found["operation"][];
    for (
      const { schema, example } of bodies.flatMap((body) => Object.values(body?.content ?? {})) as {
        schema: object;
        example?: unknown;
      }[]
    ) {
      if (example === undefined) continue;
      const result = readerOf(schema).safeParse(example);
      assert.ok(result.success, `${name}: ${result.error?.message}`);
      nulls += JSON.stringify(example).split(":null").length - 1;
    }
  }
  assert.ok(nulls > 50, `${nulls} nulls`);
  const past = readerOf(DOCUMENT.components.schemas.StoredScore.properties.rule_applied);
  assert.deepEqual([null, {}, { id: 1 }].map((value) => past.safeParse(value).success), [true, false, false]);
});

const SAMPLE_HOOK = "hook_pB0cXl3nS9yQ5m1kR7wTzA";

const SAMPLE_APPEAL = "apl_019a9f3c2b7e7f00a1b2c3d4e5f6";

const SAMPLE_CAMPAIGN = "cmp_019a9f3c2b7e000001000Zr1c0d3E";

/** Four people with addresses at a domain that was never seen before. */
async function sampleCampaign(app: TestApp): Promise<string> {
  for (const name of ["anna.berg", "tom.hale", "mia.rossi", "jan.novak"]) {
    await app.ask("/v1/score/user", { json: { email: `${name}@kestrelbyte.com` } });
  }
  const { body } = await app.ask("/v1/campaigns?fresh=true");
  return body.campaigns[0].campaign_id;
}

/** The id of a decision in examples. */
const SAMPLE_DECISION = "4711";

/** The id of a send in examples. */
const SAMPLE_SEND = "snd_0mfz3k1a0a1b2c3d4e5f6g7h8";

async function sampleSend(app: TestApp): Promise<string> {
  const json = { channel: "sms", to: "+442083661177", purpose: "signup" };
  const { body, text } = await app.ask("/v1/guard/send", { json });
  assert.ok(typeof body.send_id === "string", text);
  return body.send_id;
}

async function sampleDecision(app: TestApp): Promise<string> {
  await app.ask("/v1/rules", { json: { action: "block", values: ["185.220.101.99"] } });
  const { body } = await app.ask("/v1/decisions?ip=185.220.101.99");
  return String(body.decisions[0].id);
}

async function send(app: TestApp, id: string): Promise<unknown> {
  const operation = new Reference(DOCUMENT).operation(id)!;
  const scored = await app.ask("/v1/score/ip?ip=8.8.8.8");
  const decided = id.includes("AgentDecisions")
    ? await app.ask("/v1/agent/authorize", {
      json: { url: "https://shop.example/", headers: {}, receipt: true },
    })
    : scored;
  const rule = await app.ask("/v1/rules", { json: { action: "block", values: [`${id}.example`] } });
  const stored = await app.ask(`/v1/score/${scored.body.request_id}`);
  const device = { email: `${id}@one.example`, device_id: "0123456789abcdef" };
  await app.ask("/v1/score/user", { json: { ...device, email: "first@one.example" } });
  const signup = await app.ask("/v1/score/user", { json: device });
  const hook = !/^(patch|delete)Hooks/.test(id) ? null : await app.ask("/v1/hooks", {
    json: { kind: "supabase", mode: "observe", when_unsure: "allow" },
  });
  const webhook = id.includes("ebhook") ? await sampleWebhook(app) : "";
  const labelled = id !== "deleteOutcomesImportImportId" ? null : await app.ask("/v1/outcomes/import", {
    raw: `request_id,outcome\n${signup.body.request_id},fraud\n`,
    headers: { "content-type": "text/csv" },
  });
  const campaign = id.includes("CampaignId") ? await sampleCampaign(app) : "";
  const appeal = id.includes("AppealId") ? await sampleAppeal(app) : "";
  const alert = id.includes("AlertId") ? await sampleAlert(app) : "";
  const named = await samplePerson(app);
  const decision = id.includes("DecisionId") ? await sampleDecision(app) : "";
  const sent = id === "postGuardOutcome" ? await sampleSend(app) : "";
  const erased = id.includes("Erasures") ? await sampleErasure(app) : named;
  const real = (text: string) =>
    erased(named(text)).replaceAll(SAMPLE_DECISION, decision).replaceAll(SAMPLE_SEND, sent).replaceAll(
      SAMPLE_ALERT,
      alert,
    ).replaceAll(
      SAMPLE_APPEAL,
      appeal,
    ).replaceAll(
      SAMPLE_CAMPAIGN,
      campaign,
    )
      .replaceAll(SAMPLE_HOOK, hook?.body.hook_id).replaceAll(SAMPLE_REQUEST, decided.body.request_id)
      .replaceAll(SAMPLE_RULE, rule.body.rules[0].id)
      .replaceAll(SAMPLE_REF, stored.body.components[0].ref)
      .replaceAll(SAMPLE_RING, signup.body.linkage.ring.ring_id)
      .replaceAll(SAMPLE_IMPORT, labelled?.body.import_id)
      .replaceAll(SAMPLE_WEBHOOK, webhook);
  const call = exampleCall(operation);
  const answer = await app.ask(real(targetOf(operation, call)), {
    method: operation.method,
    ...(operation.body === null
      ? {}
      : { raw: real(call.body), headers: { "content-type": operation.body.type } }),
  });
  assert.equal(answer.status, id === "postPeople" ? 201 : 200, `${id}: ${answer.text}`);
  return answer.body;
}

Deno.test("every endpoint accepts its own example and answers as documented", async () => {
  await using app = await startApp();
  for (const row of ENDPOINTS) {
    const { operationId } = DOCUMENT.paths[row.path][row.method];
    assertFits(row.response, await send(app, operationId), operationId);
  }
});

const CLIENT = `
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

const [baseUrl, key] = Deno.args as [string, string];
const winnow = createClient<paths>({ baseUrl, headers: { "X-Api-Key": key } });
const ip = await winnow.GET("/v1/score/ip", { params: { query: { ip: "185.220.101.1" } } });
const score: number = ip.data!.risk_score;
const tor: boolean | null = ip.data!.signals.is_tor;
const signup = await winnow.POST("/v1/score/user", { body: { email: "someone@mailinator.com", strictness: 2 } });
const verdict: "allow" | "review" | "block" = signup.data!.verdict;
const email: components["schemas"]["EmailResult"] = signup.data!.components.email!;

const batch = await winnow.POST("/v1/batch", { body: { type: "ip", items: ["8.8.8.8"], strictness: "strict" } });
const result: components["schemas"]["BatchResult"] = batch.data!;
if (result.type === "ip") {
  for (const item of result.results) {
    const fact: boolean | null | string = "error" in item ? item.error : item.signals.is_vpn;
    void fact;
  }
}
// @ts-expect-error -- codes are those of the catalogue
const nonsense: components["schemas"]["ErrorCode"] = "nonsense";
void nonsense;
// @ts-expect-error -- a strictness has one of four names
await winnow.POST("/v1/score/user", { body: { email: "someone@mailinator.com", strictness: "harsh" } });
const label = await winnow.POST("/v1/outcome", { body: [{ request_id: signup.data!.request_id, outcome: "fraud" }] });
const past = await winnow.GET("/v1/score/{request_id}", { params: { path: { request_id: signup.data!.request_id } } });
const failed = await winnow.GET("/v1/score/ip", { params: { query: { ip: "nonsense" } } });
const code: components["schemas"]["ErrorCode"] = failed.error!.code;

// @ts-expect-error -- ip is required
await winnow.GET("/v1/score/ip", { params: { query: {} } });
// @ts-expect-error -- there is no such address
await winnow.GET("/v1/score/nothing", {});

console.log(JSON.stringify({
  score, tor, verdict, status: email.status, recorded: label.data!.recorded, label: past.data!.label?.outcome, code,
}));
`;

Deno.test("a typed client generated from the document compiles and works", async () => {
  await using app = await startApp();
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/schema.d.ts`, astToString(await openapiTS(DOCUMENT)));
    await Deno.writeTextFile(`${folder}/client.ts`, CLIENT);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--check",
        "--allow-net",
        `--config=${ROOT}deno.json`,
        `${folder}/client.ts`,
        app.origin,
        app.live,
      ],
      env: { NO_COLOR: "1" },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
      score: (await app.ask("/v1/score/ip?ip=185.220.101.1")).body.risk_score,
      tor: null,
      verdict: "block",
      status: "do_not_mail",
      recorded: 1,
      label: "fraud",
      code: "invalid_value",
    });
  });
});

Deno.test("the document is rendered once for an address, and not sent again to who has it", async () => {
  await using app = await startApp();
  const first = await app.ask("/openapi.json", { key: null });
  const etag = first.headers.get("etag") ?? "";
  // That of the compressed form, which `fetch` accepts.
  assert.match(etag, /^"[0-9a-f]{32}-gzip"$/);
  assert.equal(first.headers.get("cache-control"), "no-cache");
  assert.equal(first.body.servers[0].url, app.origin);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await app.ask("/openapi.json", { key: null, headers: { "if-none-match": tags } });
    assert.deepEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag], tags);
  }
  const changed = await app.ask("/openapi.json", { key: null, headers: { "if-none-match": '"other"' } });
  assert.deepEqual([changed.status, changed.text], [200, first.text]);
  const ask = (host: string) => app.app.fetch(new Request(`http://${host}/openapi.json`));
  const elsewhere = await ask("elsewhere.test");
  assert.notEqual(elsewhere.headers.get("etag"), etag);
  const before = process.cpuUsage();
  for (let at = 0; at < 200; at++) await (await ask("x.test")).body?.cancel();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 200 < 3_000, `${(user + system) / 200} µs each`);
});
