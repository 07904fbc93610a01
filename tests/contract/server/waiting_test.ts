/** A start waits for a database that is away, and is not ready before its first keys are there. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { HAS_PROC } from "../../support/process/processes.ts";
import { processTest, runCommand, startServer } from "../../support/process/program.ts";
import { freePort } from "../../support/servers/free_port.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";

async function ask(url: string): Promise<{ status: number; body: string; retryAfter: string | null }> {
  try {
    const response = await fetch(url);
    const { status, headers } = response;
    return { status, body: await response.text(), retryAfter: headers.get("retry-after") };
  } catch {
    return { status: 0, body: "", retryAfter: null };
  }
}

const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);

for (const workers of ["1", "2"]) {
  postgresTest(
    `a server waits for its database, and says so: ${workers} processes`,
    () =>
      inFolder(async (dir) => {
        await using postgres = await startPostgres();
        const store = await postgres.database();
        await postgres.halt();
        const path = `${dir}/systemd`;
        const manager = Deno.listenDatagram({ transport: "unixpacket", path });
        const told: string[] = [];
        const hearing = (async () => {
          for await (const [bytes] of manager) told.push(new TextDecoder().decode(bytes));
        })();
        const port = freePort();
        const origin = `http://127.0.0.1:${port}`;
        const starting = startServer(`${dir}/data`, {
          WINNOW_STORE: store,
          WINNOW_PORT: String(port),
          WINNOW_WORKERS: workers,
          WINNOW_LOG: "json",
          NOTIFY_SOCKET: path,
        });
        starting.catch(() => {}); // awaited below
        try {
          await eventually(async () => (await ask(`${origin}/healthz`)).status === 200, "it answers");
          const ready = await ask(`${origin}/readyz`);
          assert.equal(ready.status, 503);
          assert.deepEqual(JSON.parse(ready.body), {
            status: "not ready",
            checks: { store: "waiting: it cannot be reached" },
          });
          const score = await ask(`${origin}/v1/score/ip?ip=8.8.8.8`);
          assert.deepEqual([score.status, JSON.parse(score.body).code, score.retryAfter], [
            503,
            "unavailable",
            "2",
          ]);
          await eventually(() => told.length >= 2, "systemd is told again");
          for (const message of told) {
            assert.match(message, /^EXTEND_TIMEOUT_USEC=\d+\nSTATUS=the start waits for the store: .*\n$/);
            assert.ok(
              !message.includes(postgres.password) &&
                !message.includes(encodeURIComponent(postgres.password)),
            );
          }
          await postgres.start();
          const server = await starting;
          try {
            await eventually(async () => (await ask(`${origin}/readyz`)).status === 200, "it is ready");
            assert.ok(await isThere(`${dir}/data/live.key`));
            await eventually(() => told.includes("READY=1\n"), "systemd is told");
            await eventually(() => told.includes("STATUS=\n"), "nothing is waited for any more");
            const events = server.lines.filter((line) => line.startsWith("{")).map((line) =>
              JSON.parse(line)
            );
            const waiting = events.find(({ event }) => event === "store_waiting");
            assert.equal(waiting.level, "warn");
            assert.match(
              waiting.message,
              /^the start waits for the store: cannot open the store 127\.0\.0\.1:/,
            );
            assert.ok(events.some(({ event }) => event === "store_reached"));
            assert.equal(await server.stop(), 0);
          } finally {
            await server.kill();
          }
        } finally {
          manager.close();
          await hearing;
        }
      }),
  );
}

postgresTest("a wrong password is no reason to wait", () =>
  inFolder(async (dir) => {
    await using postgres = await startPostgres();
    await postgres.database();
    const store = postgres.url("store_1", { password: "wrong" });
    await assert.rejects(
      startServer(dir, { WINNOW_STORE: store }),
      /ended with 1: .*password authentication failed/s,
    );
  }));

processTest("a server that waits ends when it is told to, and commands do not wait", async (dir) => {
  const port = freePort();
  const store = `postgres://winnow:pass@127.0.0.1:${freePort()}/winnow`;
  const command = await runCommand(dir, ["accounts", "list"], { WINNOW_STORE: store });
  assert.deepEqual([command.code, /cannot open the store/.test(command.err)], [1, true]);
  if (!HAS_PROC) return;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "--quiet", "main.ts", "serve"],
    cwd: new URL("../../../", import.meta.url),
    env: { WINNOW_DATA_DIR: dir, WINNOW_STORE: store, WINNOW_PORT: String(port), WINNOW_OFFLINE: "true" },
    stdout: "null",
    stderr: "null",
  }).spawn();
  await eventually(async () => (await ask(`http://127.0.0.1:${port}/readyz`)).status === 503, "it waits");
  child.kill("SIGTERM");
  assert.equal((await child.status).code, 0);
});

processTest("/readyz is not 200 before the first keys are there", async (dir) => {
  const port = freePort();
  const starting = startServer(dir, { WINNOW_PORT: String(port) });
  let isEarly = false;
  await eventually(async () => {
    const { status } = await ask(`http://127.0.0.1:${port}/readyz`);
    if (status === 200 && !await isThere(`${dir}/live.key`)) isEarly = true;
    return status === 200;
  }, "it is ready");
  const server = await starting;
  await server.kill();
  assert.equal(isEarly, false);
});
