/** The keyspaces that a golden dump must have, by the prefix of their keys, and why an engine lacks some of them. */
import { CATALOG } from "../../../../src/records/index.ts";
import type { Key } from "../../../../src/db/engine.ts";

export type EngineName = "memory" | "deno_kv" | "postgres";

/** Names that the golden dumps have, where they do not follow from the prefix. */
const OTHERS: Readonly<Record<string, string>> = {
  "changes/sequence": "changeSequence",
  "changes/head": "changeHead",
  "changes/entry": "changeEntry",
  "decisions-chunk": "decisionChunk",
  idempotency: "keptRequest",
  "idempotency-chunk": "keptChunk",
  key: "apiKey",
  "meta/replica": "replicaMark",
  posting: "postingChunk",
  ring: "ringNode",
  "rules-chunk": "ruleChunk",
  "sighting/log": "sightingLog",
  "stream/entry": "streamEntry",
  "stream/head": "streamHead",
};

const NAMES: ReadonlyMap<string, string> = new Map(
  CATALOG.rows.map(({ prefix }) => {
    const text = prefix.join("/");
    const name = prefix.at(-1)!.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
    return [text, OTHERS[text] ?? name];
  }),
);

/** Of a key that belongs to none: its first part. */
export function keyspaceNameOf(key: Key): string {
  return NAMES.get(key.slice(0, 2).join("/")) ?? NAMES.get(key[0]!) ?? key[0]!;
}

const NEVER_AT_REST: Readonly<Record<string, string>> = {
  restoring: "is there while a restore writes",
  erasureOpen: "is there while an erasure works",
  erasurePart: "is there while an erasure works",
  accountEmail: "is no longer written",
  backtest: "its page has the version of the bundle, which changes with the sources that build it",
  replicaMark: "its value is the machine's monotonic clock, so no two runs have the same",
};
const ONE_PROCESS = "a store in memory has one process";
const IN_MEMORY: Readonly<Record<string, string>> = {
  limits: ONE_PROCESS,
  changeHead: ONE_PROCESS,
  changeEntry: ONE_PROCESS,
  moved: "a store in memory ends before the secret can be rotated",
};
const FEEDS = "nodes share copies of feeds on PostgreSQL";
const WITHOUT_FEEDS: Readonly<Record<string, string>> = {
  feedCopy: FEEDS,
  feedChunk: FEEDS,
  feedLease: FEEDS,
};

const STREAM = "processes tell each other what they change where the engine adds to values";
const WITHOUT_STREAM: Readonly<Record<string, string>> = { streamEntry: STREAM, streamHead: STREAM };

/** By keyspace: why the engine's dump lacks it. */
const LACKING: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  memory: {
    ...NEVER_AT_REST,
    ...IN_MEMORY,
    ...WITHOUT_FEEDS,
    ...WITHOUT_STREAM,
    journal: "only a file has a journal",
  },
  deno_kv: { ...NEVER_AT_REST, ...WITHOUT_FEEDS, ...WITHOUT_STREAM },
  postgres: {
    ...NEVER_AT_REST,
    journal: "only a file has a journal",
    sightingLog: "is written while it is sure that no other process is there, which time that jumps never is",
  },
};

/** Keyspaces that should have been found and were not. */
export function missingOf(engine: EngineName, found: ReadonlySet<string>): string[] {
  return [...NAMES.values()].filter((name) => !found.has(name) && LACKING[engine][name] === undefined);
}
