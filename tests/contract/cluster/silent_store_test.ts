/** A database that stops answering without closing anything, and one that is killed, under nodes that are being asked. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { SilentLine } from "../../support/servers/silent_line.ts";

const BOUND_MS = 2000;
/** Much longer than the bound: what hung for as long as before would show. */
const SILENCE_MS = 6000;
const MEGABYTE = 2 ** 20;

interface Asked {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

async function ask(node: TestApp, key: string, count: number): Promise<Asked> {
  const began = performance.now();
  const requests = [
    () => node.ask(`/v1/score/ip?ip=73.15.${count % 250}.${count % 199}`, { key }),
    () => node.ask("/v1/rules", { key, json: { action: "block", values: [`10.0.0.${count % 250}`] } }),
    () => node.ask("/v1/report", { key, json: { kind: "ip", value: `73.16.0.${count % 250}` } }),
    () => node.ask("/v1/score/user", { key, json: { ip: "73.15.20.1", email: `user${count}@gmail.com` } }),
  ];
  const { status, headers } = await requests[count % requests.length]!();
  return { status, ms: performance.now() - began, retryAfter: headers.get("retry-after") };
}

/** Asks in bursts while the store is silent, and then until it is used again. */
async function checkSilence(
  node: TestApp,
  key: string,
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  for (let count = 0; count < 40; count++) assert.equal((await ask(node, key, count)).status, 200);
  const memory = Deno.memoryUsage().rss;
  await begin();
  const began = performance.now();
  const answers: Promise<Asked>[] = [];
  for (let count = 0; performance.now() - began < SILENCE_MS; count += 40) {
    for (let one = 0; one < 40; one++) answers.push(ask(node, key, count + one));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const asked = await Promise.all(answers);
  const grown = (Deno.memoryUsage().rss - memory) / MEGABYTE;
  await end();
  const ended = performance.now();
  await eventually(async () => (await ask(node, key, 1)).status === 200, "it answers again");
  const recovered = performance.now() - ended;

  const slowest = Math.max(...asked.map(({ ms }) => ms));
  assert.deepEqual([...new Set(asked.map(({ status }) => status))], [503]);
  assert.ok(asked.every(({ retryAfter }) => Number(retryAfter) > 0), "each says when to come back");
  assert.ok(slowest < BOUND_MS + 400, `the slowest of ${asked.length} took ${slowest} ms`);
  const late = asked.slice(asked.length / 2).map(({ ms }) => ms);
  assert.ok(
    Math.max(...late) < 1000,
    `what came later was refused at once, not after ${Math.max(...late)} ms`,
  );
  assert.ok(grown < 100, `memory grew by ${grown} MB`);
  assert.ok(recovered < BOUND_MS, `it recovered after ${recovered} ms`);
}

async function withNodes(
  work: (server: PostgresServer, env: Record<string, string>) => Promise<void>,
): Promise<void> {
  await using server = await startPostgres();
  await work(server, { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" });
}

postgresTest(
  "a stopped database: 503 within two seconds, bounded memory, and use again without anybody's help",
  async () => {
    await withNodes(async (server, env) => {
      await using node = await startApp({ env });
      const { key } = await node.account("busy");
      await checkSilence(node, key, () => server.signal("SIGSTOP"), () => server.signal("SIGCONT"));
      assert.equal(node.log.filter((line) => line.includes("the store does not answer: ")).length, 1);
      await eventually(() => node.log.some((line) => line.includes("the store answers again")), "it says so");
    });
  },
);

postgresTest("a cut network: the same, over new connections", async () => {
  await withNodes(async (server, env) => {
    await using line = new SilentLine(server.port);
    await using node = await startApp({
      env: { ...env, WINNOW_STORE: server.url("store_1", { port: line.port }) },
    });
    const { key } = await node.account("busy");
    const cut = (silent: boolean) => () => Promise.resolve(void (line.silent = silent));
    await checkSilence(node, key, cut(true), cut(false));
  });
});

postgresTest("a database that is killed again and again loses nothing that was acknowledged", async () => {
  await withNodes(async (server, env) => {
    await using one = await startApp({ env });
    await using two = await startApp({ env });
    const { key } = await one.account("busy");
    await eventually(async () => (await two.ask("/v1/rules", { key })).status === 200, "the key");
    const scores: string[] = [];
    const rules: string[] = [];
    for (let round = 0; round < 3; round++) {
      let stop = false;
      const clients = [one, two, one, two].map(async (node, side) => {
        for (let count = 0; !stop; count++) {
          const value = `10.${round}.${side}.${count % 250}`;
          const scored = await node.ask(`/v1/score/ip?ip=${value}`, { key });
          if (scored.status === 200) scores.push(scored.body.request_id);
          else assert.equal(scored.status, 503, scored.text);
          if (count % 10 !== 0) continue;
          const rule = await node.ask("/v1/rules", { key, json: { action: "block", values: [value] } });
          if (rule.status === 200) rules.push(value);
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 700));
      await server.signal("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await server.start();
      const started = performance.now();
      await Promise.all(
        [one, two].map((node) =>
          eventually(async () => (await ask(node, key, 0)).status === 200, "it answers again")
        ),
      );
      const recovered = performance.now() - started;
      assert.ok(recovered < BOUND_MS, `it recovered after ${recovered} ms`);
      stop = true;
      await Promise.all(clients);
    }
    assert.ok(scores.length > 100 && rules.length > 10, `${scores.length} scores, ${rules.length} rules`);
    for (const node of [one, two]) {
      await eventually(async () => {
        const { body } = await node.ask("/v1/rules", { key });
        const known = new Set(body.rules.map(({ value }: { value: string }) => value));
        return rules.every((value) => known.has(value));
      }, "every acknowledged rule");
    }
    for (const id of scores) assert.equal((await two.ask(`/v1/score/${id}`, { key })).status, 200, id);
  });
});
