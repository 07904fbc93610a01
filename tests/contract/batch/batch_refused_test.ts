/** POST /v1/batch: items that fail and bodies that are refused. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("an invalid batch is refused whole", async (t) => {
  await using app = await startApp();
  const rows: { name: string; json: unknown; code: string }[] = [
    { name: "501 items", json: { type: "ip", items: Array(501).fill("8.8.8.8") }, code: "too_many_items" },
    { name: "no items", json: { type: "ip", items: [] }, code: "invalid_value" },
    { name: "no type", json: { items: ["8.8.8.8"] }, code: "invalid_value" },
    { name: "a wrong type", json: { type: "device", items: ["x"] }, code: "invalid_value" },
    { name: "numbers", json: { type: "ip", items: [8] }, code: "invalid_value" },
    { name: "nested arrays", json: { type: "ip", items: [["8.8.8.8"]] }, code: "invalid_value" },
    { name: "strictness 4", json: { type: "ip", items: ["8.8.8.8"], strictness: 4 }, code: "invalid_value" },
    {
      name: "strictness 1.5",
      json: { type: "ip", items: ["8.8.8.8"], strictness: 1.5 },
      code: "invalid_value",
    },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const { status, body } = await app.ask("/v1/batch", { json: row.json });
      assert.equal(status, 400);
      assert.equal(body.code, row.code);
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
  const { status, body } = await app.ask("/v1/batch", {
    json: { type: "ip", items: Array(500).fill("8.8.8.8"), strictness: 3 },
  });
  assert.equal(status, 200);
  assert.equal(body.results[499].times_seen, 500);
  assert.equal((await app.ask("/v1/usage")).body.used, 500);
});

Deno.test("malformed bodies are refused, never with a 5xx", async (t) => {
  await using app = await startApp();
  const rows: { name: string; raw: string | Uint8Array<ArrayBuffer>; status: number; type?: string }[] = [
    { name: "an array", raw: "[]", status: 400 },
    { name: "null", raw: "null", status: 400 },
    { name: "cut off", raw: '{"type":"ip","items":["8.8', status: 400 },
    { name: "items as a text", raw: '{"type":"ip","items":"8.8.8.8"}', status: 400 },
    { name: "items as an object", raw: '{"type":"ip","items":{"0":"8.8.8.8"}}', status: 400 },
    { name: "null among items", raw: '{"type":"ip","items":["8.8.8.8",null]}', status: 400 },
    { name: "invalid UTF-8", raw: new Uint8Array([0x7b, 0xff, 0x7d]), status: 400 },
    { name: "over 4 MiB", raw: JSON.stringify({ type: "ip", items: ["x".repeat(4_300_000)] }), status: 413 },
    { name: "a form", raw: "type=ip", status: 415, type: "multipart/form-data; boundary=x" },
  ];
  for (const { name, raw, status, type } of rows) {
    await t.step(name, async () => {
      const answer = await app.ask("/v1/batch", {
        method: "POST",
        raw,
        headers: { "content-type": type ?? "application/json" },
      });
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers.get("content-type"), "application/problem+json");
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a malformed item fails alone", async (t) => {
  await using app = await startApp();
  const hostile = [
    "",
    " ",
    "\u0000",
    "\ud800",
    "💥".repeat(200),
    "a".repeat(100_000),
    "=1+1",
    "<script>",
    "../../..",
    "%00",
  ];
  for (const type of ["ip", "email", "domain", "phone"]) {
    await t.step(type, async () => {
      const good = {
        ip: "8.8.8.8",
        email: "jane@gmail.com",
        domain: "example.org",
        phone: "+442083661177",
      }[type]!;
      const { status, body } = await app.ask("/v1/batch", { json: { type, items: [...hostile, good] } });
      assert.equal(status, 200);
      assert.equal(body.results.length, hostile.length + 1);
      for (const [index, entry] of body.results.slice(0, -1).entries()) {
        assert.equal(entry.input, hostile[index]);
        assert.equal(typeof entry.error, "string", JSON.stringify(hostile[index]).slice(0, 40));
        assert.ok(entry.error.length < 300);
      }
      assert.deepEqual([body.succeeded, body.billable_lookups], [1, 1]);
      assert.equal(body.results.at(-1).input, good);
    });
  }
});
