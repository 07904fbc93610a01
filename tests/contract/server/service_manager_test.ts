/** `Type=notify` of systemd: the server says when it is ready, not before. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { processTest, settingsOf, startServer } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";

for (
  const [name, test, env] of [
    ["one process", processTest, {}],
    ["two workers", workersTest, { WINNOW_WORKERS: "2" }],
  ] as const
) {
  test(`systemd is told once the server answers: ${name}`, async (dir) => {
    const path = `${dir}/systemd`;
    const manager = Deno.listenDatagram({ transport: "unixpacket", path });
    const told = manager.receive();
    const server = await startServer(`${dir}/data`, { NOTIFY_SOCKET: path, ...settingsOf(dir), ...env });
    try {
      const [message] = await told;
      assert.equal(new TextDecoder().decode(message), "READY=1\n");
      assert.equal((await fetch(`${server.origin}/readyz`).then((r) => r.text())).includes("ok"), true);
      const left = [...Deno.readDirSync(`${dir}/data`)].map((entry) => entry.name);
      assert.ok(!left.some((file) => file.startsWith("notify")), left.join(" "));
    } finally {
      manager.close();
      await server.kill();
    }
  });
}

for (
  const [name, test, env] of [
    ["one process", processTest, {}],
    ["two workers", workersTest, { WINNOW_WORKERS: "2" }],
  ] as const
) {
  test(`systemd's watchdog hears from a server as long as it runs: ${name}`, async (dir) => {
    const path = `${dir}/systemd`;
    const manager = Deno.listenDatagram({ transport: "unixpacket", path });
    const hear = async () => new TextDecoder().decode((await manager.receive())[0]);
    const watch = { NOTIFY_SOCKET: path, WATCHDOG_USEC: "400000" };
    const server = await startServer(`${dir}/data`, { ...watch, ...settingsOf(dir), ...env });
    try {
      const heard = [await hear(), await hear(), await hear(), await hear()];
      assert.deepEqual(heard, ["READY=1\n", "WATCHDOG=1\n", "WATCHDOG=1\n", "WATCHDOG=1\n"]);
      // Stopped, it says nothing: what arrives after that was sent before.
      Deno.kill(server.pid, "SIGSTOP");
      let last = hear();
      let isSilent = false;
      const silence = () => new Promise<true>((resolve) => setTimeout(resolve, 1500, true));
      while (!isSilent) {
        isSilent = await Promise.race([last.then(() => false), silence()]);
        if (!isSilent) last = hear();
      }
      Deno.kill(server.pid, "SIGCONT");
      assert.equal(await last, "WATCHDOG=1\n");
    } finally {
      manager.close();
      await server.kill();
    }
  });
}

processTest("another process is meant by WATCHDOG_PID: nothing is sent", async (dir) => {
  const path = `${dir}/systemd`;
  const manager = Deno.listenDatagram({ transport: "unixpacket", path });
  const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: "100000", WATCHDOG_PID: "1" };
  const server = await startServer(`${dir}/data`, env);
  const heard: string[] = [];
  const hearing = (async () => {
    for await (const [bytes] of manager) heard.push(new TextDecoder().decode(bytes));
  })();
  await eventually(() => heard.length > 0, "a message");
  assert.equal(await server.stop(), 0);
  manager.close();
  await hearing;
  assert.deepEqual(heard, ["READY=1\n"]);
});

processTest("a socket that is not there is logged, and the server serves", async (dir) => {
  const server = await startServer(dir, { NOTIFY_SOCKET: `${dir}/nothing` });
  try {
    assert.equal(await fetch(`${server.origin}/healthz`).then((r) => r.status), 200);
    while (!server.lines.some((line) => line.startsWith("NOTIFY_SOCKET: "))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await server.kill();
  }
});
