/** The engine on PostgreSQL: what the engine contract does not ask of every engine. */
import assert from "node:assert/strict";
import { PostgresLink } from "../../../../src/db/postgres/connection.ts";
import { Sweep } from "../../../../src/db/postgres/maintenance.ts";
import { DATA } from "../../../../src/db/postgres/place.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { SilentLine } from "../../../support/servers/silent_line.ts";
import { openPostgres } from "../../../support/store/engines.ts";

type Case = (server: PostgresServer) => Promise<void>;

/** They share one server; each has its own database. */
const CASES = new Map<string, Case>();

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

CASES.set("a Unix socket and a role that may not make tables are enough", async (server) => {
  const name = nameOf(await server.database());
  const first = await openPostgres(server.socketUrl(name));
  assert.notEqual(await first.commit({ set: [{ key: ["a"], value: 1 }] }), null);
  await first.close();
  await server.sql(
    name,
    "revoke create on schema public from public; create role small login password 'small'; " +
      "grant select, insert, update, delete on all tables in schema public to small",
  );
  const small = await openPostgres(server.url(name, { user: "small", password: "small" }));
  assert.equal((await small.get([["a"]]))[0]?.value, 1);
  assert.notEqual(await small.commit({ check: [{ key: ["b"], version: null }], delete: [["a"]] }), null);
  const score = ["segment", "01a202eb4fb0000000", "000"];
  assert.notEqual(await small.commit({ set: [{ key: score, value: 1 }] }), null);
  assert.equal((await small.get([score]))[0]?.value, 1, "without a table of its month");
  await small.close();
  const owner = await openPostgres(server.url(name));
  assert.equal((await owner.get([score]))[0]?.value, 1);
  await owner.close();
  const bare = nameOf(await server.database());
  await server.sql(bare, "revoke create on schema public from public");
  await assert.rejects(
    openPostgres(server.url(bare, { user: "small", password: "small" })),
    /permission denied/,
  );
});

CASES.set("many processes that open a new store concurrently all succeed", async (server) => {
  const url = await server.database();
  const engines = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url)));
  await Promise.all(engines.map((engine) => engine.commit({ add: [{ key: ["n"], by: 1 }] })));
  assert.equal((await engines[0]!.get([["n"]]))[0]?.value, 8);
  await Promise.all(engines.map((engine) => engine.close()));
});

CASES.set(
  "expired rows are never read, and the sweep removes them and deleted rows",
  async (server) => {
    const url = await server.database();
    // Behind the server, because the sweep goes by the earlier of the two clocks.
    const clock = { now: Date.now() - 3_600_000 };
    const engine = await openPostgres(url, { now: () => clock.now });
    const link = new PostgresLink(url);
    try {
      for (let from = 0; from < 4500; from += 900) {
        await engine.commit({
          set: Array.from({ length: 900 }, (_, i) => ({
            key: ["k", String(from + i)],
            value: i,
            ...(i % 3 ? { expiresAt: clock.now + 1000 } : {}),
          })),
        });
      }
      await engine.commit({ delete: Array.from({ length: 300 }, (_, i) => ["k", String(i)]) });
      const rows = async () => Number(await server.sql(nameOf(url), "select count(*) from winnow_data"));
      const visible = async () => (await Array.fromAsync(engine.scan(["k"]))).length;
      assert.deepEqual([await rows(), await visible()], [4500, 4200]);
      clock.now += 999;
      assert.equal(await visible(), 4200);
      clock.now += 1;
      assert.equal(await visible(), 1400);
      const [entry] = await engine.get([["k", "301"]]);
      assert.equal(entry, null);
      await engine.commit({
        check: [{ key: ["k", "301"], version: null }],
        set: [{ key: ["k", "301"], value: "new" }],
      });
      const sweep = new Sweep(link, DATA, () => clock.now);
      let swept = 0;
      for (let step = 0; step < 8; step++) swept += (await sweep.step()).deleted;
      assert.equal(swept, 4500 - 1401);
      assert.deepEqual([await rows(), await visible()], [1401, 1401]);
      assert.equal((await engine.get([["k", "301"]]))[0]?.value, "new");
    } finally {
      await link.close();
      await engine.close();
    }
  },
);

CASES.set(
  "a server that stops responding times out, and is used again when it responds",
  async (server) => {
    const name = nameOf(await server.database());
    await using line = new SilentLine(server.port);
    const engine = await openPostgres(server.url(name, { port: line.port }), { silentMs: 300 });
    try {
      await engine.commit({ set: [{ key: ["a"], value: 1 }] });
      line.silent = true;
      await assert.rejects(engine.get([["a"]]), /the store 127\.0\.0\.1:\d+\/store_\d+ does not answer/);
      line.silent = false;
      assert.equal((await engine.get([["a"]]))[0]?.value, 1);
    } finally {
      await engine.close();
    }
  },
);

CASES.set(
  "a password from the environment is kept for later connections, when the environment cannot be read any more",
  async (server) => {
    const name = nameOf(await server.database());
    await using line = new SilentLine(server.port);
    Deno.env.set("PGPASSWORD", server.password);
    const engine = await openPostgres(server.url(name, { port: line.port, password: "" }), { silentMs: 300 });
    Deno.env.delete("PGPASSWORD");
    try {
      await engine.commit({ set: [{ key: ["a"], value: 1 }] });
      line.silent = true;
      await assert.rejects(engine.get([["a"]]), /does not answer/);
      line.silent = false;
      assert.equal((await engine.get([["a"]]))[0]?.value, 1);
    } finally {
      await engine.close();
    }
  },
);

postgresTest("the engine on PostgreSQL", async (t) => {
  await using server = await startPostgres();
  for (const [name, run] of CASES) await t.step(name, () => run(server));
});
