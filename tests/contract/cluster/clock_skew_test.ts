/** Nodes on one PostgreSQL whose clocks are far apart, or are set while they run. */
import assert from "node:assert/strict";
import { Clock } from "../../../src/concurrency/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import { PostgresLink } from "../../../src/db/postgres/connection.ts";
import { Sweep } from "../../../src/db/postgres/maintenance.ts";
import { DATA, WORK } from "../../../src/db/postgres/place.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const LABELS = 20;
const SECRET = { WINNOW_SECRET: "one secret for all nodes", WINNOW_LOG: "json" };

async function skewOf(app: TestApp): Promise<number> {
  const { text } = await app.ask("/metrics", { key: null });
  return Number(/^winnow_clock_skew_seconds (\S+)$/m.exec(text)![1]);
}

async function labelled(app: TestApp): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: LABELS }, async (_, index) => {
    const json = { ip: `73.15.20.${index}`, email: `person${index}@gmail.com` };
    return (await app.ask("/v1/score/user", { json })).body.request_id as string;
  }));
  const json = ids.map((request_id) => ({ request_id, outcome: "fraud" }));
  assert.equal((await app.ask("/v1/outcome", { json })).status, 200);
  return ids;
}

async function labelsOf(app: TestApp, ids: readonly string[], key = app.live): Promise<number> {
  const found = await Promise.all(ids.map((id) => app.ask(`/v1/score/${id}`, { key })));
  return found.filter(({ body }) => body.label?.outcome === "fraud").length;
}

/** A whole pass over what nodes share, by a clock. */
async function sweepAll(url: string, now: () => number): Promise<number> {
  const link = new PostgresLink(url);
  let deleted = 0;
  try {
    for (const place of [DATA, WORK]) {
      const sweep = new Sweep(link, place, now);
      for (let ended = false; !ended;) {
        const step = await sweep.step();
        deleted += step.deleted;
        ended = step.ended;
      }
    }
  } finally {
    await link.close();
  }
  return deleted;
}

for (const days of [200, -200]) {
  const name = `a node that is ${Math.abs(days)} days ${
    days > 0 ? "ahead" : "behind"
  } goes by the store's clock, says so, and deletes nothing`;
  postgresTest(name, async () => {
    await using server = await sharedPostgres();
    const url = await server.database();
    const env = { WINNOW_STORE: url, ...SECRET };
    await using right = await startApp({ env });
    const ids = await labelled(right);
    let step = days * DAY_MS;
    const clock = new Clock({ wall: () => Date.now() + step });
    await using wrong = await startApp({ env, clock });
    const key = right.live;
    await untilKnown([wrong], key);
    assert.ok(Math.abs(await skewOf(wrong) - days * 86_400) < 5);
    assert.ok(Math.abs(await skewOf(right)) < 5);
    const events = () =>
      wrong.log.map((line) => JSON.parse(line)).filter(({ event }) => /^clock_/.test(event));
    assert.deepEqual(events().map(({ event, level }) => [event, level]), [["clock_skew", "warn"]]);
    // What it writes has the right time, and it and the other know of each other.
    const { body } = await wrong.ask("/v1/score/ip?ip=8.8.8.8", { key });
    const stored = (await right.ask(`/v1/score/${body.request_id}`)).body;
    assert.ok(Math.abs(Date.parse(stored.scored_at) - Date.now()) < MINUTE_MS, stored.scored_at);
    for (const app of [right, wrong]) {
      await eventually(
        async () => /^winnow_peers 1$/m.test((await app.ask("/metrics", { key: null })).text),
        "the peer",
      );
    }
    await sweepAll(url, () => Date.now() + step);
    assert.equal(await labelsOf(wrong, ids, key), LABELS);
    assert.equal(await labelsOf(right, ids), LABELS);
    step = 0;
    await eventually(() => events().length === 2, "the clocks agree");
    assert.equal(events()[1].event, "clock_agrees");
  });
}

postgresTest("what has expired is swept by the earlier of the node's and the server's clock", async () => {
  await using server = await sharedPostgres();
  const url = await server.database();
  const env = { WINNOW_STORE: url, ...SECRET };
  let ids: string[] = [];
  {
    await using app = await startApp({ env });
    ids = await labelled(app);
  }
  await sweepAll(url, Date.now); // what is of processes that ended
  for (const days of [200, -200, 0]) {
    assert.equal(await sweepAll(url, () => Date.now() + days * DAY_MS), 0, `${days}`);
  }
  {
    await using app = await startApp({ env });
    assert.equal(await labelsOf(app, ids, (await app.account("main")).key), LABELS);
  }
  await sweepAll(url, Date.now);
  // The server's clock is the later one now.
  const later =
    "update winnow_data set expires_at = expires_at - 190::bigint * 86400000 where expires_at < 4102444800000";
  await server.sql(new URL(url).pathname.slice(1), later);
  assert.equal(await sweepAll(url, () => Date.now() - 200 * DAY_MS), 0);
  assert.ok(await sweepAll(url, Date.now) >= 2 * LABELS);
});

for (const step of [2 * DAY_MS, -2 * DAY_MS, 70 * MINUTE_MS, -70 * MINUTE_MS]) {
  postgresTest(`nodes whose clocks differ by ${step / MINUTE_MS} minutes refuse nobody`, async () => {
    await using server = await sharedPostgres();
    const apart = [0, 0, 0];
    await using started = await startNodes({ WINNOW_STORE: await server.database(), ...SECRET }, apart);
    const { nodes } = started;
    const { key } = await started.one.account("shop", { rpm: 600, monthly: 10_000 });
    await untilKnown(nodes, key);
    const ask = async (what: string) => {
      for (let time = 0; time < 10; time++) {
        for (const [side, node] of nodes.entries()) {
          const path = time % 2 === 0 ? `/v1/score/ip?ip=8.8.8.${time}` : "/v1/rules";
          const { status, text } = await node.ask(path, { key });
          assert.equal(status, 200, `${what}, node ${side}: ${text}`);
        }
      }
      const { status, text } = await nodes[0]!.ask("/v1/score/user", {
        key,
        headers: { "idempotency-key": what },
        json: { ip: "81.2.69.160", email: "jane@gmail.com" },
      });
      assert.equal(status, 200, text);
    };
    await ask("together");
    apart[1] = step;
    await ask("one is moved");
    apart[0] = apart[2] = step;
    await ask("all are moved");
    apart.fill(0);
    await ask("all are back");
  });
}
