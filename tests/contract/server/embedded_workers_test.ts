/** Several worker processes that share the embedded store of one machine. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/servers/free_port.ts";
import { killInRounds } from "../../support/kill/rounds.ts";
import { scores } from "../../support/kill/scores.ts";
import { makeKey, runCommand, type RunningServer, startServer } from "../../support/process/program.ts";
import { sharedPortTest, storeId, workerIds } from "../../support/process/workers.ts";

const WORKERS = { WINNOW_WORKERS: "2" };
const LIMITS = ["--rpm", "1000000", "--monthly", "1000000"];

async function withKey(
  dataDir: string,
  work: (server: RunningServer, ask: (path: string, json?: unknown) => Promise<Answer>) => Promise<void>,
): Promise<void> {
  const { key } = await makeKey(dataDir, "acme", ...LIMITS);
  const server = await startServer(dataDir, WORKERS);
  try {
    await work(server, (path, json) => ask(server.origin, key, path, json));
  } finally {
    await server.kill();
  }
}

interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

/** On a connection of its own, so that the kernel distributes requests over the workers. */
async function ask(origin: string, key: string, path: string, json?: unknown): Promise<Answer> {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    const sent = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await fetch(`${origin}${path}`, { ...sent, headers, client });
    return { status: response.status, body: await response.json() };
  } finally {
    client.close();
  }
}

sharedPortTest("workers share keys, rules, scores and counts on the embedded store", async (dataDir) => {
  await withKey(dataDir, async (server, ask) => {
    assert.equal((await workerIds(server)).length, 2);
    const ids: string[] = [];
    for (let time = 0; time < 20; time++) {
      const { status, body } = await ask("/v1/score/ip?ip=93.184.216.34");
      assert.equal(status, 200);
      ids.push(body.request_id);
    }
    for (const id of ids) assert.equal((await ask(`/v1/score/${id}`)).body.request_id, id);
    await eventually(async () => {
      const { body } = await ask("/v1/batch", { type: "ip", items: ["93.184.216.34"] });
      return body.results[0].times_seen > 20;
    }, "what both workers saw is counted");
    const rule = await ask("/v1/rules", { action: "block", values: ["93.184.216.34"] });
    assert.ok(rule.status < 300, JSON.stringify(rule.body));
    await eventually(async () => {
      const blocked = Array.from({ length: 10 }, () => ask("/v1/score/ip?ip=93.184.216.34"));
      return (await Promise.all(blocked)).every(({ body }) => body.verdict === "block");
    }, "the rule holds in both workers");
    const list = await runCommand(dataDir, ["keys", "list"], WORKERS);
    assert.equal(list.code, 0, list.err);
    const { mode } = await Deno.stat(`${dataDir}/store.sock`);
    assert.equal(mode! & 0o777, 0o600);
    assert.equal(await server.stop(), 0, server.lines.join("\n"));
    assert.deepEqual(await workerIds(server), []);
    assert.equal(await storeId(dataDir), null);
  });
});

sharedPortTest("what is no message of a worker ends its connection, and nothing else", async (dataDir) => {
  await withKey(dataDir, async (_server, ask) => {
    for (const bytes of [[255, 255, 255, 255, 1], [0, 0, 0, 2, 1, 2], [4, 0, 0, 2, 1, 2], [0, 0]]) {
      const conn = await Deno.connect({ transport: "unix", path: `${dataDir}/store.sock` });
      await conn.write(Uint8Array.from(bytes));
      if (bytes.length === 2) conn.close();
      else {
        assert.equal(await conn.read(new Uint8Array(9)).catch(() => null), null);
        conn.close();
      }
    }
    assert.equal((await ask("/v1/score/ip?ip=93.184.216.34")).status, 200);
  });
});

