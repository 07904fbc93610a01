import assert from "node:assert/strict";
import { StoreError } from "../../../src/store/engine.ts";
import { openPostgres } from "../../../src/store/postgres/postgres.ts";
import { PostgresLink } from "../../../src/store/postgres/connection.ts";
import { Sweeper } from "../../../src/store/postgres/sweep.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { killAgainAndAgain } from "../../support/process/kill_rounds.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { runCommand } from "../../support/process/program.ts";
import { eventually } from "../../support/eventually.ts";

const SECRET = "one secret for all nodes";

type Case = (server: PostgresServer, t: Deno.TestContext) => Promise<void>;

/** They share one server; each has a database of its own. */
const CASES = new Map<string, Case>();

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Servers beside each other on one store, as on machines of their own. */
async function withNodes(
  server: PostgresServer,
  test: (one: TestApp, two: TestApp) => Promise<void>,
): Promise<void> {
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: SECRET };
  await using one = await startApp({ env });
  await using two = await startApp({ env });
  await test(one, two);
}

CASES.set("two nodes on PostgreSQL are one service", async (server, t) => {
  await withNodes(server, async (one, two) => {
    await t.step("a score, its label and a report made on one are found on the other", async () => {
      const scored = await one.ask("/v1/score/user", {
        json: { ip: "73.15.20.1", email: "jane.doe@gmail.com", phone: "+442083661177" },
      });
      assert.equal(scored.status, 200, scored.text);
      const { request_id } = scored.body;
      await two.ask("/v1/outcome", { key: one.live, json: { request_id, outcome: "fraud" } });
      const stored = await one.ask(`/v1/score/${request_id}`);
      assert.equal(stored.body.risk_score, scored.body.risk_score);
      await eventually(async () => {
        const { body } = await one.ask(`/v1/score/${request_id}`);
        return body.label?.outcome === "fraud";
      }, "the label of the other node");
      await one.ask("/v1/report", { json: { kind: "ip", value: "73.15.99.1" } });
      await eventually(async () => {
        const { body } = await two.ask("/v1/score/ip?ip=73.15.99.1", { key: one.live });
        return body.abuse_reports === 1;
      }, "the report of the other node");
    });
    await t.step("rules are in force on the other within a second, and gone within a second", async () => {
      const scored = () => two.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live });
      assert.equal((await scored()).body.rule_applied ?? null, null);
      const made = await one.ask("/v1/rules", { json: { action: "block", values: ["9.9.9.9"] } });
      assert.equal(made.status, 200, made.text);
      await eventually(async () => (await scored()).body.verdict === "block", "the rule");
      await one.ask("/v1/rules?confirm=true", { method: "DELETE" });
      await eventually(async () => (await scored()).body.verdict !== "block", "its end");
    });
    await t.step("both nodes change the rules of one account at once, and no rule is lost", async () => {
      const [key, count] = [one.live, 15];
      await Promise.all([one, two].flatMap((node, side) =>
        Array.from({ length: count }, async (_, i) => {
          const json = { action: "block", values: [`r${i}.side${side}.example.org`] };
          assert.equal((await node.ask("/v1/rules", { key, json })).status, 200);
        })
      ));
      await eventually(async () => (await one.ask("/v1/rules")).body.rules.length === 2 * count, "all rules");
    });
    await t.step("a key made on one works on the other; a paused account is paused on both", async () => {
      const { account, key } = await one.account("acme");
      const status = async () => (await two.ask("/v1/score/ip?ip=8.8.8.8", { key })).status;
      await eventually(async () => await status() === 200, "the key");
      await one.app.services.store.accounts.putAccount({ ...account, paused: true });
      await eventually(async () => await status() === 401, "the pause");
    });
    await t.step("a quota is exact on one node", async () => {
      const { key } = await one.account("race", { monthly: 100 });
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) => one.ask(`/v1/score/ip?ip=8.8.${i}.8`, { key })),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 100);
      assert.equal((await one.ask("/v1/usage", { key })).body.used, 100);
    });
    await t.step("over two nodes a quota holds to within a second, and both count all", async () => {
      const { key } = await one.account("shared", { monthly: 60 });
      await eventually(async () => (await two.ask("/v1/usage", { key })).status === 200, "the key");
      let allowed = 0;
      const spend = async (node: TestApp) => {
        const { status } = await node.ask("/v1/score/ip?ip=8.8.8.8", { key });
        if (status === 200) allowed++;
      };
      for (let i = 0; i < 20; i++) await Promise.all([spend(one), spend(two)]);
      await eventually(async () => {
        const used = await Promise.all([one, two].map((node) => node.ask("/v1/usage", { key })));
        return used.every(({ body }) => body.used === 40);
      }, "both see 40");
      for (let i = 0; i < 40; i++) await spend(i % 2 ? one : two);
      assert.ok(allowed >= 60 && allowed <= 80, `${allowed} of 60`);
      await eventually(async () => {
        const { body } = await one.ask("/v1/usage", { key });
        return body.used === allowed;
      }, "what was allowed is billed");
      await Promise.all([one, two].map(spend));
      assert.ok(allowed <= 80, "and no more");
    });
    await t.step("a rate limit holds over both nodes to within a second", async () => {
      const { key } = await one.account("limited", { rpm: 60 });
      await eventually(async () => (await two.ask("/v1/usage", { key })).status === 200, "the key");
      // Rounds with pauses in which the nodes tell each other: each could allow 60 alone, 120 in all.
      const began = Date.now();
      let allowed = 0;
      for (let round = 0; round < 8; round++) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).ask("/v1/usage", { key })),
        );
        allowed += answers.filter(({ status }) => status === 200).length;
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
      const most = 60 + (Date.now() - began) / 1000 + 20;
      assert.ok(allowed >= 50 && allowed <= most, `${allowed} allowed by a limit of 60, at most ${most}`);
    });
  });
});

