import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

/** Letters that no other value shares: nothing of a batch of them can be kept in common. */
function letters(count: number, seed: number): string {
  let state = seed * 2_654_435_761 >>> 0 || 1;
  let text = "";
  while (text.length < count) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    text += (state >>> 0).toString(36);
  }
  return text.slice(0, count);
}

/** The longest host there can be in an address of 254 characters. */
function longHost(seed: number): string {
  const [a, b, c] = [letters(60, seed), letters(60, seed + 7000), letters(60, seed + 14_000)];
  return `x${a}.x${b}.x${c}.x${letters(40, seed + 21_000)}.example.top`;
}

Deno.test("500 e-mail addresses of 300 characters are 500 failed items, and free", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 500 }, (_, i) => `${letters(60, i)}@${longHost(i)}`.padEnd(300, "x"));
  assert.ok(items.every((item) => item.length === 300));
  const { status, body } = await app.ask("/v1/batch", { json: { type: "email", items } });
  assert.equal(status, 200);
  assert.deepEqual([body.count, body.succeeded, body.failed, body.billable_lookups], [500, 0, 500, 0]);
  for (const [index, entry] of body.results.entries()) {
    assert.deepEqual(Object.keys(entry).sort(), ["error", "input"]);
    assert.equal(entry.input, items[index]);
    assert.match(entry.error, /not a valid email/);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("500 of the longest addresses, each with a rule of its own, are scored and each is found again", async () => {
  await using app = await startApp();
  const hosts = Array.from({ length: 500 }, (_, i) => longHost(i));
  const items = hosts.map((host, i) => `a${i}@${host}`);
  assert.ok(items.every((item) => item.length > 235 && item.length <= 254));
  const rules = await app.ask("/v1/rules", { json: { action: "block", values: hosts } });
  assert.equal(rules.body.added, 500);
  for (const type of ["email", "domain"] as const) {
    const sent = type === "email" ? items : hosts;
    const { status, body } = await app.ask("/v1/batch", { json: { type, items: sent } });
    assert.equal(status, 200, type);
    assert.deepEqual([body.succeeded, body.billable_lookups], [500, 500]);
    for (const at of [0, 1, 250, 499]) {
      const stored = await app.ask(`/v1/score/${body.results[at].request_id}`);
      assert.equal(stored.status, 200);
      assert.equal(stored.body.rule_applied.value, hosts[at]);
      assert.equal(stored.body.components[0].rule_applied.value, hosts[at]);
    }
  }
});

Deno.test("a batch is there whole after a restart", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 500 }, (_, i) => `73.15.${i >> 8}.${i & 255}`);
  const { body } = await app.ask("/v1/batch", { json: { type: "ip", items } });
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  const stored = await Promise.all(
    body.results.map((entry: { request_id: string }) =>
      again.ask(`/v1/score/${entry.request_id}`, { key: app.live })
    ),
  );
  assert.ok(stored.every(({ status }) => status === 200));
  assert.equal((await again.ask("/v1/usage", { key: app.live })).body.used, 500);
});

Deno.test("strictness is 0 to 3 by number or by name, the same as for singles, and leaves the score", async (t) => {
  await using app = await startApp();
  const rows: [strictness: unknown, single: string, verdict: string][] = [
    [0, "lenient", "allow"],
    [1, "balanced", "allow"],
    [2, "strict", "review"],
    [3, "strictest", "review"],
    ["lenient", "0", "allow"],
    ["strict", "2", "review"],
    [undefined, "", "allow"],
    [null, "", "allow"],
  ];
  for (const [strictness, single, verdict] of rows) {
    await t.step(String(strictness), async () => {
      const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8"], strictness } });
      const alone = (await app.ask(`/v1/score/ip?ip=8.8.8.8&strictness=${single}`)).body;
      assert.equal(body.results[0].verdict, verdict);
      assert.deepEqual([alone.risk_score, alone.verdict], [body.results[0].risk_score, verdict]);
    });
  }
  for (const strictness of [4, -1, 1.5, "hard", true, [1]]) {
    const { status, body } = await app.ask("/v1/batch", {
      json: { type: "ip", items: ["8.8.8.8"], strictness },
    });
    assert.deepEqual([status, body.errors[0].pointer], [400, "/strictness"], String(strictness));
  }
});

Deno.test("hostile items fail alone", async (t) => {
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

Deno.test("a batch that needs more than is left is refused whole and costs nothing; one that costs nothing goes on", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 3 });
  const batch = (...items: string[]) => app.ask("/v1/batch", { key, json: { type: "ip", items } });
  assert.equal((await batch("8.8.8.8", "8.8.4.4", "nonsense")).body.billable_lookups, 2);
  const refused = await batch("1.1.1.1", "9.9.9.9");
  assert.deepEqual([refused.status, refused.body.code], [402, "quota_exceeded"]);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 2);
  assert.equal((await batch("1.1.1.1")).status, 200);
  assert.equal((await batch("1.1.1.1")).status, 402);
  const free = await batch("nonsense");
  assert.deepEqual([free.status, free.body.failed], [200, 1]);
});

Deno.test("parallel batches against a quota never overdraw it", async () => {
  await using app = await startApp();
  const { key } = await app.account("race", { monthly: 100 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      app.ask("/v1/batch", {
        key,
        json: { type: "ip", items: Array.from({ length: 10 }, (_, k) => `73.15.${i}.${k}`) },
      })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  assert.equal(answers.filter(({ status }) => status === 402).length, 20);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 100);
});

Deno.test("bodies that cannot be are refused, never a 5xx", async (t) => {
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
