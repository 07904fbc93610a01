/** More connections that send nothing than the process has file descriptors: it goes on serving. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import {
  makeKey,
  processTest,
  type RunningServer,
  SERVE,
  startServer,
} from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";

const DESCRIPTORS = 128;
/** Under a limit of descriptors. */
const LIMITED = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh", ...SERVE];
const HOLDER = new URL("../../support/process/silent_connections.ts", import.meta.url).pathname;

/** Resolves when the connections are open. */
async function holdConnections(server: RunningServer, count: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-net", HOLDER, new URL(server.origin).port, String(count)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value).trim(), "open");
  return {
    async end(): Promise<void> {
      await child.stdin.close();
      await reader.cancel();
      await child.status;
    },
  };
}

/** Each time over a new connection. */
async function ask(server: RunningServer, path: string, key: string) {
  const response = await fetch(`${server.origin}${path}`, {
    headers: { "x-api-key": key, connection: "close" },
    signal: AbortSignal.timeout(5_000),
  });
  return { status: response.status, body: await response.json() };
}

const isOk = async (server: RunningServer, key: string) => {
  try {
    return (await ask(server, "/v1/score/ip?ip=9.9.9.9", key)).status === 200;
  } catch {
    return false; // In the moment between two listening sockets.
  }
};

for (const workers of [1, 2]) {
  const test = workers === 1 ? processTest : workersTest;
  test(
    `silent connections use up all descriptors, ${workers} process(es): scores go on, and nothing is lost`,
    async (dir) => {
      const { key } = await makeKey(dir, "main", "--rpm", "1000000", "--monthly", "1000000");
      const server = await startServer(dir, { WINNOW_WORKERS: String(workers) }, LIMITED);
      try {
        const { body: { request_id } } = await ask(server, "/v1/score/ip?ip=8.8.8.8", key);
        const held = await holdConnections(server, 3 * workers * DESCRIPTORS);
        await eventually(() => isOk(server, key), "a score while the connections are held");
        await held.end();
        await eventually(() => isOk(server, key), "a score after they have been closed");
        await eventually(
          async () => (await ask(server, `/v1/score/${request_id}`, key)).body.request_id === request_id,
          "the score from before",
        );
        assert.ok(
          server.lines.some((line) => /file descriptors|Too many open files/.test(line)),
          server.lines.join("\n"),
        );
        assert.ok(!server.lines.some((line) => /uncaught|ended with/i.test(line)), server.lines.join("\n"));
      } finally {
        assert.equal(await server.stop(), 0);
      }
    },
  );
}
