/** TLS to the server, as `sslmode` of the URL asks for it. */
import assert from "node:assert/strict";
import { inFolder } from "../../../support/folder.ts";
import { TEST_CA } from "../../../support/servers/certificates.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { openPostgres } from "../../../support/store/engines.ts";

const CHILD = new URL("../../../support/process/open_store.ts", import.meta.url).pathname;

postgresTest("sslmode decides whether the connection is encrypted and the certificate checked", async () => {
  await using server = await startPostgres({ tls: true });
  await using bare = await startPostgres();
  const url = await server.database();
  const name = new URL(url).pathname.slice(1);
  const encrypted = () =>
    server.sql(
      "postgres",
      `select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where datname = '${name}'`,
    );
  for (
    const [mode, isEncrypted] of [["", "f"], ["?sslmode=require", "t"], ["?sslmode=prefer", "t"]] as const
  ) {
    const engine = await openPostgres(url + mode);
    assert.notEqual(await engine.commit({ set: [{ key: ["a", mode], value: 1 }] }), null);
    assert.equal(await encrypted(), isEncrypted, mode);
    await engine.close();
  }
  await assert.rejects(openPostgres(`${url}?sslmode=verify-full`), /cannot open the store/);
  const plain = await bare.database();
  await assert.rejects(openPostgres(`${plain}?sslmode=require`), /cannot open the store/);
  await (await openPostgres(`${plain}?sslmode=prefer`)).close();
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/ca.pem`, TEST_CA);
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", CHILD, `${url}?sslmode=verify-full`],
      env: { DENO_CERT: `${folder}/ca.pem` },
      stdin: "null",
      stderr: "piped",
    });
    const { success, stdout, stderr } = await child.output();
    const text = new TextDecoder();
    assert.ok(success, text.decode(stderr));
    assert.equal(text.decode(stdout), "opened\n");
  });
});
