/**
 * Backup and restore of a PostgreSQL store, and scoring meanwhile. `deno run -A --unstable-kv bench/backup_bench.ts [scores]`,
 * 2,000,000 unless it says otherwise; each is of another value, 20 in a commit.
 */
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
  const hash = random(24);
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
async function fill(location: string): Promise<void> {
  const now = Date.now();
  let clock = now - SPAN_MS;
  const clocked = { now: () => clock, random: Math.random, id: () => crypto.randomUUID(), follow: false };
  const store = await Store.open({ location, ...clocked });
  const load = store.engine.load!.bind(store.engine);
  let entries: NewEntry[] = [];
  for (let made = 0; made < SCORES;) {
    clock += SPAN_MS / (SCORES / PER_SEGMENT);
    const indexes: number[] = [];
    let segment = null;
    for (let at = 0; at < PER_SEGMENT; at++, made++) {
      const slot = store.segments.reserve();
      const { hash, record: made1 } = record(slot.requestId, made, clock);
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
    if (entries.length > 20_000 || made >= SCORES) {
      await load(entries);
      entries = [];
    }
  }
  await store.close();
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const folder = await Deno.makeTempDir({ prefix: "winnow-backup-bench-" });
await using server = await startPostgres({ durable: true });
const location = await server.database();
const options = { secret: SECRET, now: Date.now };
try {
  let started = performance.now();
  await fill(location);
  const bytes = await server.sql(location.split("/").at(-1)!, "select pg_database_size(current_database())");
  console.log(
    `${SCORES.toLocaleString("en")} scores, ${Math.round(Number(bytes) / 1e6)} MB; filled in ${
      seconds(started)
    }`,
  );
  started = performance.now();
  const file = `${folder}/quiet.backup`;
  const made = await backUp({
    location,
    catalog: CATALOG,
    program: "",
    file,
    fingerprint: fingerprintOf(SECRET),
    ...options,
  });
  console.log(
    `backup: ${seconds(started)}, ${made.entries} entries, ${
      Math.round(made.size / 1e6)
    } MB, left out ${made.leftOut} ${made.why}`,
  );
  started = performance.now();
  const restored = await restore(await openBackup(file), {
    location: await server.database(),
    catalog: CATALOG,
    replace: false,
    ...options,
  });
  console.log(`restore: ${seconds(started)}, ${restored.written} entries`);
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
      "main.ts",
      "backup",
      `${folder}/busy.backup`,
      "--without-secret",
    ],
    cwd: new URL("../", import.meta.url).pathname,
    env: { WINNOW_STORE: location, WINNOW_DATA_DIR: bench.folder },
    stdout: "null",
  }).spawn();
  started = performance.now();
  const ended = child.status.then(({ code }) => {
    running = false;
    return `${seconds(started)}, exit ${code}`;
  });
  const during: number[] = [];
  while (running) during.push(await turn());
  console.log(`backup under load: ${await ended}`);
  const after = [await turn(), await turn(), await turn()];
  const shown = (rates: number[]) => rates.map(Math.round).join(", ");
  console.log(`scores a second before ${shown(before)}; meanwhile ${shown(during)}; after ${shown(after)}`);
  await bench.stop();
} finally {
  await Deno.remove(folder, { recursive: true });
}
