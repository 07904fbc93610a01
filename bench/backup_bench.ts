/**
 * Backups and restores of a PostgreSQL store and of an embedded one, a chain, and scoring meanwhile.
 * `deno run -A --unstable-kv bench/backup_bench.ts [scores]`, 2,000,000 unless it says otherwise; each is of another value, 20 in
 * a commit. Times are processor time of the process that backs up or restores, without that of the database.
 */
import { cpuUsage } from "node:process";
import { backUp } from "../src/db/backup/backup.ts";
import { openBackup, restore } from "../src/db/backup/restore.ts";
import { fingerprintOf } from "../src/app/secret.ts";
import type { NewEntry } from "../src/db/engine.ts";
import { Store } from "../src/records/store.ts";
import type { ScoreRecord } from "../src/model/records.ts";
import { packScore } from "../tests/support/fixtures/packed_score.ts";
import { startPostgres } from "../tests/support/servers/postgres.ts";
import { benchServer } from "./server.ts";
import { closedLoop } from "./load/closed_loop.ts";
import { works } from "./load/work.ts";
import { SIGHTING } from "../src/records/sightings/sighting.ts";
import { CATALOG } from "../src/records/index.ts";

const SCORES = Number(Deno.args[0] ?? 2_000_000);
const PER_SEGMENT = 20;
const SPAN_MS = 170 * 86_400_000;
const SECRET = "a secret of the bench, and of nothing else";
const ACCOUNT = "acc_00000000000000000";

function random(chars: number): string {
  return crypto.getRandomValues(new Uint8Array(chars)).toBase64({ alphabet: "base64url" }).slice(0, chars);
}

function record(id: string, number: number, at: number): { record: ScoreRecord; hash: string } {
  const hash = random(22);
  return {
    hash,
    record: {
      id,
      account: ACCOUNT,
      key: "key_0000000000000",
      mode: "live",
      subject: "ip",
      via: "single",
      at,
      strictness: 1,
      dataVersion: "bench",
      score: number % 100,
      verdict: "allow",
      summary: "Low risk: nothing stands out",
      topSignals: [],
      rule: null,
      agentDecision: null,
      expiresAt: at,
      components: [{
        kind: "ip",
        hash,
        relatedHashes: [random(12), random(12), random(12)],
        mask: "203.0.113.•",
        score: number % 100,
        verdict: "allow",
        rule: null,
        findings: [],
        trust: [],
        unknown: {},
      }],
    },
  };
}

/** Straight into the engine, many at a time. */
async function fill(location: string, scores: number, from: number): Promise<void> {
  const now = Date.now();
  let clock = from;
  const clocked = { now: () => clock, random: Math.random, id: () => crypto.randomUUID(), follow: false };
  const store = await Store.open({ location, ...clocked });
  const load = store.engine.load!.bind(store.engine);
  let entries: NewEntry[] = [];
  for (let made = 0; made < scores;) {
    clock += SPAN_MS / (SCORES / PER_SEGMENT);
    const indexes: number[] = [];
    let segment = null;
    for (let at = 0; at < PER_SEGMENT; at++, made++) {
      const slot = store.segments.reserve();
      const { hash, record: made1 } = record(slot.requestId, made, Math.round(clock));
      slot.segment.put(slot.index, packScore(made1));
      indexes.push(slot.index);
      segment = slot.segment;
      const key = SIGHTING.key("ip", hash);
      entries.push({ key, value: [Math.round(clock), 1], counter: false, expiresAt: now + 86_400_000 * 300 });
    }
    clock += 1001;
    for (const { key, value, expiresAt } of segment!.writes(new Map([[ACCOUNT, indexes]]))) {
      entries.push({ key, value, counter: false, expiresAt: Math.round(expiresAt!) });
    }
    if (entries.length > 20_000 || made >= scores) {
      await load(entries);
      entries = [];
    }
  }
  await store.close();
}

interface Took {
  readonly processor: number;
  readonly clock: number;
}

