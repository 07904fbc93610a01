/** A request that names no host is refused. */
import assert from "node:assert/strict";
import { exchange } from "../../support/clients/raw_http.ts";
import { inFolder } from "../../support/folder.ts";
import { startServer } from "../../support/process/program.ts";

Deno.test("HTTP/1.1 without Host, or with an empty one, is a 400; with one it is answered", async () => {
  await inFolder(async (dir) => {
    const server = await startServer(dir);
    const rows = [["", 400], ["Host:\r\n", 400], ["Host: shop.example\r\n", 200], [
      "Host: localhost\r\n",
      200,
    ]] as const;
    for (const [host, status] of rows) {
      const answer = await exchange(server.origin, [
        `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      ]);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), host);
    }
    await server.stop();
  });
});
