/** The daily counts of proxies are of whole days, each once, however often the server is killed while it refreshes. */
import assert from "node:assert/strict";
import { ProxyDayStore } from "../../../src/feeds/proxies/proxy_day_store.ts";
import { countDay, proxyDayBytes } from "../../../src/feeds/proxies/proxy_days.ts";
import { DAY_MS } from "../../../src/model/duration.ts";
import { eventually } from "../../support/eventually.ts";
import { addressesFrom, parsedProxies, sampleText } from "../../support/fixtures/proxy_feed.ts";
import { processTest, startServer } from "../../support/process/program.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";

const FILE = "avastel-proxy-bot-ips-1day.txt";
const today = Math.floor(Date.now() / DAY_MS);
/** When the server is killed: milliseconds after it asked for the file, or as soon as the folder has anything of the day. */
const KILLS = [0, "staged", 150, "staged"] as const;

/** Checked more often than a file takes to be written. */
async function soon(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds();) {
    assert.ok(Date.now() < end, "the day begins");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

processTest("kill -9 in the middle of a refresh: counts are those of whole days, none twice", async (dir) => {
  const proxies = `${dir}/feeds/proxies`;
  const samples = KILLS.map((_, round) => {
    const day = today - KILLS.length + 1 + round;
    return { day, text: sampleText(day, addressesFrom(73 * 2 ** 24, 20_000 + round, 3)) };
  });
  let requested = Promise.withResolvers<void>();
  await using mirror = new Mirror();
  for (const [round, { text }] of samples.entries()) {
    mirror.files.set(`${round}/${FILE}`, () => {
      requested.resolve();
      return new Response(text);
    });
  }
  const start = (round: number) =>
    startServer(dir, {
      WINNOW_OFFLINE: "false",
      WINNOW_FEED_REFRESH: "true",
      WINNOW_SMTP_PROBE: "off",
      WINNOW_DNS: "127.0.0.1:9",
      WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
      // A mirror of another URL is due at once.
      WINNOW_FEED_MIRROR: `${mirror.url}/${round}`,
    });
  const last = samples.at(-1)!.day;
  const accepted = new Set<number>();
  for (const [round, kill] of KILLS.entries()) {
    requested = Promise.withResolvers();
    const before = namesIn(proxies).join();
    const server = await start(round);
    await requested.promise;
    if (kill === "staged") await soon(() => namesIn(proxies).join() !== before);
    else await new Promise((resolve) => setTimeout(resolve, kill));
    await server.kill();
    const copy = namesIn(`${dir}/feeds`).includes(FILE)
      ? await Deno.readTextFile(`${dir}/feeds/${FILE}`)
      : "";
    for (const { day, text } of samples) if (copy === text) accepted.add(day);
  }
  const server = await start(KILLS.length - 1);
  const store = new ProxyDayStore(proxies, assert.fail);
  const days = () => namesIn(proxies).filter((name) => name.endsWith(".day"));
  try {
    await eventually(() => days().includes(`${last}.day`), "the last day");
  } finally {
    await server.kill();
  }
  accepted.add(last);
  const found = await store.load();
  assert.deepEqual(found.map(({ day }) => day), [...accepted], "the days whose file was kept");
  assert.ok(found.length >= 2, "the rounds that were killed when the day began");
  for (const day of found) {
    const { text } = samples.find((sample) => sample.day === day.day)!;
    const { rows } = await parsedProxies(text);
    assert.deepEqual(proxyDayBytes(day), proxyDayBytes(countDay(day.day, rows)), `day ${day.day}`);
  }
});
