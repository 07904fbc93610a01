/** What goes wrong with a database, under three nodes that are being asked. The figures of each row are printed. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { type Fault, FaultLoad, lineOf, sleep } from "../../support/cluster/faults.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { SilentLine } from "../../support/servers/silent_line.ts";

/** What is promised: how long an answer takes at most, and a recovery after the database. */
const BOUND_MS = 2000;
/** On a busy machine: less than what hung before there was a bound. */
const BUSY_BOUND_MS = 10_000;
/** After a cut the server keeps the sessions of before: 12, and 12 new ones. */
const SLOTS = 30;
/** Sessions that the nodes would like to have: 12. */
const FEW_SLOTS = 6;

postgresTest(
  "faults of the database lose nothing that was acknowledged, and are bounded in time",
  async (t) => {
    await using primary = await startPostgres({
      settings: { max_connections: String(SLOTS), wal_retrieve_retry_interval: "100ms" },
    });
    await primary.database();
    await using replica = await primary.replica("standby");
    await primary.set({ synchronous_standby_names: "standby" });
    await using line = new SilentLine(primary.port);
    const env = {
      WINNOW_STORE: primary.url("store_1", { port: line.port }),
      WINNOW_SECRET: "one secret for all nodes",
    };
    const apart = [0, 0, 0];
    await using cluster = await startNodes(env, apart);
    const { one, nodes } = cluster;
    const { key } = await one.account("busy");
    await untilKnown(nodes, key);
    const load = new FaultLoad(nodes, key);
    const slots = new Slots(primary);
    const nothing = () => Promise.resolve();

    const faults: readonly Fault[] = [
      {
        name: "kill -9 of the database",
        begin: () => primary.signal("SIGKILL"),
        lastsMs: 300,
        end: () => primary.start(),
      },
      {
        name: "the database is stopped",
        begin: () => primary.signal("SIGSTOP"),
        lastsMs: 4000,
        end: () => primary.signal("SIGCONT"),
      },
      {
        name: "the network is cut",
        begin: () => Promise.resolve(line.silent = true),
        lastsMs: 4000,
        end: () => Promise.resolve(line.silent = false),
      },
      {
        name: "its sessions are terminated five times",
        begin: async () => {
          for (let time = 0; time < 5; time++) {
            await primary.sql(
              "postgres",
              "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'store_1'",
            );
            await sleep(100);
          }
        },
        lastsMs: 0,
        end: nothing,
      },
      {
        name: "the synchronous replica is stopped",
        begin: () => replica.signal("SIGSTOP"),
        lastsMs: 3000,
        end: () => replica.signal("SIGCONT"),
      },
      {
        name: "the disk is full",
        begin: () => primary.limitFiles(0),
        lastsMs: 1500,
        end: async () => {
          await primary.limitFiles(null).catch(() => {}); // it has ended
          await primary.start();
        },
      },
      {
        name: "no connection slot is left",
        begin: () => slots.take(SLOTS),
        lastsMs: 1500,
        end: () => slots.release(),
      },
      {
        name: `${FEW_SLOTS} connection slots are left for three nodes`,
        begin: () => slots.take(SLOTS - FEW_SLOTS),
        lastsMs: 1500,
        end: () => slots.release(),
      },
      {
        name: "the clocks of the nodes are 5 s apart",
        begin: () => Promise.resolve(apart.splice(0, 3, 0, 5000, -5000)),
        lastsMs: 2000,
        end: nothing,
      },
    ];
    const isSilent = new Set(["the database is stopped", "the network is cut"]);
    for (const fault of faults) {
      await t.step(fault.name, async () => {
        const figures = await load.run(fault);
        console.log(lineOf(fault.name, figures));
        const bound = figures.wasBusy ? BUSY_BOUND_MS : BOUND_MS;
        assert.equal(figures.lost, 0);
        assert.ok(figures.acknowledged > 30, "it was used");
        assert.ok(figures.isBounded, JSON.stringify(figures.statuses));
        assert.ok(figures.longestMs < bound + 400, `the longest answer took ${figures.longestMs} ms`);
        assert.ok(figures.recoveryMs < bound, `it recovered after ${figures.recoveryMs} ms`);
        if (isSilent.has(fault.name)) {
          const { laterLongestMs: ms } = figures;
          assert.ok(ms < bound / 2, `what came later was refused at once, not after ${ms} ms`);
        }
        assert.ok(figures.grownMb < 100, `memory grew by ${figures.grownMb} MB`);
      });
    }
  },
);

/** Sessions of another program, which takes those of the nodes. */
class Slots {
  readonly #server: PostgresServer;
  readonly #held: postgres.Sql[] = [];

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async take(count: number): Promise<void> {
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'store_1'";
    while (this.#held.length < count) {
      const session = postgres(this.#server.url("postgres"), {
        max: 1,
        fetch_types: false,
        connect_timeout: 2,
      });
      try {
        await session.unsafe(end);
        this.#held.push(session);
      } catch {
        await session.end({ timeout: 0 });
        await this.#held[0]?.unsafe(end);
      }
    }
  }

  async release(): Promise<void> {
    await Promise.all(this.#held.splice(0).map((session) => session.end({ timeout: 0 })));
  }
}