CASES.set("kill -9 loses nothing that was acknowledged, on PostgreSQL", async (server) => {
  await killAgainAndAgain({ rounds: 3, env: { WINNOW_STORE: await server.database() } });
});

CASES.set("a server that goes away is said clearly, and used again when it is back", async (server) => {
  await using app = await startApp({ env: { WINNOW_STORE: await server.database() } });
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
  await server.halt();
  const down = await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.ok(down.status >= 500, String(down.status));
  const ready = await app.ask("/readyz", { key: null });
  assert.equal(ready.status, 503);
  assert.equal(ready.body.checks.store, "not writable");
  assert.doesNotMatch(ready.text, /127\.0\.0\.1|store_/, "strangers are not told where the store is");
  assert.match(app.log.join("\n"), new RegExp(`127.0.0.1:${server.port}/store_\\d+`));
  for (const text of [ready.text, down.text, ...app.log]) {
    for (const secret of [server.password, encodeURIComponent(server.password), "winnow:"]) {
      assert.ok(!text.includes(secret), text);
    }
  }
  assert.equal((await app.ask("/healthz", { key: null })).status, 200);
  await server.start();
  await eventually(async () => (await app.ask("/readyz", { key: null })).status === 200, "ready again");
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
});

CASES.set(
  "a store that cannot be opened ends the start with its name, without the password, exit 1",
  async (server, t) => {
    const url = await server.database();
    const rows: [string, string, RegExp][] = [
      [
        "another port",
        server.url(nameOf(url), { port: 1 }),
        /127\.0\.0\.1:1\/store_\d+: .*(ECONNREFUSED|refused)/,
      ],
      [
        "a wrong password",
        server.url(nameOf(url), { password: "wrong-secret" }),
        /password authentication failed/,
      ],
      ["no such database", server.url("nowhere"), /database "nowhere" does not exist/],
      ["an unknown host", url.replace("127.0.0.1", "nowhere.invalid"), /nowhere\.invalid/],
      ["no URL", "postgres://user:wrong-secret@host:port/db", /not a postgres/],
    ];
    for (const [name, location, says] of rows) {
      await t.step(name, async () => {
        await assert.rejects(openPostgres(location), (error) => {
          assert.ok(error instanceof StoreError, String(error));
          assert.match(error.message, /^cannot open the store /);
          assert.match(error.message, says);
          assert.ok(!/wrong-secret|p@ss|p%40ss/.test(error.message), error.message);
          return true;
        });
      });
    }
    await t.step("on the command line", async () => {
      const dir = await Deno.makeTempDir();
      try {
        const location = server.url(nameOf(url), { password: "wrong-secret" });
        const { code, err, out } = await runCommand(dir, ["accounts", "list"], { WINNOW_STORE: location });
        assert.equal(code, 1);
        assert.match(
          err,
          /^winnow: cannot open the store 127\.0\.0\.1:\d+\/store_\d+: password authentication failed/,
        );
        assert.ok(!`${err}${out}`.includes("wrong-secret"));
        assert.equal(err.trim().split("\n").length, 1);
      } finally {
        await Deno.remove(dir, { recursive: true });
      }
    });
    await t.step("a newer schema", async () => {
      const engine = await openPostgres(url);
      await engine.commit({ set: [{ key: ["meta", "schema"], value: 99 }] });
      await engine.close();
      await assert.rejects(startApp({ env: { WINNOW_STORE: url } }), (error) => {
        assert.ok(error instanceof StoreError);
        assert.match(error.message, /newer version \(schema 99/);
        assert.ok(!/winnow:|p%40ss/.test(error.message), error.message);
        return true;
      });
    });
  },
);

CASES.set("a Unix socket and a role that may not make tables are enough", async (server) => {
  const name = nameOf(await server.database());
  const first = await openPostgres(server.socketUrl(name));
  assert.notEqual(await first.commit({ set: [{ key: ["a"], value: 1 }] }), null);
  await first.close();
  await server.sql(
    name,
    "revoke create on schema public from public; create role small login password 'small'; " +
      "grant select, insert, update, delete on winnow_store to small",
  );
  const small = await openPostgres(server.url(name, { user: "small", password: "small" }));
  assert.equal((await small.get([["a"]]))[0]?.value, 1);
  assert.notEqual(await small.commit({ check: [{ key: ["b"], version: null }], delete: [["a"]] }), null);
  await small.close();
  const bare = nameOf(await server.database());
  await server.sql(bare, "revoke create on schema public from public");
  await assert.rejects(
    openPostgres(server.url(bare, { user: "small", password: "small" })),
    /permission denied/,
  );
});

CASES.set("many processes that open a new store at once all find it", async (server) => {
  const url = await server.database();
  const engines = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url)));
  await Promise.all(engines.map((engine) => engine.commit({ add: [{ key: ["n"], by: 1 }] })));
  assert.equal((await engines[0]!.get([["n"]]))[0]?.value, 8);
  await Promise.all(engines.map((engine) => engine.close()));
});

