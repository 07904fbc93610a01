/** The proxies' files in `deploy/`: two nodes are restarted one after the other, and what only operators may see. */
import assert from "node:assert/strict";
import { startSteadyClients } from "../../support/clients/steady_clients.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, startServer } from "../../support/process/program.ts";
import { freePort } from "../../support/servers/free_port.ts";
import { PROXIES } from "../../support/servers/proxies.ts";

for (const { name, found, start } of PROXIES) {
  const what =
    `${name} loses no request while its two nodes are restarted, and shows operators' pages to nobody`;
  Deno.test({
    name: found ? what : `${what} (skipped: no ${name})`,
    ignore: !found,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inFolder(async (dir) => {
        await Deno.mkdir(`${dir}/proxy`);
        const { key } = await makeKey(dir, "main", "--rpm", "100000000", "--monthly", "100000000");
        const ports = [freePort(), freePort()];
        const nodes = [];
        for (const port of ports) nodes.push(await startServer(dir, env(port)));
        const proxy = await start(`${dir}/proxy`, ports);
        try {
          for (const path of ["/metrics", "/readyz", "/healthz"]) {
            const response = await fetch(`${proxy.origin}${path}`);
            assert.equal(response.status, 404, path);
            await response.body?.cancel();
          }
          const clients = startSteadyClients({
            origin: proxy.origin,
            path: "/v1/score/ip?ip=8.8.8",
            key,
            keepAlive: true,
            clients: 8,
            pauseMs: 5,
          });
          const more = async (count: number) => {
            const enough = clients.outcome.answered + count;
            await eventually(() => clients.outcome.answered > enough, "answers");
          };
          await more(200);
          for (const [index, port] of ports.entries()) {
            assert.equal(await nodes[index]!.stop(), 0);
            await more(200);
            nodes[index] = await startServer(dir, env(port));
            // Until the proxy has noticed: it leaves a node alone that refused it for as long as its file says.
            await new Promise((resolve) => setTimeout(resolve, 3_000));
          }
          const { answered, lost } = await clients.stop();
          assert.deepEqual(lost, {}, `of ${answered}`);
        } finally {
          await proxy.stop();
          for (const node of nodes) await node.kill();
        }
      }),
  });
}

function env(port: number): Record<string, string> {
  return { WINNOW_PORT: String(port), WINNOW_TRUST_PROXY: "127.0.0.1" };
}
