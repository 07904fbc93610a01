/** `tsc --strict` over a file that calls every operation of the OpenAPI document with its example. */
import assert from "node:assert/strict";
import ts from "typescript";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { installedClient } from "../../support/clients/installed_client.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly example?: unknown; readonly enum?: readonly unknown[] };
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
}

const DOCUMENT = openApiDocument(ENDPOINTS) as { paths: Record<string, Record<string, Operation>> };
const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path,
    operation,
  }))
);

const HEAD = `
import { type paths, Winnow } from "winnow-client";
type Method = "get" | "put" | "post" | "delete" | "patch";
type Operation = {
  [P in keyof paths & string]: {
    [M in Method]: paths[P] extends { [K in M]: object } ? \`\${Uppercase<M>} \${P}\` : never
  }[Method]
}[keyof paths & string];
const { api } = new Winnow({ baseUrl: "http://127.0.0.1:8080", apiKey: "wk_live_x" });
const unread = <T>(_: T): T => _;
`;

/** The value that the schema asks for, from its example. */
function valueOf({ schema, name }: Parameter): unknown {
  const value = schema.example ?? schema.enum?.[0] ?? name;
  return schema.type === "integer" || schema.type === "number" ? Number(value) || 1 : value;
}

function callOf({ method, path, operation }: typeof OPERATIONS[number]): string {
  const params: Record<string, Record<string, unknown>> = {};
  for (const parameter of operation.parameters ?? []) {
    if (parameter.required || parameter.schema.example !== undefined) {
      (params[parameter.in] ??= {})[parameter.name] = valueOf(parameter);
    }
  }
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  const init = [
    ...(Object.keys(params).length > 0 ? [`params: ${JSON.stringify(params)}`] : []),
    ...(content === undefined ? [] : [`body: ${JSON.stringify(content[1].example)}`]),
  ];
  return `api.${method.toUpperCase()}(${JSON.stringify(path)}, { ${init.join(", ")} })`;
}

const entryOf = (operation: typeof OPERATIONS[number]) =>
  `  ${JSON.stringify(operation.name)}: async () => {
    const { data, error, response } = await ${callOf(operation)};
    return data === undefined ? unread<number>(response.status) : unread<object | string>(data) ?? error;
  },`;

const file = (operations: typeof OPERATIONS) =>
  `${HEAD}export const calls: Record<Operation, () => Promise<unknown>> = {\n${
    operations.map(entryOf).join("\n")
  }\n};\n`;

function compile(path: string): string[] {
  const program = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line;
    return `${file?.text.split("\n")[line]?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

Deno.test("a file that uses every operation compiles with tsc --strict; one that lacks an operation does not", async () => {
  await using folder = await installedClient();
  const check = async (operations: typeof OPERATIONS) => {
    await Deno.writeTextFile(`${folder.path}/operations.ts`, file(operations));
    return compile(`${folder.path}/operations.ts`);
  };
  assert.deepEqual(await check(OPERATIONS), []);
  const [first, ...rest] = OPERATIONS;
  const missing = await check(rest);
  assert.equal(missing.length, 1);
  assert.ok(missing[0]!.includes(first!.name), missing[0]);
  const unknown = await check([...OPERATIONS, { ...first!, name: "GET /v1/nothing", path: "/v1/nothing" }]);
  assert.ok(unknown.length > 0);
});

Deno.test("a decision is narrowed by degraded, and Node's headers fit", async () => {
  await using folder = await installedClient();
  const path = `${folder.path}/narrowed.ts`;
  const use = `
import { type OnUnavailable, type ScoredDecision, type UnscoredDecision, Winnow } from "winnow-client";
/** As @types/node has it. */
interface IncomingHttpHeaders { [name: string]: string | string[] | undefined; host?: string | undefined; "set-cookie"?: string[] | undefined }
declare const headers: IncomingHttpHeaders;
const byReason: OnUnavailable = { timeout: "allow", key_expired: "review", rate_limited: undefined };
const byFunction: OnUnavailable = ({ reason, status }) => reason === "timeout" || status === null ? "allow" : "review";
const winnow = new Winnow({ baseUrl: "http://127.0.0.1:8080", apiKey: "k", onUnavailable: byReason });
const agent = { method: "POST", url: "https://shop.example/", headers };
const decision = await winnow.scoreSignup({ email: "jane@gmail.com", agent }, { onUnavailable: byFunction });
await winnow.api.POST("/v1/verify/agent", { body: { url: "https://shop.example/", headers } });
await winnow.api.POST("/v1/agent/authorize", { body: { url: "https://shop.example/", headers } });
if (decision.degraded) {
  const without: UnscoredDecision = decision;
  const verdict: "allow" | "review" = decision.verdict;
  const why: string = decision.detail;
  console.log(without, verdict, why, decision.requestId satisfies null);
} else {
  const scored: ScoredDecision = decision;
  await winnow.outcome({ request_id: decision.requestId, outcome: "fraud" });
  console.log(scored, decision.riskScore.toFixed(), decision.summary.length, decision.result.components);
}
`;
  await Deno.writeTextFile(path, use);
  assert.deepEqual(compile(path), []);
  const wrong = [
    "decision.requestId.length;",
    'new Winnow({ baseUrl: "x", apiKey: "k", onUnavailable: { later: "allow" } });',
    'new Winnow({ baseUrl: "x", apiKey: "k", onUnavailable: () => "block" });',
    'await winnow.scoreSignup({ agent: { url: "x", headers: { host: 5 } } });',
  ];
  await Deno.writeTextFile(path, `${use}${wrong.join("\n")}\n`);
  const found = compile(path).map((problem) => wrong.findIndex((line) => problem.startsWith(line)));
  assert.deepEqual([...new Set(found)], [0, 1, 2, 3]);
});

Deno.test("the documented use compiles under strict settings, misuse does not", async () => {
  await using folder = await installedClient();
  const path = `${folder.path}/use.ts`;
  const use = `
import { type Decision, type DecisionReason, type Signup, Winnow, WinnowError } from "winnow-client";
const winnow = new Winnow({ baseUrl: "http://127.0.0.1:8080", apiKey: "k", timeoutMs: 500, onUnavailable: "review" });
const form: { email?: string; phone?: string | null; device: unknown } = { device: {} };
const signup: Signup = { ip: undefined, ...form, strictness: "strict" };
const decision: Decision = await winnow.scoreSignup(signup, { timeoutMs: 200 });
const verdict: "allow" | "review" | "block" = decision.verdict;
const reason: DecisionReason | null = decision.reason;
const city: string | null | undefined = decision.result?.components.ip?.geo.city;
const labelled: number = (await winnow.outcome([{ request_id: decision.requestId ?? "", outcome: "legit" }])).recorded;
export { city, labelled, reason, verdict, WinnowError };
`;
  await Deno.writeTextFile(path, use);
  assert.deepEqual(compile(path), []);
  const wrong = [
    'await winnow.scoreSignup({ mail: "jane@gmail.com" });',
    'new Winnow({ baseUrl: "x", apiKey: "k", onUnavailable: "block" });',
    'await winnow.report({ kind: "car", value: "x" });',
    'await winnow.api.GET("/v1/nothing", {});',
  ];
  await Deno.writeTextFile(path, `${use}${wrong.join("\n")}\n`);
  assert.deepEqual(compile(path).map((problem) => wrong.findIndex((line) => problem.startsWith(line))), [
    0,
    1,
    2,
    3,
  ]);
});
