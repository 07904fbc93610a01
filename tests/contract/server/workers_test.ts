/** A server of several worker processes on one port. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { exchange, postUser } from "../../support/clients/raw_http.ts";
import { killInRounds } from "../../support/kill/rounds.ts";
import { scores } from "../../support/kill/scores.ts";
import {
  makeKey,
  processTest,
  runCommand,
  type RunningServer,
  startServer,
} from "../../support/process/program.ts";
import { newDatabase, withWorkers, workerIds, workersTest } from "../../support/process/workers.ts";
import { rounds } from "../../support/rounds.ts";

/** Each request on a separate connection, so that the kernel distributes them over the workers. */
async function ask(server: RunningServer, path: string, key: string) {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    const response = await fetch(`${server.origin}${path}`, { headers: { "x-api-key": key }, client });
    return { status: response.status, body: await response.json() };
  } finally {
    client.close();
  }
}

/** Requests in progress in all workers, with the one that asks. */
async function inProgress(server: RunningServer): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const values = text.matchAll(/^winnow_http_requests_in_progress\{.*\} (\d+)$/gm);
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

workersTest(
  "several workers answer on one port, with one first account, and share keys, rules and limits",
  async () => {
    await withWorkers(3, async (server, dataDir) => {
      assert.equal((await workerIds(server)).length, 3);
      const made = server.lines.filter((line) => /^ +live +\/.*\/live\.key$/.test(line));
      assert.equal(made.length, 1, server.lines.join("\n"));
      assert.match(server.lines.join("\n"), /with 3 workers/);
      const { key } = await makeKey(dataDir, "acme", "--rpm", "60", "--monthly", "100000");
      await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => ask(server, "/v1/sources", key)));
        return answers.every(({ status }) => status !== 401);
      }, "every worker knows the key");
      // Pauses let the workers exchange their counts: without that each would allow 60, 180 in all.
      const began = Date.now();
      let allowed = 0;
      for (let round = 0; round < 8; round++) {
        const answers = await Promise.all(Array.from({ length: 30 }, () => ask(server, "/v1/usage", key)));
        allowed += answers.filter(({ status }) => status === 200).length;
        assert.ok(answers.every(({ status }) => status === 200 || status === 429));
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
      // One per second is refilled, and a round or two may pass before all workers know what was spent.
      const most = 60 + (Date.now() - began) / 1000 + 60;
      assert.ok(allowed >= 40 && allowed <= most, `${allowed} allowed by a limit of 60, at most ${most}`);
    });
  },
);

workersTest(
  "over workers a quota is exceeded by at most a second's work, and all of it is billed",
  async () => {
    await withWorkers(2, async (server, dataDir) => {
      const { key } = await makeKey(dataDir, "acme", "--rpm", "1000000", "--monthly", "100");
      await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => ask(server, "/v1/usage", key)));
        return answers.every(({ status }) => status === 200);
      }, "every worker knows the key");
      let allowed = 0;
      const ids = new Set<string>();
      const spend = async () => {
        const { status, body } = await ask(server, "/v1/score/ip?ip=8.8.8.8", key);
        if (status === 200) {
          allowed++;
          ids.add(body.request_id);
        }
      };
      for (let second = 0; second < 5; second++) {
        await Promise.all(Array.from({ length: 40 }, spend));
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
      assert.ok(allowed >= 100 && allowed <= 140, `${allowed} of 100`);
      assert.equal(ids.size, allowed, "request ids are unique over workers");
      for (const id of [...ids].slice(0, 40)) {
        assert.equal((await ask(server, `/v1/score/${id}`, key)).body.request_id, id);
      }
      const used = await Promise.all(Array.from({ length: 6 }, () => ask(server, "/v1/usage", key)));
      assert.deepEqual(used.map(({ body }) => body.used), Array(6).fill(allowed));
    });
  },
);

