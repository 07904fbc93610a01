/** The largest body that a row accepts, full of wrong items, costs little more than receiving it. */
import assert from "node:assert/strict";
import process from "node:process";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const MEBIBYTE = 1024 * 1024;
/** Processor time that a refusal may take over receiving the same body, and memory. */
const MOST_MS = 50;
const MOST_BYTES = 50 * MEBIBYTE;
const ATTEMPTS = 5;

interface Hostile {
  readonly name: string;
  /** A body of at most so many bytes. */
  readonly body: (limit: number) => string;
}

/** A list of as many entries as fit. */
function filled(limit: number, before: string, entry: string, after: string): string {
  const count = Math.floor((limit - before.length - after.length + 1) / (entry.length + 1));
  return before + Array(count).fill(entry).join(",") + after;
}

/** For each field of a list: what its entries may be. */
const ENTRIES = ["1", "{}", "[]", '""', "null", '{"a":[]}'];

function bodiesOf(fields: readonly string[]): Hostile[] {
  return fields.flatMap((field) =>
    ENTRIES.map((entry) => ({
      name: `${field}: ${entry}, …`,
      body: (limit: number) =>
        field === "" ? filled(limit, "[", entry, "]") : filled(
          limit,
          `{"type":"ip","kind":"ip","action":"block","url":"https://a.example/","headers":{},"${field}":[`,
          entry,
          "]}",
        ),
    }))
  );
}

function keys(limit: number, before: string, after: string): string {
  const parts: string[] = [];
  for (let size = before.length + after.length, at = 0;; at++) {
    const part = `"${at.toString(36)}":1`;
    if ((size += part.length + 1) > limit) return before + parts.join(",") + after;
    parts.push(part);
  }
}

const NAMES: readonly Hostile[] = [
  { name: "many names", body: (limit) => keys(limit, "{", "}") },
  { name: "many headers", body: (limit) => keys(limit, '{"url":"https://a.example/","headers":{', "}}") },
  { name: "many pointers", body: (limit) => keys(limit, '{"pointers":{', "}}") },
  {
    name: "many headers of an agent",
    body: (limit) => keys(limit, '{"ip":"8.8.8.8","agent":{"url":"https://a.example/","headers":{', "}}}"),
  },
  { name: "deep", body: (limit) => "[".repeat(limit / 2) + "]".repeat(limit / 2) },
  { name: "deep objects", body: (limit) => '{"a":'.repeat(limit / 6 - 1) + "1" + "}".repeat(limit / 6 - 1) },
];

/** The row's lists, by their names in its document. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  "/v1/batch": ["items"],
  "/v1/report": ["values"],
  "/v1/outcome": ["", "outcomes"],
  "/v1/rules": ["values", "refs"],
  "/v1/hooks": ["types"],
  "/v1/webhooks": ["events", "verdicts"],
};

/** In place of a parameter of the path: the body is refused first. */
const SOME_ID = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";

