/** Processor time of what requests contain, in microseconds each: what `WORK` (`src/service/access/work.ts`) counts. */
import process from "node:process";
import { startApp, type TestApp } from "../tests/support/app/app.ts";

const REPEATS = 6;

function texts(count: number, text: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => text(at));
}

const address = (at: number) => `${60 + (at >> 16) % 60}.${(at >> 8) & 255}.${at & 255}.7`;
const KINDS = {
  ip: address,
  email: (at: number) => `jane.doe${at}@gmail.com`,
  phone: (at: number) => `+4420836${String(10_000 + at).slice(-5)}`,
  domain: (at: number) => `shop-${at}.example.org`,
} as const;

async function measured(app: TestApp, name: string, count: number, ask: (round: number) => Promise<unknown>) {
  await ask(0);
  const before = process.cpuUsage();
  for (let round = 1; round <= REPEATS; round++) await ask(round);
  const { user, system } = process.cpuUsage(before);
  console.log(`${name.padEnd(28)} ${((user + system) / REPEATS / count).toFixed(1)} µs`);
  void app;
}

await using app = await startApp();
for (const [type, text] of Object.entries(KINDS)) {
  await measured(
    app,
    `batch item, ${type}`,
    500,
    (round) => app.ask("/v1/batch", { json: { type, items: texts(500, (at) => text(round * 500 + at)) } }),
  );
  await measured(
    app,
    `reported value, ${type}`,
    500,
    (round) =>
      app.ask("/v1/report", { json: { kind: type, values: texts(500, (at) => text(round * 500 + at)) } }),
  );
}
const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: texts(500, address) } });
const ids: string[] = body.results.map(({ request_id }: { request_id: string }) => request_id);
await measured(app, "label", 500, (round) =>
  app.ask("/v1/outcome", {
    json: ids.map((request_id) => ({ request_id, outcome: round % 2 === 0 ? "fraud" : "legit" })),
  }));
await measured(
  app,
  "rule value",
  10_000,
  (round) =>
    app.ask("/v1/rules", {
      json: { action: "block", values: texts(10_000, (at) => address(at + round * 10_000)) },
    }),
);
await measured(app, "listed rule", 70_000, () => app.ask("/v1/rules"));
await measured(
  app,
  "dry run rule",
  70_000,
  (round) => app.ask("/v1/rules?dry_run=true", { json: { action: "block", values: [`1.2.3.${round}`] } }),
);
await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
await measured(app, "imported line", 10_000, (round) =>
  app.ask("/v1/rules/import?action=block", {
    raw: texts(10_000, (at) => address(at + round * 10_000)).join("\n"),
  }));
await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
for (let round = 0; round < 20; round++) {
  await app.ask("/v1/batch", { json: { type: "ip", items: texts(500, (at) => address(at + round * 500)) } });
}
await measured(
  app,
  "dry run score",
  20_000,
  (round) => app.ask("/v1/rules?dry_run=true", { json: { action: "block", values: [`1.2.3.${round}`] } }),
);
await measured(
  app,
  "searched score",
  2_000,
  (round) => app.ask("/v1/scores/search", { json: { finding: "tor_exit", limit: 1 + round } }),
);
await measured(
  app,
  "score as CSV",
  20_000,
  () => app.ask("/v1/scores/search", { json: {}, headers: { accept: "text/csv" } }),
);
await measured(
  app,
  "kilobyte of a body",
  4_000,
  () => app.ask("/v1/batch", { raw: `{"items":[${Array(1_999_000).fill("1").join(",")}]}` }),
);
await measured(
  app,
  "kilobyte of a body, a text",
  4_000,
  () => app.ask("/v1/batch", { raw: `{"items":["${"x".repeat(4_000_000)}"]}` }),
);
