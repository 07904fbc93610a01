/** The benchmark's load: who comes, how often, and what a latency counts. */
import assert from "node:assert/strict";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { closedLoop, hasWrk } from "../../../bench/load/closed_loop.ts";
import { Mix } from "../../../bench/load/mix.ts";
import { openLoop } from "../../../bench/load/open_loop.ts";
import { addresses, emails, phones, signups } from "../../../bench/load/values.ts";
import { onlyPool, type Work } from "../../../bench/load/work.ts";
import type { Row } from "../../../bench/speed/figures.ts";
import { parseAddress } from "../../../src/model/address/address.ts";
import { inFolder } from "../../support/folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const DRAWS = 200_000;

function drawn(seed: number): { values: number[]; pool: number } {
  let next = 0;
  const mix = new Mix(() => next++, { seed });
  return { values: Array.from({ length: DRAWS }, () => mix.next()), pool: mix.pool.length };
}

Deno.test("bench: a fifth of the mix was never seen before, and the rest is Zipf's with exponent 1", () => {
  const { values, pool } = drawn(1);
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const unseen = values.filter((value) => value >= pool);
  assert.equal(new Set(unseen).size, unseen.length, "each once");
  assert.ok(Math.abs(unseen.length / DRAWS - 0.2) < 0.005, `${unseen.length / DRAWS}`);
  // The slope of counts over ranks, both logarithmic, by least squares.
  const points = Array.from({ length: 200 }, (_, rank) => [Math.log(rank + 1), Math.log(counts.get(rank)!)]);
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope = points.reduce((sum, [a, b]) => sum + (a! - x) * (b! - y), 0) /
    points.reduce((sum, [a]) => sum + (a! - x) ** 2, 0);
  assert.ok(Math.abs(slope + 1) < 0.05, `${slope}`);
});

Deno.test("bench: a seed gives the same requests in every run, another seed others", () => {
  assert.deepEqual(drawn(7), drawn(7));
  assert.notDeepEqual(drawn(7), drawn(8));
  const first = (seed: number) => Array.from({ length: 500 }, signups(seed));
  assert.deepEqual(first(7), first(7));
  const other = new Set(first(8).map(({ email }) => email));
  assert.ok(first(7).filter(({ email }) => other.has(email)).length < 5);
});

Deno.test("bench: people have public addresses of both families, valid phone numbers of several countries, no value twice", () => {
  const people = Array.from({ length: 40_000 }, signups(1));
  for (const field of ["ip", "email", "phone"] as const) {
    assert.equal(new Set(people.map((person) => person[field])).size, people.length, field);
  }
  const families = people.map(({ ip }) => parseAddress(ip)!.family);
  const v6 = families.filter((family) => family === 6).length / people.length;
  assert.ok(v6 > 0.1 && v6 < 0.25, `${v6}`);
  assert.ok(people.every(({ ip }) => !/^(0|10|127|169\.254|192\.168|22[4-9]|2[3-5]\d)\./.test(ip)));
  const sample = people.slice(0, 4000).map(({ phone }) => parsePhoneNumberFromString(phone));
  assert.deepEqual(sample.filter((phone) => !phone?.isValid()).map((phone) => phone?.number), []);
  assert.ok(new Set(sample.map((phone) => phone!.country)).size >= 8);
  assert.ok(people.every(({ email }) => /^[a-z]+[._]?[a-z]+\d*@[a-z-]+(\.[a-z]+)+$/.test(email)));
  const devices = people.flatMap(({ device_id }) => device_id ?? []);
  assert.ok(Math.abs(devices.length / people.length - 0.6) < 0.02);
  assert.equal(new Set(devices).size, devices.length);
  assert.ok(devices.every((device) => /^[0-9a-f]{32}$/.test(device)));
});

Deno.test("bench: values do not come again for a long time", () => {
  for (const make of [addresses, emails, phones]) {
    assert.equal(new Set(Array.from({ length: 100_000 }, make(3))).size, 100_000);
  }
});

const STALL_MS = 600;

Deno.test("bench: in the open loop a stall is felt by every request that was due in it", async () => {
  let stalledUntil = 0;
  let asked = 0;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async () => {
    asked++;
    stalledUntil ||= performance.now() + STALL_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, stalledUntil - performance.now())));
    return new Response("{}");
  });
  const target = {
    origin: `http://127.0.0.1:${server.addr.port}`,
    headers: {},
    processorSeconds: () => Promise.resolve(null),
  };
  const work: Work = { name: "any", method: "GET", path: "/?n=", line: () => "1", pool: ["1"] };
  const result = await openLoop(target, work, { perSecond: 200, seconds: 1, seed: 1, connections: 1 });
  assert.equal(result.requests, 200);
  assert.equal(asked, 200);
  // One connection sends one request into the stall, and the others wait for it: most of those of this second.
  assert.ok(result.longestMs >= STALL_MS - 50, `${result.longestMs}`);
  assert.ok(result.p50Ms >= 50, `${result.p50Ms}`);
});

const wrk = await hasWrk();

Deno.test({
  name: `bench: errors and values that would come again are not measured${wrk ? "" : " (skipped: no wrk)"}`,
  ignore: !wrk,
  async fn() {
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
      return new Response("{}", { status: url.endsWith("bad") ? 500 : 200 });
    });
    const origin = `http://127.0.0.1:${server.addr.port}`;
    const target = { origin, headers: {}, processorSeconds: () => Promise.resolve(null) };
    const work = (pool: string[]): Work =>
      onlyPool({ name: "any", method: "GET", path: "/?n=", line: () => "", pool });
    const options = { connections: 4, seconds: 1, lines: 10 };
    const ask = (pool: string[], again: boolean) => closedLoop(target, work(pool), { ...options, again });
    await assert.rejects(ask(["good"], false), /too few/);
    await assert.rejects(ask(["bad"], true), /were errors/);
  },
});

Deno.test({
  name: `bench: a short run writes its results as JSON${wrk ? "" : " (skipped: no wrk)"}`,
  ignore: !wrk,
  fn: () =>
    inFolder(async (folder) => {
      const json = `${folder}/result.json`;
      const short = [
        "--connections",
        "64",
        "--seconds",
        "1",
        "--open-seconds",
        "1",
        "--rounds",
        "1",
        "--json",
        json,
      ];
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--unstable-kv", "--no-check", "scripts/bench.ts", "--only", "score-ip"].concat(
          ["--without", "diy", ...short],
        ),
        cwd: ROOT,
        env: { NO_COLOR: "1" },
      }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      const result = JSON.parse(await Deno.readTextFile(json)) as {
        machine: { cores: number };
        versions: Record<string, string>;
        rows: Row[];
      };
      assert.ok(result.machine.cores > 0);
      assert.equal(result.versions.deno, Deno.version.deno);
      assert.equal(result.rows.length, 2);
      const [closed, open] = result.rows;
      assert.ok(closed!.winnow.value.median > 0 && closed!.bare!.value.median > 0);
      assert.equal(closed!.ofBare!.median, closed!.winnow.value.median / closed!.bare!.value.median);
      assert.ok(open!.winnow.longestMs!.max >= open!.winnow.p50Ms!.median);
      const table = new TextDecoder().decode(stdout);
      assert.equal(table.split("\n").filter((text) => text.startsWith("| GET /v1/score/ip")).length, 2);
    }),
});

Deno.test("bench: an unknown part is refused", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "scripts/bench.ts", "--only", "score-ap"],
    cwd: ROOT,
  }).output();
  assert.equal(code, 2);
  assert.match(new TextDecoder().decode(stderr), /--only takes score-ip, .*not score-ap/);
});
