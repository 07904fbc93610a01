/** Workers and the process of their embedded store end by themselves when the process that started them is gone. */
import assert from "node:assert/strict";
import { startSteadyClients } from "../../support/clients/steady_clients.ts";
import { eventually } from "../../support/eventually.ts";
import { killInRounds } from "../../support/kill/rounds.ts";
import { scores } from "../../support/kill/scores.ts";
import { makeKey, type RunningServer, startServer } from "../../support/process/program.ts";
import { sharedPortTest, storeId, workerIds } from "../../support/process/workers.ts";
import { freePort } from "../../support/servers/free_port.ts";

const WORKERS = { WINNOW_WORKERS: "2" };

type Server = Pick<RunningServer, "pid" | "origin">;

/** What becomes of the process of the store at the moment in which the one that started it is killed. */
const FATES = {
  "runs": () => {},
  "is killed, too": (store: number) => Deno.kill(store, "SIGKILL"),
  "answers nothing": (store: number) => Deno.kill(store, "SIGSTOP"),
} as const;

/** Kills the server's first process and waits for the end of the others; leaves none. */
async function orphan(server: Server, dataDir: string, fate: (store: number) => void): Promise<void> {
  const store = await storeId(dataDir);
  assert.ok(store !== null && (await workerIds(server)).length > 0, "workers with a store");
  fate(store);
  Deno.kill(server.pid, "SIGKILL");
  try {
    await eventually(async () => (await workerIds(server)).length === 0, "the workers end");
    if (fate === FATES["answers nothing"]) Deno.kill(store, "SIGKILL"); // not even a signal to end reaches it
    await eventually(async () => await storeId(dataDir) === null, "the process of the store ends");
  } finally {
    for (const id of [...await workerIds(server), await storeId(dataDir)]) {
      if (id !== null) Deno.kill(id, "SIGKILL");
    }
  }
}

for (const [name, fate] of Object.entries(FATES)) {
  sharedPortTest(
    `without their parent workers end and lose nothing, while the store's process ${name}`,
    () =>
      killInRounds({
        rounds: 2,
        workloads: [scores],
        env: WORKERS,
        killMore: (server, dataDir) => orphan(server, dataDir, fate),
      }),
  );

  sharedPortTest(
    `without their parent starting workers end, while the store's process ${name}`,
    async (dataDir) => {
      const port = freePort();
      const origin = `http://127.0.0.1:${port}`;
      const starting = assert.rejects(startServer(dataDir, { ...WORKERS, WINNOW_PORT: String(port) }));
      let first: number | undefined;
      await eventually(async () => {
        [first] = await workerIds({ origin });
        return first !== undefined;
      }, "the first worker");
      await orphan({ pid: await parentOf(first!), origin }, dataDir, fate);
      await starting;
    },
  );
}

sharedPortTest(
  "workers of two servers that overlap end when both parents are killed at once",
  async (dataDir) => {
    const settings = { ...WORKERS, WINNOW_PORT: String(freePort()), WINNOW_REUSE_PORT: "true" };
    const old = await startServer(dataDir, settings);
    const next = await startServer(dataDir, settings);
    assert.equal((await workerIds(old)).length, 4);
    Deno.kill(next.pid, "SIGKILL");
    await orphan(old, dataDir, FATES.runs);
    await Promise.all([old.kill(), next.kill()]);
  },
);

sharedPortTest(
  "workers without a parent still answer what they are asked until they end",
  async (dataDir) => {
    const { key } = await makeKey(dataDir, "acme", "--rpm", "100000000", "--monthly", "100000000");
    const settings = { ...WORKERS, WINNOW_PORT: String(freePort()), WINNOW_REUSE_PORT: "true" };
    const server = await startServer(dataDir, settings);
    const path = "/v1/score/ip?ip=8.8.8";
    const clients = startSteadyClients({
      origin: server.origin,
      path,
      key,
      keepAlive: true,
      clients: 8,
      pauseMs: 4,
    });
    await eventually(() => clients.outcome.answered > 100, "requests before");
    await orphan(server, dataDir, FATES.runs);
    const { lost } = await clients.stop();
    assert.ok(lost["refused"]! > 0, "nobody listens any more");
    assert.deepEqual(Object.keys(lost).filter((why) => why.includes(" HTTP/1.1 ")), []);
    await server.kill();
  },
);

async function parentOf(id: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${id}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