sharedPortTest(
  "a store's process that is killed is replaced, and the workers go on with the new one",
  async (dataDir) => {
    await withKey(dataDir, async (server, ask) => {
      const acknowledged: string[] = [];
      const workers = await workerIds(server);
      for (let round = 0; round < 3; round++) {
        const killed = await storeId(dataDir);
        const load = Promise.all(Array.from({ length: 8 }, async (_, number) => {
          for (let time = 0; time < 30; time++) {
            const { status, body } = await ask(`/v1/score/ip?ip=93.${round}.${number}.${time}`);
            assert.ok(status === 200 || status === 503, JSON.stringify(body));
            if (status === 200) acknowledged.push(body.request_id);
          }
        }));
        await eventually(() => acknowledged.length > 60 * round + 20, "some are acknowledged");
        Deno.kill(killed!, "SIGKILL");
        await load;
        await eventually(async () => {
          const now = await storeId(dataDir);
          return now !== null && now !== killed;
        }, "another process of the store");
        await eventually(async () => (await ask("/v1/score/ip?ip=8.8.8.8")).status === 200, "it is used");
      }
      for (const id of acknowledged) {
        const { status } = await ask(`/v1/score/${id}`);
        assert.equal(status, 200, id);
      }
      assert.deepEqual((await workerIds(server)).toSorted(), workers.toSorted(), "no worker ended");
      const ends = server.lines.filter((line) =>
        /process of the store ended with SIGKILL; starting/.test(line)
      );
      assert.equal(ends.length, 3, server.lines.join("\n"));
    });
  },
);

type Ask = (path: string, json?: unknown) => Promise<Answer>;

/** What one worker acknowledged counts in each after this time. */
const promised = () => new Promise((resolve) => setTimeout(resolve, 250));
/** Connections, of which each worker gets some. */
const SEVERAL = Array.from({ length: 6 }, (_, index) => index);

async function signUp(ask: Ask, name: string) {
  const json = { ip: "73.15.20.7", email: `${name}@the-shop.com`, device_id: "ab".repeat(16) };
  const { status, body } = await ask("/v1/score/user", json);
  assert.equal(status, 200, JSON.stringify(body));
  const { subnet_rate_1h, device_email_count } = body.linkage;
  return { subnet_rate_1h, device_email_count };
}

/** How often the address was seen, now included; null: no answer, or none but that it cannot be had now. */
async function seen(ask: Ask, ip: string): Promise<number | null> {
  const answer = await ask("/v1/batch", { type: "ip", items: [ip] }).catch(() => null);
  if (answer === null || answer.status === 503) return null;
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.results[0].times_seen;
}

sharedPortTest(
  "a burst counts in every worker, also after one or the store's process was killed",
  async (dataDir) => {
    await withKey(dataDir, async (server, ask) => {
      const ip = "73.15.20.7";
      let [signups, times] = [0, 0];
      const burst = async () => {
        await Promise.all(Array.from({ length: 40 }, () => signUp(ask, `user${signups++}`)));
        times += 40;
      };
      const look = async () => {
        for (const _ of SEVERAL) {
          await promised();
          const count = ++signups;
          times++;
          assert.deepEqual(await signUp(ask, `look${count}`), {
            subnet_rate_1h: count,
            device_email_count: count,
          });
          await promised();
          assert.equal(await seen(ask, ip), ++times);
        }
      };
      await burst();
      await look();
      const [killed] = await workerIds(server);
      Deno.kill(killed!, "SIGKILL");
      await eventually(async () => {
        const ids = await workerIds(server);
        return ids.length === 2 && !ids.includes(killed!);
      }, "another worker");
      await burst();
      await look();
      const owner = await storeId(dataDir);
      Deno.kill(owner!, "SIGKILL");
      await eventually(async () => ![null, owner].includes(await storeId(dataDir)), "another process");
      await eventually(async () => {
        const answers = await Promise.all(
          SEVERAL.map(() => ask("/v1/score/ip?ip=9.9.9.9").catch(() => null)),
        );
        return answers.every((answer) => answer?.status === 200);
      }, "both use it");
      await look();
      await burst();
      await look();
    });
  },
);

