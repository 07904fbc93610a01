/** Every error that the document describes, from the real application, and no error that it does not describe. */
import assert from "node:assert/strict";
import { AppError, ERROR_CODE_NAMES, type ErrorCode } from "../../../src/model/error.ts";
import { ALL_SCOPES } from "../../../src/model/access/key_scope.ts";
import { revokeKey } from "../../../src/service/access/keys.ts";
import { exampleCall } from "../../../src/http/docs/reference/api_call.ts";
import { Reference } from "../../../src/http/docs/reference/openapi_reader.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import type { DocumentedOperation } from "../../support/openapi/api_contract.ts";
import { type Call, JudgedApp } from "../../support/openapi/judged.ts";

/** The operation as its documentation calls it. */
function exampleOf(reference: Reference, { id }: DocumentedOperation): Call {
  const operation = reference.operation(id)!;
  const { parameters, body } = exampleCall(operation);
  const named = (where: string) =>
    Object.fromEntries(
      operation.parameters.flatMap(({ name, in: place }) =>
        place === where && parameters[name] ? [[name, parameters[name]]] : []
      ),
    );
  return {
    params: named("path"),
    query: named("query"),
    ...(operation.body === null ? {} : { raw: body, headers: { "content-type": operation.body.type } }),
  };
}

interface Keys {
  readonly revoked: string;
  readonly expired: string;
  readonly paused: string;
  readonly spent: string;
  /** Without the scope. */
  readonly without: Readonly<Record<string, string>>;
}

async function makeKeys(app: TestApp): Promise<Keys> {
  const { store, now, randomBytes } = app.app.services;
  const revoked = await app.account("revoked");
  await revokeKey({ store, now, randomBytes }, revoked.keyId);
  const paused = await app.account("paused");
  await store.accounts.putAccount({ ...paused.account, paused: true });
  const without: Record<string, string> = {};
  for (const scope of ALL_SCOPES) {
    const scopes = ALL_SCOPES.filter((other) => other !== scope);
    without[scope] = (await app.account(`without ${scope}`, { scopes })).key;
  }
  return {
    revoked: revoked.key,
    expired: (await app.account("expired", { expiresAt: now() - 1 })).key,
    paused: paused.key,
    spent: (await app.account("spent", { monthly: 0 })).key,
    without,
  };
}

const LONG = "x".repeat(17_000);

/** What can be wrong with a request to any operation. */
function provocations(keys: Keys, { scope, hasBody }: DocumentedOperation, example: Call): Call[] {
  const { headers = {}, query = {} } = example;
  const bodies: Call[] = !hasBody ? [] : [
    { ...example, raw: "{" },
    { ...example, raw: "[]" },
    { ...example, raw: '{"kind":7,"items":7,"type":7,"url":7,"rules":7,"values":[7],"ip":7}' },
    { ...example, headers: { ...headers, "content-type": "image/png" } },
    { ...example, headers: { ...headers, "content-encoding": "gzip" } },
    { ...example, raw: `{"a":"${"x".repeat(3_000_000)}"}` },
  ];
  return [
    { ...example, key: null },
    { ...example, key: "wk_live_unknown" },
    { ...example, key: keys.revoked },
    { ...example, key: keys.expired },
    { ...example, key: keys.without[scope]! },
    { ...example, key: keys.paused },
    { ...example, key: keys.spent },
    { ...example, headers: { ...headers, authorization: `Bearer ${LONG}` }, key: null },
    { ...example, headers: { ...headers, "x-api-key": LONG, authorization: `Basic ${LONG}` }, key: null },
    { ...example, query: { ...query, pad: LONG } },
    { ...example, query: { ...query, strictness: "harsh", days: "x", limit: "x", dry_run: "x", sort: "x" } },
    { ...example, query: { ...query, ip: "x", email: "", phone: "", domain: "..", country: "x" } },
    { ...example, params: { request_id: "req_x", ref: "x", ring_id: "x", rule_id: "x", ip: "x" } },
    ...bodies,
  ];
}