CASES.set(
  "rows whose time is over are never read, and the sweep removes them and what was deleted",
  async (server) => {
    const url = await server.database();
    const clock = { now: Date.now() };
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
      const rows = async () => Number(await server.sql(nameOf(url), "select count(*) from winnow_store"));
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
      const sweeper = new Sweeper(link, () => clock.now);
      let swept = 0;
      for (let step = 0; step < 8; step++) swept += await sweeper.step();
      await sweeper.stop();
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
  "a server that falls silent is given up, and one that answers again is used again",
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

/** A way to the server that can stop to carry anything, without ending a connection. */
class SilentLine {
  silent = false;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();

  constructor(port: number) {
    void (async () => {
      for await (const near of this.#listener) {
        const far = await Deno.connect({ hostname: "127.0.0.1", port });
        this.#open.add(near).add(far);
        void this.#carry(near, far);
        void this.#carry(far, near);
      }
    })();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  async #carry(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (let read; (read = await from.read(buffer)) !== null;) {
        if (this.silent) return; // for good: this connection never speaks again
        for (let at = 0; at < read;) at += await to.write(buffer.subarray(at, read));
      }
    } catch {
      // An end closed it.
    }
    for (const conn of [from, to]) end(conn);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const conn of this.#open) end(conn);
    return Promise.resolve();
  }
}

function end(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It is closed already.
  }
}

postgresTest("Winnow on PostgreSQL", async (t) => {
  await using server = await startPostgres();
  for (const [name, run] of CASES) await t.step(name, (t) => run(server, t));
});
