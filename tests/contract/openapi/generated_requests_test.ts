/** Requests that the document allows, made from its schemas: none is answered with a 5xx, and each answer is as it describes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Answer, startApp } from "../../support/app/app.ts";
import { sampleAppeal } from "../../support/app/appeals.ts";
import { personSession } from "../../support/app/person.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { ApiContract, type DocumentedOperation } from "../../support/openapi/api_contract.ts";
import { rounds } from "../../support/rounds.ts";
import { Arbitraries, type JsonSchema } from "../../support/openapi/arbitrary.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
  };
}

interface Request {
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const RUNS = Number(Deno.env.get("GENERATED_RUNS") ?? rounds(25));
const SEED = Number(Deno.env.get("GENERATED_SEED") ?? 16);
const MAX_KNOWN = 40;
/** By the names of parameters, other names of what answers hold. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  import: ["import_id"],
  before: ["next"],
  cursor: ["next"],
  refs: ["ref"],
};

Deno.test("requests made from the document's schemas get no 5xx, and answers as the document describes", async () => {
  await using app = await startApp();
  const { body: document } = await app.ask("/openapi.json", { key: null });
  const contract = new ApiContract(document);
  // Every answer has a request_id, and much has an id: those of what is stored are made here.
  const scored = await app.ask("/v1/score/user", { json: { email: "a@mailinator.com", user_id: "u" } });
  const ruled = await app.ask("/v1/rules", { json: { action: "block", values: ["198.51.100.7"] } });
  await app.ask("/v1/rules", { json: { action: "block", values: ["AS64500", "AS64501", "AS64502"] } });
  const { body: { decisions } } = await app.ask("/v1/decisions?scope=AS");
  const authorized = await app.ask("/v1/agent/authorize", {
    json: { url: "https://example.org/", headers: {}, receipt: true },
  });
  const waiting: string[] = [];
  for (let index = 0; index < 4; index++) {
    const json = { ip: `185.220.101.${index}`, email: `w${index}@mailinator.com`, strictness: "lenient" };
    waiting.push((await app.ask("/v1/score/user", { json })).body.request_id);
  }
  const labels = `request_id,outcome\n${scored.body.request_id},fraud\n`;
  const imported = await app.ask("/v1/outcomes/import", { raw: labels });
  const made = {
    request_id: [scored.body.request_id, authorized.body.request_id, ...waiting],
    rule_id: [ruled.body.rules[0].id],
    decision_id: decisions.map(({ id }: { id: number }) => String(id)),
    // The only owner stays; the other one can be removed.
    person_id: [
      (await personSession(app, "owner")).person.id,
      (await personSession(app, "viewer")).person.id,
    ],
  };
  const known = new Map<string, string[]>(
    Object.entries({ ...made, import_id: [imported.body.import_id], appeal_id: [await sampleAppeal(app)] }),
  );
  const learn = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(learn);
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== "string") learn(member);
      else if (!Object.hasOwn(made, name)) {
        const texts = known.get(name) ?? [];
        known.set(name, [...texts.filter((text) => text !== member), member].slice(-MAX_KNOWN));
      }
    }
  };
  const arbitraries = new Arbitraries(
    document.components.schemas,
    (name) => [name, ...ALSO[name] ?? []].flatMap((each) => known.get(each) ?? []),
  );
  const statuses = new Set<string>();

  for (let round = 0; round < 2; round++) {
    // What others name is deleted last.
    for (const operation of contract.operations.toSorted(deletionsLast)) {
      const described: Operation = document.paths[operation.path][operation.method.toLowerCase()];
      await fc.assert(
        fc.asyncProperty(requests(arbitraries, described), async (request) => {
          const answer = await send(operation, described, request);
          statuses.add(`${operation.id} ${answer.status}`);
          assert.ok(answer.status < 500, `${operation.id}: ${answer.text}\n${app.log.join("\n")}`);
          contract.judge(operation, answer);
          learn(answer.body);
        }),
        { numRuns: RUNS, seed: SEED + round, endOnFailure: true },
      );
    }
  }
  // Generated requests do get somewhere; without a receiver no delivery ends, and nobody signs in.
  const isUntried = ({ id }: DocumentedOperation) =>
    [200, 201, 204].every((status) => !statuses.has(`${id} ${status}`));
  const without = contract.operations.filter(isUntried).map(({ id }) => id);
  assert.deepEqual(without, [
    "postWebhooksWebhookIdDeliveriesDeliveryIdResend",
    "deletePeoplePersonIdSessionsSessionId",
  ]);
  assert.deepEqual(app.log, []);

  async function send(
    operation: DocumentedOperation,
    described: Operation,
    request: Request,
  ): Promise<Answer> {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => segment(String(request.path[name])));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query)) query.set(name, String(value));
    const headers: Record<string, string> = operation.compat ? { ...basic(app.live) } : {};
    for (const [name, value] of Object.entries(request.header)) {
      if (typeof value !== "string" || !/^[!-~](?:[ -~]*[!-~])?$/.test(value)) continue;
      // A key that another operation has used is refused, and the same few texts come again.
      headers[name] = name === "Idempotency-Key" ? `${value}${operation.id}` : value;
    }
    const type = Object.keys(described.requestBody?.content ?? {})[0];
    if (type !== undefined && request.body !== undefined) headers["content-type"] = type;
    const body = type === undefined || request.body === undefined
      ? {}
      : type.endsWith("json")
      ? { json: request.body }
      : { raw: String(request.body) };
    const key = operation.compat ? null : app.live;
    return await app.ask(query.size === 0 ? path : `${path}?${query}`, {
      method: operation.method,
      headers,
      key,
      ...body,
    });
  }
});

function deletionsLast(one: DocumentedOperation, other: DocumentedOperation): number {
  return Number(one.method === "DELETE") - Number(other.method === "DELETE");
}

function requests(
  arbitraries: Arbitraries,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<Request> {
  const of = (place: Parameter["in"]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(
        own.map(({ name, schema }) => [
          name,
          place === "path" ? arbitraries.known(schema, name) : arbitraries.of(schema, name),
        ]),
      ),
      { requiredKeys: own.filter(({ required }) => required).map(({ name }) => name) },
    );
  };
  const [content] = Object.values(requestBody?.content ?? {});
  const sent = content === undefined ? fc.constant(undefined) : fc.oneof(
    { weight: 4, arbitrary: arbitraries.of(content.schema) },
    ...(content.example === undefined ? [] : [{ weight: 1, arbitrary: fc.constant(content.example) }]),
    ...(requestBody!.required ? [] : [{ weight: 1, arbitrary: fc.constant(undefined) }]),
  );
  return fc.record({ query: of("query"), path: of("path"), header: of("header"), body: sent });
}

/** One segment of a path, whatever is in it: a URL parser would resolve dots and refuse lone surrogates. */
function segment(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed()).slice(0, 2000).replace(/%[0-9A-F]?$/, "");
  return /^\.{0,2}$/.test(encoded) ? "x" : encoded;
}
