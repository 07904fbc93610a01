/** What is known of an address from the counted days. */
import assert from "node:assert/strict";
import { ProxyDayStore } from "../../../../src/feeds/proxies/proxy_day_store.ts";
import { ProxyLibrary } from "../../../../src/feeds/proxies/proxy_library.ts";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { DAY_MS } from "../../../../src/model/duration.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import type { ProxyTraces } from "../../../../src/model/outside_facts.ts";
import { proxyLikelihood } from "../../../../src/signals/ip/proxy_likelihood.ts";
import { addressesFrom, loadedProxies, sampleText } from "../../../support/fixtures/proxy_feed.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const DAY = 20_179;
const NETWORK = known({ asn: 64500, name: "A NETWORK" });
/** 1.0.0.0 */
const FIRST = 2 ** 24;

function open(dir: string, clock: { day: number }) {
  const library = new ProxyLibrary({
    days: new ProxyDayStore(dir, () => {}),
    networks: { lookup: (address) => address.v4 >>> 24 === 1 ? NETWORK : unknown("no_data") },
    sizes: () => new Map([[64500, 2 ** 24]]),
    now: () => clock.day * DAY_MS,
  });
  const at = (ip: string, network = NETWORK) => library.lookup(parseAddress(ip)!, network);
  const traces = (ip: string): ProxyTraces => {
    const fact = at(ip);
    if (!fact.known) assert.fail(`${ip}: ${fact.why}`);
    return fact.value;
  };
  return { library, at, traces };
}

/** 50,000 addresses a day, two in each /24 from 1.0.0.0 on. */
const sample = (day: number, ...more: string[]) =>
  sampleText(day, [...addressesFrom(FIRST, 25_000, 2), ...more]);

Deno.test("nothing is said before enough was seen, and what was seen is there again after a restart", async () => {
  await using folder = await temporaryFolder();
  const clock = { day: DAY };
  const { library, at, traces } = open(folder.path, clock);
  assert.deepEqual(at("1.0.0.9"), unknown("not_loaded"));
  await library.adopt(await loadedProxies(sample(DAY)));
  assert.deepEqual(at("1.0.0.9"), unknown("not_loaded"), "one day is too little");
  clock.day++;
  await library.adopt(await loadedProxies(sample(DAY + 1)));
  const before = traces("1.0.0.9");
  assert.ok(before.sightings[0]! > 1 && before.sightings[7]! > 100 * before.sightings[0]!);
  assert.deepEqual(before.active, [4, 16, 256, 1024]);
  assert.equal(before.operator?.active, 25_000);
  await library.adopt(await loadedProxies(sample(DAY + 1)));
  assert.deepEqual(traces("1.0.0.9"), before, "the same day again");
  const again = open(folder.path, clock);
  await again.library.adopt(await loadedProxies(sample(DAY + 1)));
  assert.deepEqual(again.traces("1.0.0.9"), before, "restarted");
});

Deno.test("an address was seen while the latest sample is new; the counts get stale later", async () => {
  await using folder = await temporaryFolder();
  const clock = { day: DAY + 1 };
  const { library, at, traces } = open(folder.path, clock);
  await library.adopt(await loadedProxies(sample(DAY)));
  await library.adopt(await loadedProxies(sample(DAY + 1, "1.200.0.1")));
  assert.deepEqual([traces("1.200.0.1").seen, traces("1.200.0.2").seen], [true, false]);
  clock.day = DAY + 5;
  assert.equal(traces("1.200.0.1").seen, false);
  clock.day = DAY + 12;
  assert.deepEqual(at("1.200.0.1"), unknown("stale", "11 days old"));
  clock.day = DAY - 800;
  assert.equal(traces("1.200.0.1").seen, true, "a clock set back");
});

Deno.test("IPv6 is judged by its own /48s, and not at all where none was ever seen", async () => {
  await using folder = await temporaryFolder();
  const clock = { day: DAY + 1 };
  const { library, at, traces } = open(folder.path, clock);
  await library.adopt(await loadedProxies(sample(DAY)));
  await library.adopt(await loadedProxies(sample(DAY + 1)));
  assert.deepEqual(at("2a01:4f8:1::1"), unknown("no_data"));
  await library.adopt(await loadedProxies(sample(DAY + 2, "2a01:4f8:1::1")));
  assert.ok(traces("2a01:4f8:1:5::9").sightings[0]! > 0);
  assert.equal(traces("2a01:4f8:2::9").sightings[0], 0);
});

Deno.test("a listed range counts with its confidence, as a bound", async () => {
  await using folder = await temporaryFolder();
  const { library, traces } = open(folder.path, { day: DAY + 1 });
  const date = new Date((DAY + 1) * DAY_MS).toISOString().slice(0, 10);
  const ranges = `# x\n# Last update: ${date} 01:01:44\n\n1.250.0.0/24;X;0.8\n`;
  await library.adopt(await loadedProxies(sample(DAY)));
  await library.adopt(await loadedProxies(sample(DAY + 1), ranges));
  assert.deepEqual([traces("1.250.0.7").rangeConfidence, traces("1.250.1.7").rangeConfidence], [0.8, null]);
  assert.ok(proxyLikelihood(traces("1.250.0.7"), false) >= 0.8);
});

Deno.test("more sightings around an address and on it make a proxy likelier", () => {
  const none: ProxyTraces = {
    seen: false,
    rangeConfidence: null,
    sightings: [0, 0, 0, 0, 0, 0, 0, 0],
    active: [0, 0, 0, 0],
    operator: { sightings: 1, active: 1, size: 10_000 },
  };
  const many: ProxyTraces = {
    ...none,
    sightings: [6, 9, 14, 25, 40, 90, 200, 400],
    active: [4, 14, 120, 300],
    operator: { sightings: 900, active: 600, size: 2_000 },
  };
  assert.ok(proxyLikelihood(none, false) < 0.2);
  assert.ok(proxyLikelihood(many, false) > 0.9);
  assert.ok(proxyLikelihood({ ...none, seen: true }, false) >= 0.95);
});
