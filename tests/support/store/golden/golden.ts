/**
 * The golden dump: what is stored, byte by byte, is what commit 5f083b11 stored. A fixture has of each moment and keyspace the
 * number of entries, their SHA-256 and a few digits of the digest of each; `WINNOW_GOLDEN_DUMP=FOLDER` writes whole dumps there,
 * which can be compared line by line with those of another commit.
 *
 * A fixture is written by hand alone, after a change of what is stored that is meant:
 * `WINNOW_GOLDEN=write deno test -A --unstable-kv --unstable-net --no-check tests/contract/store/golden_*_test.ts`
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Dump } from "./dump.ts";
import { FrozenProcess } from "./frozen_process.ts";
import { type EngineName, missingOf } from "./keyspaces.ts";
import { type Moment, runScenario } from "./scenario.ts";
import type { TestApp } from "../../app/app.ts";

/** Before the clock of every machine: a server of PostgreSQL takes what is later for not yet settled. */
const START = Date.UTC(2026, 9, 14, 9, 30);
/** Digits of an entry's digest. */
const DIGITS = 6;
const SHOWN = 5;

interface GoldenKeyspace {
  readonly count: number;
  readonly sha256: string;
  /** The beginnings of the entries' digests, in the order of keys. */
  readonly entries: string;
}

/** By moment and keyspace. */
type Golden = Record<string, Record<string, GoldenKeyspace>>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const digestOf = (line: string) => sha256(line).slice(0, DIGITS);

function summaryOf(lines: readonly string[]): GoldenKeyspace {
  return {
    count: lines.length,
    sha256: sha256(lines.map((line) => `${line}\n`).join("")),
    entries: lines.map(digestOf).join(""),
  };
}

/** The lines that the fixture does not have, and how many of its own are not there; empty: they are equal. */
function differences(where: string, lines: readonly string[], golden: GoldenKeyspace | undefined): string[] {
  const found = summaryOf(lines);
  if (found.sha256 === golden?.sha256) return [];
  const wanted = new Map<string, number>();
  for (const digest of golden?.entries.match(/.{6}/g) ?? []) {
    wanted.set(digest, (wanted.get(digest) ?? 0) + 1);
  }
  const others = lines.filter((line) => {
    const left = wanted.get(digestOf(line)) ?? 0;
    wanted.set(digestOf(line), left - 1);
    return left <= 0;
  });
  const shown = others.slice(0, SHOWN).map((line) => `    ${line.slice(0, 300)}`);
  return [
    `${where}: ${found.count} entries, ${
      golden?.count ?? 0
    } in the fixture; ${others.length} are not as there` +
    (others.length === 0 ? ", their order differs or some are missing" : ", the first of them:"),
    ...shown,
  ];
}

interface GoldenRun {
  readonly engine: EngineName;
  /** Absent: a file in the data folder. */
  readonly location?: string;
  /** Everything that is stored at the moment. `closed`: no process has the store open any more. */
  readonly dump: (
    moment: Moment | "closed",
    dataDir: string,
    app: TestApp | null,
    now: number,
  ) => Promise<ReadonlyMap<string, Dump>>;
}

/** @throws AssertionError that names the keyspaces that differ, and their first keys */
export async function assertGolden({ engine, location, dump }: GoldenRun): Promise<void> {
  const process = new FrozenProcess(START);
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-golden-" });
  const found = new Map<string, Dump>();
  const take = async (moment: Moment | "closed", app: TestApp | null) => {
    for (const [name, entries] of await dump(moment, dataDir, app, process.now)) found.set(name, entries);
  };
  try {
    const canReopen = engine !== "memory";
    const world = {
      process,
      dataDir,
      canReopen,
      onMoment: take,
      ...(location === undefined ? {} : { location }),
    };
    await runScenario(world);
    if (canReopen) await take("closed", null);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
  await writeWhole(engine, found);
  const keyspaces = new Set(
    [...found].filter(([name]) => isOfStore(name)).flatMap(([, dump]) => [...dump.keys()]),
  );
  assert.deepEqual(missingOf(engine, keyspaces), [], "keyspaces of which nothing was stored");
  const fixture = new URL(`./golden_${engine}.json`, import.meta.url);
  if (Deno.env.get("WINNOW_GOLDEN") === "write") return await Deno.writeTextFile(fixture, textOf(found));
  const golden: Golden = JSON.parse(await Deno.readTextFile(fixture));
  const lines: string[] = [];
  for (const moment of new Set([...Object.keys(golden), ...found.keys()])) {
    const [here, there] = [found.get(moment) ?? new Map<string, string[]>(), golden[moment] ?? {}];
    for (const name of new Set([...Object.keys(there), ...here.keys()])) {
      lines.push(...differences(`${engine}, ${moment}, ${name}`, here.get(name) ?? [], there[name]));
    }
  }
  assert.ok(lines.length === 0, `what is stored is not what it was:\n${lines.join("\n")}`);
}

/** Others are files: the journal, and a backup. */
function isOfStore(name: string): boolean {
  return ["alone", "together", "earlier", "closed"].includes(name);
}

function textOf(found: ReadonlyMap<string, Dump>): string {
  const golden: Golden = {};
  for (const [moment, dump] of found) {
    golden[moment] = Object.fromEntries([...dump].map(([name, lines]) => [name, summaryOf(lines)]));
  }
  return `${JSON.stringify(golden, null, 2)}\n`;
}

async function writeWhole(engine: EngineName, found: ReadonlyMap<string, Dump>): Promise<void> {
  const folder = Deno.env.get("WINNOW_GOLDEN_DUMP");
  if (folder === undefined) return;
  await Deno.mkdir(folder, { recursive: true });
  for (const [moment, dump] of found) {
    const lines = [...dump].flatMap(([name, entries]) => entries.map((line) => `${name} ${line}\n`));
    await Deno.writeTextFile(`${folder}/${engine}_${moment}.txt`, lines.join(""));
  }
}