/** Errors of single operations. */
const OWN: readonly (readonly [operation: string, call: Call, code: string])[] = [
  ["deleteRules", {}, "confirmation_required"],
  ["deleteRules", { query: { confirm: "true", import: "none" } }, "not_found"],
  ["postBatch", { json: { type: "ip", items: Array(501).fill("8.8.8.8") } }, "too_many_items"],
  ["postReport", { json: { kind: "ip", values: Array(501).fill("8.8.8.8") } }, "too_many_items"],
  ["postOutcome", { json: Array(501).fill({ request_id: "x", outcome: "fraud" }) }, "too_many_items"],
  ["putAgentPolicy", { json: { rules: Array(201).fill({ action: "deny" }) } }, "too_many_items"],
  ["putAgentPolicy", { json: { rules: [{ action: "deny", host: "1.2.3.4" }] } }, "invalid_value"],
  ["postScoreUser", { json: {} }, "invalid_value"],
  ["postScoreUser", { json: { agent: { url: "x", headers: {} } } }, "invalid_value"],
  ["compatReport", { json: { transaction_id: "none", tag: "clear" } }, "REQUEST_INVALID"],
  ["compatReport", { json: { tag: "clear" } }, "TRANSACTION_ID_REQUIRED"],
  ["compatReport", { json: { tag: "x" } }, "TAG_INVALID"],
  ["compatGeoCity", { params: { ip: "10.0.0.1" } }, "IP_ADDRESS_RESERVED"],
  ["compatGeoCity", { params: { ip: "x" } }, "IP_ADDRESS_INVALID"],
  ["compatFraudScore", { json: {} }, "REQUEST_INVALID"],
];

Deno.test("what can be wrong with a request is answered as the document describes it, on every operation", async () => {
  await using app = await startApp({ refusalPauseMs: 1 });
  const api = await JudgedApp.of(app);
  const { body } = await app.ask("/openapi.json", { key: null });
  const reference = new Reference(body);
  const keys = await makeKeys(app);
  for (const operation of api.contract.operations) {
    const example = exampleOf(reference, operation);
    for (const call of provocations(keys, operation, example)) await api.call(operation, call);
    await api.call(operation, { ...example, key: app.test });
    const { key } = await app.account(`slow ${operation.id}`, { rpm: 1 });
    await api.call(operation, { ...example, key });
    assert.equal((await api.call(operation, { ...example, key })).status, 429, operation.id);
  }
  for (const [operation, call, code] of OWN) {
    assert.equal((await api.call(operation, call)).body.code, code, operation);
  }
  for (const { id } of api.contract.operations) {
    const codes = [...api.contract.codes].filter((seen) => seen.startsWith(`${id} `));
    assert.ok(codes.length >= 6, `${codes}`);
  }
});

/** The next request fails with it, in the middle of the application. */
function failNext(app: TestApp, code: ErrorCode): void {
  const { authenticator } = app.app.services;
  const authenticate = authenticator.authenticate;
  authenticator.authenticate = () => {
    authenticator.authenticate = authenticate;
    return Promise.reject(new AppError(code, undefined, { retryAfter: 1 }));
  };
}

const OF_BODIES: ReadonlySet<ErrorCode> = new Set([
  "invalid_json",
  "body_too_large",
  "unsupported_media_type",
]);

Deno.test("every status and code of the document has its form on every operation", async () => {
  await using app = await startApp({ refusalPauseMs: 1 });
  const api = await JudgedApp.of(app);
  const { contract } = api;
  const reference = new Reference((await app.ask("/openapi.json", { key: null })).body);
  for (const operation of contract.operations) {
    const { params = {} } = exampleOf(reference, operation);
    const documented = (code: ErrorCode) =>
      operation.compat ? operation.hasBody || !OF_BODIES.has(code) : Object.values(operation.responses).some(
        ({ content }) => code in (content?.["application/problem+json"]?.examples ?? {}),
      );
    for (const code of ERROR_CODE_NAMES.filter(documented)) {
      failNext(app, code);
      assert.ok((await api.call(operation, { params })).status >= 400, `${operation.id} ${code}`);
      if (!operation.compat) {
        assert.ok(contract.codes.has(`${operation.id} ${code}`), `${operation.id} ${code}`);
      }
    }
  }
  await api.call("compatReport", { json: { transaction_id: "none", tag: "clear" } });
  for (const operation of contract.operations.filter(({ compat }) => compat)) {
    for (
      const [header, value, status] of [["accept-charset", "utf-16", 406], [
        "accept",
        "text/html",
        415,
      ]] as const
    ) {
      const answer = await api.call(operation, { headers: { [header]: value } });
      assert.deepEqual([answer.status, answer.text], [status, ""], operation.id);
    }
  }
  for (const operation of contract.operations.filter(({ id }) => id.startsWith("compatGeo"))) {
    await api.call(operation, { params: { ip: "3000::1" } });
  }
  const left = contract.operations.flatMap(({ id, responses }) =>
    Object.entries(responses).filter(([status]) => Number(status) >= 400).flatMap(([status, { content }]) =>
      Object.keys(content ?? {}).map((type) => `${id} ${status} ${type}`)
    )
  );
  assert.deepEqual(left.filter((each) => !contract.seen.has(each)), [], "left out");
});
