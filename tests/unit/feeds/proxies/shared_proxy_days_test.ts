/** Nodes with folders of their own count the same days. */
import assert from "node:assert/strict";
import type { ProxyDayStore } from "../../../../src/feeds/proxies/proxy_day_store.ts";
import { countDay } from "../../../../src/feeds/proxies/proxy_days.ts";
import { openProxyDays } from "../../../../src/feeds/proxies/shared_proxy_days.ts";
import type { SharedCopies } from "../../../../src/feeds/refresh/shared_copies.ts";
import { DAY_MS } from "../../../../src/model/duration.ts";
import { parsedProxies, sampleText } from "../../../support/fixtures/proxy_feed.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const DAY = 20_179;

class Copies implements SharedCopies {
  readonly kept = new Map<string, { state: string; bytes: Uint8Array<ArrayBuffer> }>();
  published = 0;

  copies() {
    return Promise.resolve(
      new Map([...this.kept].map(([name, { state }]) => [name, { state, hasBytes: true }])),
    );
  }

  bytes(name: string) {
    return Promise.resolve(this.kept.get(name)?.bytes ?? null);
  }

  async publish(name: string, state: string, _sha256: string | null, read: () => Promise<Uint8Array | null>) {
    this.published++;
    this.kept.set(name, { state, bytes: new Uint8Array((await read())!) });
  }

  lease() {
    return Promise.resolve(() => {});
  }
}

type Open = (node: string) => ProxyDayStore;

async function withNodes(run: (open: Open, copies: Copies, log: string[]) => Promise<void>) {
  await using folder = await temporaryFolder();
  const copies = new Copies();
  const log: string[] = [];
  await run(
    (node) => openProxyDays(`${folder.path}/${node}`, copies, (line) => log.push(line)),
    copies,
    log,
  );
}

async function add(store: ProxyDayStore, day: number, ...addresses: string[]) {
  await store.add(countDay(day, (await parsedProxies(sampleText(day, addresses))).rows), day * DAY_MS);
}

const kept = async (store: ProxyDayStore) =>
  (await store.load()).map(({ day, addresses }) => [day - DAY, addresses]);
const NOW = DAY * DAY_MS;

Deno.test("days that one node counted are the other's too, each once", () =>
  withNodes(async (open, copies) => {
    const [one, two] = [open("one"), open("two")];
    await add(one, DAY, "73.1.2.3");
    await add(one, DAY + 1, "73.1.2.3", "73.1.2.4");
    await one.exchange(NOW);
    await two.exchange(NOW);
    await add(two, DAY + 1, "9.1.1.1");
    await two.exchange(NOW);
    assert.deepEqual(await kept(two), [[0, 1], [1, 2]]);
    await one.exchange(NOW);
    assert.equal(copies.published, 2);
  }));

Deno.test("a node that was away takes the days it missed, and shares none that are too old", () =>
  withNodes(async (open, copies) => {
    const [one, away] = [open("one"), open("away")];
    await add(away, DAY, "73.1.2.3");
    for (let day = DAY + 10; day < DAY + 45; day++) await add(one, day, "73.1.2.3");
    await one.exchange(NOW);
    assert.equal(copies.kept.size, 30);
    await away.exchange(NOW);
    assert.deepEqual(await kept(away), Array.from({ length: 30 }, (_, at) => [15 + at, 1]));
    await away.exchange(NOW);
    assert.equal(copies.published, 30, "the oldest day did not replace the one in its place");
  }));

Deno.test("the 31st day takes the place of the first", () =>
  withNodes(async (open, copies) => {
    const one = open("one");
    for (let day = DAY; day < DAY + 33; day++) {
      await add(one, day, "73.1.2.3");
      await one.exchange(NOW);
    }
    assert.equal(copies.kept.size, 30);
    assert.equal(Math.min(...[...copies.kept.values()].map(({ state }) => Number(state))), DAY + 3);
  }));

Deno.test("a damaged or misnamed copy is not taken", () =>
  withNodes(async (open, copies) => {
    const [one, two] = [open("one"), open("two")];
    for (const day of [DAY, DAY + 1, DAY + 2]) await add(one, day, "73.1.2.3");
    await one.exchange(NOW);
    const [first, second] = [...copies.kept.values()];
    first!.bytes[9]! ^= 1;
    second!.bytes = copies.kept.get([...copies.kept.keys()][2]!)!.bytes;
    await two.exchange(NOW);
    assert.deepEqual(await kept(two), [[2, 1]]);
  }));

Deno.test("without the store a node has its own days", () =>
  withNodes(async (open, copies, log) => {
    const one = open("one");
    await add(one, DAY, "73.1.2.3");
    copies.copies = () => Promise.reject(new Error("no connection"));
    await one.exchange(NOW);
    assert.deepEqual(await kept(one), [[0, 1]]);
    assert.match(log.join(), /cannot be exchanged: no connection/);
  }));
