/**
 * A pass of the campaign finder: processor time of reading the columns and of the whole, and how long it keeps others waiting.
 * `deno run -A --unstable-kv bench/campaign_bench.ts [sign-ups] [days] [rounds]`; 100,000, 30 and 5 unless it says otherwise.
 */
import process from "node:process";
import { DAY_MS } from "../src/model/duration.ts";
import { Store } from "../src/records/store.ts";
import { lookForCampaigns } from "../src/service/campaigns/pass.ts";
import { readBoard } from "../src/service/campaigns/read_board.ts";
import type { WebhookEvents } from "../src/service/webhooks/events.ts";
import { NO_CHANGE } from "../src/records/change.ts";
import { fillColumns } from "./column_fill.ts";
import { signupRecord } from "./signup_records.ts";

const [SCORES = 100_000, DAYS = 30, ROUNDS = 5] = Deno.args.map(Number);
const ACCOUNT = "acc_00000000000000000000";
const SUBJECT = { account: ACCOUNT, mode: "live" } as const;
const TARGET_MS = 2_000;

const folder = await Deno.makeTempDir({ prefix: "winnow-campaign-bench-" });
const until = Date.now();
const store = await Store.open({
  location: `${folder}/bench.kv`,
  now: () => until,
  random: Math.random,
  id: () => crypto.randomUUID(),
  follow: false,
});
/** Nobody is told. */
const events: Pick<WebhookEvents, "change"> = { change: () => NO_CHANGE };
const parts = { store, now: () => until, events: events as WebhookEvents };

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measure(name: string, work: () => Promise<unknown>, targetMs?: number): Promise<void> {
  const times: number[] = [];
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  for (let round = 0; round < ROUNDS; round++) {
    const before = processorMs();
    await work();
    times.push(processorMs() - before);
  }
  clearInterval(timer);
  const middle = times.toSorted((one, other) => one - other)[ROUNDS >> 1]!;
  const verdict = targetMs === undefined
    ? ""
    : middle <= targetMs
    ? `, within ${targetMs}`
    : `, OVER ${targetMs}`;
  console.log(
    `${name.padEnd(34)} ${middle.toFixed(0).padStart(6)} ms of processor time (${
      times.map((ms) => ms.toFixed(0)).join(" ")
    })${verdict}; others waited ${longest.toFixed(0)} ms at most`,
  );
}

try {
  const record = (id: string, number: number, at: number) => signupRecord(id, ACCOUNT, number, at);
  await fillColumns(store, { account: ACCOUNT, scores: SCORES, from: until - DAYS * DAY_MS, until, record });
  await measure(`reading ${SCORES} sign-ups`, () => readBoard(store, SUBJECT, until));
  await measure(`a pass over ${SCORES} of ${DAYS} days`, async () => {
    if (!await lookForCampaigns(parts, SUBJECT, () => {})) throw new Error("another pass");
  }, TARGET_MS);
  const found = await store.campaigns.list(ACCOUNT, until);
  console.log(`${found.length} campaigns; ${(Deno.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB resident`);
} finally {
  await store.close();
  await Deno.remove(folder, { recursive: true });
}