/** Seconds. */
async function timed<T>(work: () => Promise<T>): Promise<[T, Took]> {
  const [started, before] = [performance.now(), cpuUsage()];
  const done = await work();
  const { user, system } = cpuUsage(before);
  return [done, { processor: (user + system) / 1e6, clock: (performance.now() - started) / 1000 }];
}

const shown = ({ processor, clock }: Took) =>
  `${processor.toFixed(1)} s of processor time in ${clock.toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const count = (number: number) => number.toLocaleString("en");

/** A whole backup, a day's scores, what changed since, and the restore of both into an empty store. */
async function measure(name: string, location: string, empty: () => Promise<string>): Promise<void> {
  const options = { catalog: CATALOG, now: Date.now };
  const making = { ...options, location, program: "", secret: SECRET, fingerprint: fingerprintOf(SECRET) };
  const say = (text: string) => console.log(`${name}: ${text}`);
  const [, filled] = await timed(() => fill(location, SCORES, Date.now() - SPAN_MS));
  say(`filled with ${count(SCORES)} scores, ${shown(filled)}`);
  const [base, next] = [`${folder}/${name}.base`, `${folder}/${name}.next`];
  const [whole, took] = await timed(() => backUp({ ...making, file: base }));
  say(`backup of ${count(whole.entries)} entries, ${megabytes(whole.size)}: ${shown(took)}`);
  const read = async (files: string[]) =>
    await Promise.all(files.map(async (file) => ({ reader: await openBackup(file), secret: SECRET })));
  const chain = await read([base]);
  const [alone, restored] = await timed(async () =>
    await restore(chain, { ...options, location: await empty(), replace: false })
  );
  say(`restore of ${count(alone.written)} entries: ${shown(restored)}`);
  const day = Math.round(SCORES / 170 / PER_SEGMENT) * PER_SEGMENT;
  await fill(location, day, Date.now() - 86_400_000);
  const [changed, since] = await timed(() => backUp({ ...making, file: next, since: chain }));
  say(
    `${count(day)} scores later, backup --since: ${count(changed.entries)} entries, ${
      megabytes(changed.size)
    }: ${shown(since)}`,
  );
  const both = await read([base, next]);
  const [all, together] = await timed(async () =>
    await restore(both, { ...options, location: await empty(), replace: false })
  );
  say(`restore of the chain, ${count(all.written)} entries: ${shown(together)}`);
}

/** Scoring while a whole backup is made, in turns of two seconds. */
async function scoringMeanwhile(location: string): Promise<void> {
  const bench = await benchServer({ WINNOW_STORE: location });
  const work = works(1, () => true)["score-ip"];
  const load = { connections: 64, seconds: 2, lines: 20_000, again: true };
  const turn = async () => (await closedLoop(bench, work, load)).perSecond;
  await turn();
  const before = [await turn(), await turn(), await turn()];
  let running = true;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--unstable-kv",
      "--no-check",
      "cli.ts",
      "backup",
      `${folder}/busy.backup`,
      "--without-secret",
    ],
    cwd: new URL("../", import.meta.url).pathname,
    env: { WINNOW_STORE: location, WINNOW_DATA_DIR: bench.folder },
    stdout: "null",
  }).spawn();
  const ended = child.status.then(({ code }) => {
    running = false;
    return `exit ${code}`;
  });
  const during: number[] = [];
  while (running) during.push(await turn());
  console.log(`backup under load: ${await ended}`);
  const after = [await turn(), await turn(), await turn()];
  const rates = (found: number[]) => found.map(Math.round).join(", ");
  console.log(`scores a second before ${rates(before)}; meanwhile ${rates(during)}; after ${rates(after)}`);
  await bench.stop();
}

const folder = await Deno.makeTempDir({ prefix: "winnow-backup-bench-" });
try {
  let made = 0;
  await measure("embedded", `${folder}/winnow.kv`, () => Promise.resolve(`${folder}/${made++}.kv`));
  await using server = await startPostgres({ durable: true });
  const location = await server.database();
  await measure("postgres", location, () => server.database());
  if (Deno.args[1] !== "--idle") await scoringMeanwhile(location);
} finally {
  await Deno.remove(folder, { recursive: true });
}
