/** The server closes connections while they are written to: statements fail, the process does not. */
import assert from "node:assert/strict";
import { isLateWrite } from "../../../../src/db/postgres/client.ts";
import { PostgresLink } from "../../../../src/db/postgres/connection.ts";
import { FairClock } from "../../../support/fair_clock.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { SilentLine } from "../../../support/servers/silent_line.ts";

const OTHERS =
  "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null and $1 = 1";

postgresTest("connections that are closed in the middle of transactions end no process", async () => {
  await using server = await startPostgres();
  const link = new PostgresLink(await server.database(), { connections: 4 });
  const twice = () =>
    link.transaction("isolation level read committed", async (ask) => {
      await ask("select 1 where $1 = 1", [1]);
      return (await ask("select 2 where $1 = 1", [1])).count;
    });
  for (let round = 0; round < 4; round++) {
    const work = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 10; i++) await twice().catch((error) => assert.match(error.message, /^the store /));
    });
    await new Promise((resolve) => setTimeout(resolve, 3));
    await link.query(OTHERS, [1]).catch((error) => assert.match(error.message, /^the store /));
    await Promise.all(work);
  }
  let answered = 0;
  for (let i = 0; i < 10; i++) answered += await twice().catch(() => 0);
  assert.ok(answered > 0);
  await link.close();
});

postgresTest(
  "what waits for a connection that cannot be opened fails soon, and the next one is another",
  async () => {
    await using server = await startPostgres();
    await server.database();
    await using line = new SilentLine(server.port);
    const link = new PostgresLink(server.url("store_1", { port: line.port }), { connections: 2 });
    await link.detectPooler();
    await link.query("select 1 where $1 = 1", [1]);
    using clock = new FairClock();
    const running = link.query("select pg_sleep(0.1) where $1 = 1", [1]).catch(() => {});
    line.silent = true;
    await assert.rejects(link.query("select 2 where $1 = 1", [1]), /CONNECT_TIMEOUT/);
    assert.ok(clock.now() < 5000, `after ${clock.now()} ms`);
    line.silent = false;
    assert.equal((await link.query("select 3 where $1 = 1", [1])).count, 1);
    await link.close();
    await running;
  },
);

function thrown(message: string, where: string): TypeError {
  return Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at ${where}` });
}

Deno.test("only the write of a closed connection is forgiven, and only while a link is open", async () => {
  const message = "Cannot read properties of null (reading 'write')";
  const late = thrown(message, "Immediate.nextWrite (file:///n/postgres@3.4.9/src/connection.js:255:22)");
  const others = [
    thrown(message, "write (file:///src/store/writer.ts:1:1)"),
    thrown("late is null", "Immediate.nextWrite (file:///n/postgres/src/connection.js:255:22)"),
    new Error(message),
    null,
  ];
  assert.deepEqual([late, ...others].map(isLateWrite), [true, false, false, false, false]);
  const forgiven = (error: unknown) => !dispatchEvent(new ErrorEvent("error", { error, cancelable: true }));
  assert.equal(forgiven(late), false);
  const link = new PostgresLink("postgres://u@127.0.0.1:1/none");
  assert.deepEqual([late, ...others].map(forgiven), [true, false, false, false, false]);
  await link.close();
  assert.equal(forgiven(late), false);
});
