/** What nodes of one PostgreSQL database, and processes of one embedded store, tell each other: counts are exact on all of them, whatever happens to what is told. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { HAS_PROC } from "../../support/process/processes.ts";
import { type RunningServer, startServer } from "../../support/process/program.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import { decodeEntry } from "../../../src/db/cluster/stream_entry.ts";
import { STREAM_ENTRY } from "../../../src/db/own_rows.ts";
import { ownerLocation } from "../../../src/app/paths.ts";
import { openEngine } from "../../../src/db/open_engine.ts";
import { StoreOwner } from "../../../src/db/owner/owner.ts";
import { CATALOG } from "../../../src/records/index.ts";

const SECRET = { WINNOW_SECRET: "one secret for all nodes" };
/** What one node acknowledged counts on every node after this time. */
const PROMISED_MS = 250;
const PER_NODE = 100;
const TOTAL = 3 * PER_NODE;
/** Milliseconds that each node's clock is ahead. */
const APART = [[0, 0, 0], [0, 5000, -5000]] as const;
const DEVICE = "ab".repeat(16);

const promised = () => new Promise((resolve) => setTimeout(resolve, PROMISED_MS));

interface Answered {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

interface Node {
  ask(path: string, given: { readonly key: string; readonly json?: unknown }): Promise<Answered>;
}

async function signUp(node: Node, key: string, name: string) {
  const json = { ip: "73.15.20.7", email: `${name}@the-shop.com`, device_id: DEVICE };
  const { status, body } = await node.ask("/v1/score/user", { key, json });
  assert.equal(status, 200, JSON.stringify(body));
  const { subnet_rate_1h, domain_rate_1h, device_email_count } = body.linkage;
  return { subnet_rate_1h, domain_rate_1h, device_email_count };
}

/** The counts of a sign-up that is one of so many. */
function all(count: number) {
  return { subnet_rate_1h: count, domain_rate_1h: count, device_email_count: count };
}

/** How often it was seen, now included. */
async function score(node: Node, key: string, ip: string): Promise<number> {
  const { status, body } = await node.ask("/v1/batch", { key, json: { type: "ip", items: [ip] } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.results[0].times_seen;
}

/** Sends to numbers of one block. */
class Sends {
  allowed = 0;

  constructor(readonly key: string) {}

  /** @returns the sends to the block that were allowed before, as the node knows them */
  async ask(node: Node, number: number): Promise<number> {
    const to = `+4915112${String(340_000 + 25 * number)}`;
    const { status, body } = await node.ask("/v1/guard/send", {
      key: this.key,
      json: { channel: "sms", to },
    });
    assert.equal(status, 200, JSON.stringify(body));
    if (body.decision === "allow") this.allowed++;
    return body.prefix.sent;
  }
}

interface Place {
  readonly name: string;
  readonly test: typeof postgresTest;
  /** @param use gets the location of an empty store */
  run(use: (location: string) => Promise<void>): Promise<void>;
}

const PLACES: readonly Place[] = [
  {
    name: "nodes",
    test: postgresTest,
    async run(use) {
      await using server = await sharedPostgres();
      await use(await server.database());
    },
  },
  {
    name: "processes of an embedded store",
    test: (name, run) => Deno.test(name, run),
    run: (use) =>
      inFolder(async (folder) => {
        const engine = await openEngine(`${folder}/winnow.kv`, CATALOG, { isOwner: true });
        const owner = new StoreOwner(engine, `${folder}/store.sock`);
        try {
          await use(ownerLocation(`${folder}/store.sock`));
        } finally {
          await owner.close();
          await engine.close();
        }
      }),
  },
];

for (const { place, apart } of PLACES.flatMap((place) => APART.map((apart) => ({ place, apart })))) {
  place.test(`a burst over three ${place.name} counts on each at once; clocks: ${apart.join(", ")} ms`, (t) =>
    place.run(async (location) => {
      const env = { WINNOW_STORE: location, ...SECRET };
      await using cluster = await startNodes(env, apart);
      const { one, nodes } = cluster;
      const key = one.live;
      await untilKnown(nodes, key);
      await t.step("sign-ups", async () => {
        // Each node knows something of them before.
        let counted = 0;
        for (const node of nodes) {
          await promised();
          assert.deepEqual(await signUp(node, key, `before${counted++}`), all(counted));
        }
        await Promise.all(
          nodes.flatMap((node, side) =>
            Array.from({ length: PER_NODE }, (_, index) => signUp(node, key, `user${side}x${index}`))
          ),
        );
        counted += TOTAL;
        for (const node of nodes) {
          await promised();
          assert.deepEqual(await signUp(node, key, `after${counted++}`), all(counted));
        }
        for (const node of nodes) {
          await promised();
          assert.equal(await score(node, key, "73.15.20.7"), ++counted);
        }
      });
      await t.step("campaigns", async () => {
        for (const node of nodes) {
          const { status, body } = await node.ask("/v1/campaigns?fresh=true", { key });
          assert.equal(status, 200, JSON.stringify(body));
          assert.equal(body.campaigns[0]?.signups, TOTAL + 6, JSON.stringify(body));
        }
      });
      await t.step("sends", async () => {
        const sends = new Sends(key);
        for (const [side, node] of nodes.entries()) await sends.ask(node, side);
        await Promise.all(
          nodes.flatMap((node, side) =>
            Array.from({ length: PER_NODE }, (_, index) => sends.ask(node, 3 + side * PER_NODE + index))
          ),
        );
        assert.ok(sends.allowed > 3);
        for (const [side, node] of nodes.entries()) {
          await promised();
          const { allowed } = sends;
          assert.equal(await sends.ask(node, 310 + side), allowed, `node ${side}`);
        }
      });
      await t.step("a node that joins knows all of it", async () => {
        await promised();
        await using four = await startApp({ env });
        assert.deepEqual(await signUp(four, key, "joined"), all(TOTAL + 7));
        await promised();
        assert.equal(await score(one, key, "73.15.20.7"), TOTAL + 11);
      });
    }));
}

for (const place of PLACES) {
  place.test(`what is told twice to ${place.name} counts once, and what is lost is read again`, () =>
    place.run(toldTwice));
}

async function toldTwice(location: string): Promise<void> {
  await using cluster = await startNodes({ WINNOW_STORE: location, ...SECRET });
  const { one, two, three, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  const ip = "73.99.1.2";
  let times = 0;
  for (const node of [one, two, three, one]) {
    await promised();
    assert.equal(await score(node, key, ip), ++times);
  }
  // A stream that was begun, and in which nothing is written when a value is read.
  one.app.services.store.stream!.failed();
  one.app.services.store.writer.forgetFollowed();
  for (let time = 0; time < 3; time++) assert.equal(await score(one, key, ip), ++times);
  await promised();
  assert.equal(await score(two, key, ip), ++times);
  await promised();
  const { engine } = one.app.services.store;
  for await (const { key: [, , stream, number], value } of engine.scan(STREAM_ENTRY.prefix)) {
    for (const { app } of nodes) {
      const { deltas } = decodeEntry(STREAM_ENTRY.read(value));
      app.services.store.stream!.view.arrive(stream!, parseInt(number!, 36), deltas);
    }
  }
  assert.equal(await score(two, key, ip), ++times);
  await promised();
  // Entries are gone before a node has read them.
  const stop = three.app.services.store.stream!;
  await three.app.services.store.stream!.stop();
  assert.equal(await score(one, key, ip), ++times);
  assert.equal(await score(one, key, ip), ++times);
  const gone = [];
  for await (const entry of engine.scan(STREAM_ENTRY.prefix)) gone.push(entry.key);
  await engine.commit({ delete: gone });
  await stop.enter(() => three.app.services.store.writer.write({}));
  assert.equal(await score(three, key, ip), ++times);
}

postgresTest("a node of an earlier version is noticed: values are read as before", async () => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), ...SECRET };
  await using one = await startApp({ env });
  await using two = await startApp({ env });
  await untilKnown([two], one.live);
  const key = one.live;
  const ip = "73.99.1.3";
  assert.equal(await score(one, key, ip), 1);
  await promised();
  assert.equal(await score(two, key, ip), 2);
  assert.ok(one.app.services.store.stream!.isFollowing);
  {
    await using earlier = await startApp({ env, silent: true });
    assert.equal(earlier.app.services.store.stream, null);
    await eventually(() => !one.app.services.store.stream!.isFollowing, "the earlier version");
    await eventually(() => !two.app.services.store.stream!.isFollowing, "the earlier version");
    await Promise.all(
      [one, two, earlier].flatMap((node) => Array.from({ length: 20 }, () => score(node, key, ip))),
    );
    // It counts as it did: within seconds, in the store.
    const stored = async () => {
      const found = [];
      for await (const { value } of one.app.services.store.engine.scan(["sighting", "ip"])) found.push(value);
      return (found[0] as [number, number])[1];
    };
    await eventually(async () => await stored() === 62, "the count in the store");
    assert.equal(await score(one, key, ip), 63);
    await promised();
    assert.equal(await score(two, key, ip), 64);
  }
  await eventually(() => one.app.services.store.stream!.isFollowing, "the stream");
  await eventually(() => two.app.services.store.stream!.isFollowing, "the stream");
  assert.equal(await score(one, key, ip), 65);
  await promised();
  assert.equal(await score(two, key, ip), 66);
});

/** The program as a node. */
function nodeOf({ origin }: RunningServer): Node {
  return {
    async ask(path, { key, json }) {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const init = json === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(json) };
      const answer = await fetch(origin + path, init);
      return { status: answer.status, body: await answer.json() };
    },
  };
}