async function cost(app: TestApp, path: string, body: string) {
  const before = Deno.memoryUsage();
  const cpu = process.cpuUsage();
  const response = await app.app.fetch(
    new Request(`http://service.test${path}`, {
      method: "POST",
      headers: {
        "x-api-key": app.live,
        "content-type": path.includes("import") ? "text/plain" : "application/json",
        "content-length": String(body.length),
      },
      body,
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const after = Deno.memoryUsage();
  const text = await response.text();
  const bytes = Math.max(0, after.heapUsed - before.heapUsed) + Math.max(0, after.external - before.external);
  return { status: response.status, ms: (user + system) / 1000, bytes, text };
}

/** The first attempt that is cheap enough, or the last: other work of the machine only adds to one. */
async function cheapest(app: TestApp, path: string, body: string, receiving: number) {
  for (let left = ATTEMPTS;; left--) {
    const answer = await cost(app, path, body);
    const ms = answer.ms - receiving;
    if (left === 1 || (ms <= MOST_MS && answer.bytes <= MOST_BYTES)) return { ...answer, ms };
  }
}

async function refuse(app: TestApp, path: string, text: string, receiving: number, expected: RegExp) {
  const { status, ms, bytes, text: answer } = await cheapest(app, path, text, receiving);
  assert.match(String(status), expected, answer.slice(0, 300));
  assert.ok(ms <= MOST_MS, `${ms} ms`);
  assert.ok(bytes <= MOST_BYTES, `${bytes / MEBIBYTE} MiB`);
  if (status >= 400) assert.ok((JSON.parse(answer).errors ?? []).length <= 10);
}

Deno.test("the largest body full of wrong items is refused within 50 ms and 50 MiB over receiving it", async (t) => {
  await using app = await startApp();
  const rows = ENDPOINTS.filter(({ method, body }) => method === "post" && body !== undefined);
  assert.ok(rows.length >= 10);
  for (const { path: template, body } of rows) {
    const path = template.replace(/\{\w+\}/, SOME_ID);
    const limit = body!.limit;
    // One text, which no list is made of: what remains is receiving it.
    const { ms: receiving } = await cost(app, path, `"${"x".repeat(limit - 2)}"`);
    for (const hostile of [...bodiesOf(LISTS[path] ?? []), ...NAMES]) {
      await t.step(`${path} ${hostile.name}`, async () => {
        const text = hostile.body(limit);
        assert.ok(text.length <= limit && text.length > limit * 0.9);
        // Fields that a schema does not know are ignored.
        await refuse(app, path, text, receiving, NAMES.includes(hostile) ? /^(200|400)$/ : /^400$/);
      });
    }
  }
});

Deno.test("an import of too many lines is refused within 50 ms and 50 MiB over receiving it", async (t) => {
  await using app = await startApp();
  const limit = 4 * MEBIBYTE;
  const path = "/v1/rules/import?action=block";
  const { ms: receiving } = await cost(app, "/v1/rules", `"${"x".repeat(limit - 2)}"`);
  for (const line of ["\n", "\r", "x\n", ",\n", '"\n"\n', "9.9.9.9\n"]) {
    await t.step(JSON.stringify(line), async () => {
      await refuse(app, path, line.repeat(limit / line.length), receiving, /^400$/);
    });
  }
});

Deno.test("two million items are told with their number, before they become objects", async () => {
  await using app = await startApp();
  for (
    const [path, text, pointer] of [
      ["/v1/batch", filled(4_000_000, '{"type":"ip","items":[', "1", "]}"), "/items"],
      ["/v1/batch", filled(4_000_000, '{"items":[], "it\\u0065ms":[', "1", "]}"), "/items"],
      ["/v1/outcome", filled(200_000, "[", "1", "]"), ""],
      ["/v1/outcome", filled(200_000, '{"outcomes" : [', "1", "]}"), "/outcomes"],
    ] as const
  ) {
    const { status, body } = await app.ask(path, { raw: text });
    assert.deepEqual([status, body.code, body.errors[0].pointer], [400, "too_many_items", pointer]);
    assert.match(body.detail, /at most 500, not \d{5,7};/);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a list inside a label is counted before its schema, too", async () => {
  await using app = await startApp();
  const values = Array(45_000).fill(1);
  const label = { request_id: "x", outcome: "fraud", values };
  for (
    const [body, pointer] of [
      [label, "/values"],
      [[label], "/0/values"],
      [{ outcomes: [{ ...label, values: [] }, label] }, "/outcomes/1/values"],
    ] as const
  ) {
    const { status, body: answer } = await app.ask("/v1/outcome", { json: body });
    assert.deepEqual([status, answer.code], [400, "invalid_value"]);
    assert.equal(answer.errors.length, 1);
    assert.equal(answer.errors[0].pointer, pointer);
    assert.match(answer.errors[0].detail, /at most 5 entries/);
  }
});