workersTest(
  "a worker that crashes is replaced; SIGTERM ends all after the drain, exit 0",
  async (dataDir) => {
    const { key } = await makeKey(dataDir, "acme", "--rpm", "1000000", "--monthly", "1000000");
    const server = await startServer(dataDir, { WINNOW_WORKERS: "2" });
    const before = await workerIds(server);
    Deno.kill(before[0]!, "SIGKILL");
    await eventually(async () => {
      const now = await workerIds(server);
      return now.length === 2 && !now.includes(before[0]!) &&
        server.lines.some((line) => /worker \d ended with SIGKILL; starting a new one/.test(line));
    }, "another worker");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(server, `/v1/score/ip?ip=8.8.${i}.8`, key).catch(() => null)),
    );
    assert.ok(answers.every((answer) => answer === null || answer.status === 200));
    assert.ok(answers.filter((answer) => answer !== null).length >= 18);
    const idle = await inProgress(server);
    const stopped = Promise.withResolvers<number>();
    const answer = await exchange(server.origin, [
      postUser(key, 16, '{"ip":'),
      () => eventually(async () => await inProgress(server) > idle, "a request under way"),
      async () => {
        server.stop().then(stopped.resolve, stopped.reject);
        await eventually(() => server.lines.includes("draining"), "the drain");
      },
      '"8.8.4.4"}',
    ]);
    assert.match(answer, /^HTTP\/1\.1 200 /, "what was under way is answered");
    assert.equal(await stopped.promise, 0, server.lines.join("\n"));
    const messages = server.lines.filter((line) => /^[a-z]+$/.test(line));
    assert.deepEqual(messages, ["draining", "stopped"]);
    assert.deepEqual(await workerIds(server), []);
  },
);

workersTest("workers exit when their supervisor is killed", async () => {
  await withWorkers(2, async (server) => {
    assert.equal((await workerIds(server)).length, 2);
    await server.kill();
    await eventually(async () => (await workerIds(server)).length === 0, "no worker is left");
  });
});

workersTest("a failure to start workers is reported once, with exit code 1 or 2", async (dataDir) => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const rows: [Record<string, string>, number, RegExp][] = [
      [{ WINNOW_PORT: String(listener.addr.port) }, 1, /in use/],
      [{ WINNOW_STORE: "postgres://127.0.0.1:1/none" }, 1, /cannot open the store 127\.0\.0\.1:1\/none/],
    ];
    for (const [env, code, says] of rows) {
      const result = await runCommand(dataDir, ["serve"], { WINNOW_WORKERS: "2", ...env });
      assert.equal(result.code, code, result.err);
      assert.match(result.err, says);
      assert.equal(result.err.trim().split("\n").length, 1, result.err);
    }
  } finally {
    listener.close();
  }
});

processTest("several workers on a store in memory are refused, and what to use is said", async (dir) => {
  const env = { WINNOW_WORKERS: "2", WINNOW_STORE: ":memory:" };
  const { code, err } = await runCommand(`${dir}/data`, ["serve"], env);
  assert.equal(code, 2, err);
  assert.match(
    err,
    /^winnow: WINNOW_WORKERS=2 needs a store .+ WINNOW_STORE to a path .+ WINNOW_WORKERS=1\n$/,
  );
  assert.deepEqual([...Deno.readDirSync(dir)], [], "nothing was written");
  // A command beside a server has the same settings, and starts no workers.
  const server = await startServer(`${dir}/data`);
  try {
    const list = await runCommand(`${dir}/data`, ["keys", "list"], { WINNOW_WORKERS: "2" });
    assert.equal(list.code, 0, list.err);
  } finally {
    await server.kill();
  }
});

workersTest("two servers of workers never share a port by accident", async () => {
  await withWorkers(2, async (server, dataDir) => {
    const port = new URL(server.origin).port;
    const other = await runCommand(dataDir, ["serve"], { WINNOW_WORKERS: "2", WINNOW_PORT: port });
    assert.equal(other.code, 1);
    assert.match(other.err, /in use/);
  });
});

workersTest("kill -9 of all workers loses nothing that was acknowledged", async () => {
  await killInRounds({
    rounds: rounds(2),
    workloads: [scores],
    env: { WINNOW_WORKERS: "2", WINNOW_STORE: await newDatabase() },
    killMore: async (server) => {
      for (const id of await workerIds(server)) Deno.kill(id, "SIGKILL");
    },
  });
});