sharedPortTest(
  "workers agree on what was counted when one of them, or the store's process, was killed in between",
  async (dataDir) => {
    await withKey(dataDir, async (server, ask) => {
      const ip = "73.99.1.5";
      let [asked, acknowledged] = [0, 0];
      for (const victim of ["worker", "store", "worker", "store"]) {
        const until = acknowledged + 60;
        const before = victim === "store" ? await storeId(dataDir) : (await workerIds(server))[0]!;
        let isOver = false;
        const load = Promise.all(Array.from({ length: 6 }, async () => {
          while (!isOver) {
            asked++;
            if (await seen(ask, ip) !== null) acknowledged++;
          }
        }));
        await eventually(() => acknowledged > until, "scores");
        Deno.kill(before!, "SIGKILL");
        await eventually(async () => {
          const now = [...await workerIds(server), await storeId(dataDir)];
          return now.length === 3 && !now.includes(before) && !now.includes(null);
        }, "another process");
        isOver = true;
        await load;
        await eventually(async () => {
          asked++;
          const isAnswered = await seen(ask, ip) !== null;
          if (isAnswered) acknowledged++;
          return isAnswered;
        }, "it is used");
        await promised();
        asked++;
        const first = (await seen(ask, ip))!;
        acknowledged++;
        assert.ok(first >= acknowledged && first <= asked, `${acknowledged} <= ${first} <= ${asked}`);
        for (const index of SEVERAL) {
          await promised();
          asked++;
          acknowledged++;
          assert.equal(await seen(ask, ip), first + 1 + index, victim);
        }
      }
    });
  },
);

sharedPortTest("kill -9 of workers and the store's process loses nothing that was acknowledged", async () => {
  await killInRounds({
    rounds: 2,
    workloads: [scores],
    env: WORKERS,
    killMore: async (server, dataDir) => {
      const ids = [...await workerIds(server), await storeId(dataDir)];
      for (const id of ids) if (id !== null) Deno.kill(id, "SIGKILL");
    },
  });
});

sharedPortTest("a data folder whose path is too long for a socket is refused by name", async (folder) => {
  const dataDir = `${folder}/${"long".repeat(25)}`;
  const { code, err } = await runCommand(dataDir, ["serve"], WORKERS);
  assert.equal(code, 2, err);
  assert.match(err, /^winnow: WINNOW_WORKERS: .+ at most 92 bytes: .+\n$/);
});

for (const killed of ["the second worker", "the first worker", "the store"] as const) {
  sharedPortTest(
    `${killed} is killed while the workers start: it is replaced, and the service goes on`,
    async (dataDir) => {
      const { key } = await makeKey(dataDir, "acme", ...LIMITS);
      const port = freePort();
      const origin = `http://127.0.0.1:${port}`;
      const starting = startServer(dataDir, { ...WORKERS, WINNOW_PORT: String(port) });
      const seen: number[] = [];
      const toKill = async (): Promise<number | undefined> => {
        for (const id of await workerIds({ origin })) if (!seen.includes(id)) seen.push(id);
        if (killed === "the store") return seen.length > 0 ? await storeId(dataDir) ?? undefined : undefined;
        return seen[killed === "the first worker" ? 0 : 1];
      };
      let id: number | undefined;
      while (id === undefined) {
        id = await toKill();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      Deno.kill(id, "SIGKILL");
      const server = await starting;
      try {
        await eventually(
          async () => (await workerIds(server)).filter((each) => each !== id).length === 2,
          "two workers",
        );
        await eventually(async () => {
          const answers = await Promise.all(
            Array.from({ length: 8 }, () => ask(origin, key, "/v1/score/ip?ip=8.8.8.8").catch(() => null)),
          );
          return answers.every((answer) => answer?.status === 200);
        }, "all are answered");
        assert.notEqual(await storeId(dataDir), null);
        await eventually(async () => {
          const metrics = await (await fetch(`${origin}/metrics`)).text();
          return metrics.match(/^winnow_info\{.*worker="\d"/gm)?.length === 2;
        }, "both are known");
        assert.equal(await server.stop(), 0);
        // Those that were started in the place of others end before it does, too.
        assert.deepEqual([await workerIds(server), await storeId(dataDir)], [[], null]);
      } finally {
        await server.kill();
      }
    },
  );
}
