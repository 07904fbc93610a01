/** The feed's files to counts, and the counts on disk. */
import assert from "node:assert/strict";
import { FeedRefused } from "../../../../src/feeds/catalog/feed.ts";
import { proxyLines } from "../../../../src/feeds/catalog/parsers/proxies.ts";
import { ProxyDayStore } from "../../../../src/feeds/proxies/proxy_day_store.ts";
import { countDay, proxyDayBytes, proxyDayFrom } from "../../../../src/feeds/proxies/proxy_days.ts";
import { DAY_MS } from "../../../../src/model/duration.ts";
import { parsedProxies, sampleText } from "../../../support/fixtures/proxy_feed.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const DAY = 20_179;
const HEADING =
  "# Avastel\n# Last update: 2025-04-01 01:01:44.682352\n# Number\n\nip_address;autonomous_system;confidence\n";

Deno.test("the day of a file is the one in its heading, in both forms", async () => {
  assert.equal((await parsedProxies(sampleText(DAY, ["73.1.2.3"]))).day, DAY);
  const ranges = await parsedProxies(`${HEADING}82.23.34.0/24;Trunk, LTD;1.0\n73.1.2.0/23;X;0.5\n`);
  assert.equal(ranges.day, DAY);
  assert.deepEqual(ranges.rows.labels, ["1", "0.5"]);
});

Deno.test("a file without a day or with private space is refused; malformed rows are counted", async () => {
  const parse = (text: string) => proxyLines(new TextEncoder().encode(text), { maxBytes: 1e6 });
  const refused = [
    "",
    "73.1.2.3;X\n",
    HEADING.replace("2025-04-01", "2025-02-30") + "73.1.2.3;X\n",
    HEADING.replace("2025-04-01", "someday ago") + "73.1.2.3;X\n",
    `${HEADING}192.168.1.1;X\n`,
    `${HEADING}0.0.0.0/0;X;1.0\n`,
    "<html>",
  ];
  for (const text of refused) await assert.rejects(async () => await parse(text), FeedRefused, text);
  const parsed = await parse(`${HEADING}73.1.2.3;X\nnonsense\n73.1.2.0/24;X;7\n73.1.3.0/24;X\n`);
  assert.deepEqual([parsed.entries, parsed.bad], [1, 3]);
});

Deno.test("an address counts once in a day, by its /24 or /48", async () => {
  const text = sampleText(DAY, [
    "73.1.2.3",
    "73.1.2.3",
    "73.1.2.9",
    "9.1.1.1",
    "2a01:4f8:1::5",
    "2a01:4f8:1:2::6",
  ]);
  const { rows } = await parsedProxies(text);
  const day = countDay(DAY, rows);
  assert.equal(day.addresses, 5);
  assert.deepEqual([...day.v4.networks], [0x090101, 0x490102]);
  assert.deepEqual([...day.v4.counts], [1, 2]);
  assert.deepEqual([[...day.v6.networks], [...day.v6.counts]], [[0x2a0104f80001], [2]]);
  assert.deepEqual(proxyDayFrom(proxyDayBytes(day)), day);
});

Deno.test("damage of any byte is noticed", async () => {
  const bytes = proxyDayBytes(
    countDay(DAY, (await parsedProxies(sampleText(DAY, ["73.1.2.3", "9.1.1.1"]))).rows),
  );
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at]! ^= 0x10;
    assert.equal(proxyDayFrom(damaged), null, `byte ${at}`);
  }
  for (const length of [0, 3, 20, bytes.length - 4]) assert.equal(proxyDayFrom(bytes.slice(0, length)), null);
});

async function withStore(test: (store: ProxyDayStore, dir: string, log: string[]) => Promise<void>) {
  await using folder = await temporaryFolder();
  const log: string[] = [];
  await test(
    new ProxyDayStore(`${folder.path}/proxies`, (line) => log.push(line)),
    `${folder.path}/proxies`,
    log,
  );
}

async function dayOf(day: number, ...addresses: string[]) {
  return countDay(day, (await parsedProxies(sampleText(day, addresses))).rows);
}

Deno.test("days survive a restart, the same day counts once, and the 31st drops the first", async () => {
  await withStore(async (store, dir) => {
    assert.deepEqual(await store.load(), []);
    for (let day = DAY; day < DAY + 30; day++) {
      assert.equal(await store.add(await dayOf(day, "73.1.2.3"), day * DAY_MS), true);
    }
    assert.equal(await store.add(await dayOf(DAY, "73.1.2.3", "73.1.2.4"), DAY * DAY_MS), false);
    const again = new ProxyDayStore(dir, assert.fail);
    assert.deepEqual((await again.load()).map(({ day, addresses }) => [day, addresses])[0], [DAY, 1]);
    assert.equal(await again.add(await dayOf(DAY + 30, "73.1.2.3"), (DAY + 30) * DAY_MS), true);
    assert.deepEqual(
      (await store.load()).map(({ day }) => day),
      Array.from({ length: 30 }, (_, i) => DAY + 1 + i),
    );
    assert.equal(await again.add(await dayOf(DAY, "73.1.2.3"), (DAY + 30) * DAY_MS), false, "too old");
  });
});

Deno.test("a clock set back and a missed day change nothing; a date from nowhere is not counted", async () => {
  await withStore(async (store, _dir, log) => {
    const clock = DAY * DAY_MS;
    await store.add(await dayOf(DAY, "73.1.2.3"), clock);
    assert.equal(await store.add(await dayOf(DAY + 2, "73.1.2.3"), clock - 900 * DAY_MS), true);
    assert.equal(await store.add(await dayOf(DAY + 5_000, "73.1.2.3"), clock), false);
    assert.match(log.join(), /not counted/);
    assert.deepEqual((await store.load()).map(({ day }) => day), [DAY, DAY + 2]);
  });
});

Deno.test("a damaged day is set aside and the others stay; what a killed process left is no day", async () => {
  await withStore(async (store, dir, log) => {
    for (const day of [DAY, DAY + 1]) await store.add(await dayOf(day, "73.1.2.3"), DAY * DAY_MS);
    const path = `${dir}/${DAY}.day`;
    await Deno.writeFile(path, (await Deno.readFile(path)).subarray(0, 30));
    await Deno.writeTextFile(`${dir}/.partial.tmp`, "x");
    assert.deepEqual((await store.load()).map(({ day }) => day), [DAY + 1]);
    assert.match(log.join(), /damaged/);
    await Deno.stat(`${path}.refused`);
    assert.equal(await store.add(await dayOf(DAY, "73.1.2.3"), DAY * DAY_MS), true, "it may come again");
    assert.equal((await store.load()).length, 2);
  });
});