const processTest = HAS_PROC ? postgresTest : (name: string) => Deno.test.ignore(name, () => {});

processTest("a node that was stopped answers nothing before it has read what it missed", async () => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), ...SECRET };
  await inFolder(async (folder) => {
    await using one = await startApp({ env });
    const key = one.live;
    const process = await startServer(folder, env);
    try {
      const two = nodeOf(process);
      const ip = "73.99.1.4";
      assert.equal(await score(one, key, ip), 1);
      await promised();
      assert.equal(await score(two, key, ip), 2);
      for (const isCut of [false, true]) {
        await promised();
        const before = await score(one, key, ip);
        Deno.kill(process.pid, "SIGSTOP");
        for (let time = 1; time <= 5; time++) assert.equal(await score(one, key, ip), before + time);
        if (isCut) {
          // As after minutes.
          const { engine } = one.app.services.store;
          const gone = [];
          for await (const entry of engine.scan(STREAM_ENTRY.prefix)) gone.push(entry.key);
          await engine.commit({ delete: gone });
        }
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const asked = score(two, key, ip);
        Deno.kill(process.pid, "SIGCONT");
        assert.equal(await asked, before + 6);
      }
    } finally {
      await process.kill();
    }
  });
});

processTest("a node that is killed within its commits leaves the same counts everywhere", async () => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), ...SECRET };
  await using one = await startApp({ env });
  await using two = await startApp({ env });
  const key = one.live;
  await untilKnown([two], key);
  await inFolder(async (folder) => {
    const ip = "73.99.1.5";
    let [acknowledged, asked] = [0, 0];
    for (let round = 0; round < 3; round++) {
      const process = await startServer(folder, env);
      const three = nodeOf(process);
      await score(three, key, ip);
      asked++;
      acknowledged++;
      let isRunning = true;
      const until = acknowledged + 40;
      const load = async (node: Node) => {
        while (isRunning) {
          asked++;
          try {
            await score(node, key, ip);
            acknowledged++;
          } catch {
            if (isRunning && node !== three) throw new Error("a node that runs answers");
            return;
          }
        }
      };
      const loads = Promise.all([three, three, three, one, two].map(load));
      await eventually(() => acknowledged > until, "scores");
      await process.kill();
      isRunning = false;
      await loads;
    }
    await promised();
    const seen = await score(one, key, ip);
    assert.ok(seen > acknowledged && seen <= asked + 1, `${acknowledged} < ${seen} <= ${asked}`);
    await promised();
    assert.equal(await score(two, key, ip), seen + 1);
    await using four = await startApp({ env });
    assert.equal(await score(four, key, ip), seen + 2);
  });
});
