/** `Type=notify` of systemd: the server says when it is ready, not before. */
import assert from "node:assert/strict";
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
