/** The keyspaces that the database writes for itself: how it is served, its journal and logs, and what it keeps records in. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./duration.ts";
import type { Key } from "./engine.ts";
import type { BlockHead, ColumnManifest } from "./index/column_block.ts";
import type { SegmentEntry } from "./index/entry.ts";
import type { PostingManifest } from "./index/run.ts";
import { type AnyKeyspace, Keyspace, keyspace, transient } from "./keyspace.ts";
import { bytes, count, either, list, number, object, type Shape, text, tuple } from "./shape.ts";

/** How long records are kept at most, and their index: as long as `RETENTION_MS` of the service, which a test compares. */
const RECORDS_MS = 180 * DAY_MS;

// schema.ts, backup/, cluster/silence.ts
export const SCHEMA = keyspace({ prefix: ["meta", "schema"], key: [], value: count });
/** The day from which all scores are counted. */
export const COUNTED_FROM = keyspace({ prefix: ["meta", "counted-from"], key: [], value: count });
/** Present while a restore writes into the store. */
export const RESTORE_MARK = keyspace({
  prefix: ["meta", "restoring"],
  key: [],
  value: transient<number>(),
});
/** Written by the readiness check. */
export const READY = keyspace({
  prefix: ["meta", "ready"],
  key: [],
  value: transient<number | Uint8Array>(),
  place: "work",
});

// deno_kv/journal/
/** Of the frames of this journal the store has those up to the number; see `Applied`. */
export const JOURNAL = keyspace({
  prefix: ["meta", "journal"],
  key: [],
  value: transient<readonly [id: string, number: number, closed?: true]>(),
});

// replica.ts
/** What a process wrote last to see when a replica has it, by the process's monotonic clock. */
export const REPLICA_MARK = keyspace({
  prefix: ["meta", "replica"],
  key: ["process"],
  value: transient<number>(),
});

// cluster/
export const CHANGE = keyspace({
  prefix: ["changes", "change"],
  key: ["id", "number"],
  value: transient<readonly Key[]>(),
  lifetimeMs: 10 * MINUTE_MS,
  place: "work",
});
/** The number of its newest entry, and when that was written. */
export const CHANGE_SEQUENCE = keyspace({
  prefix: ["changes", "sequence"],
  key: ["id"],
  value: transient<readonly [head: number, at: number]>(),
  lifetimeMs: 10 * MINUTE_MS,
  place: "work",
});
// migrations/0004_one_change_log.ts
export const CHANGE_HEAD = keyspace({
  prefix: ["changes", "head"],
  key: [],
  value: transient<number>(),
  place: "work",
});
export const CHANGE_ENTRY = keyspace({
  prefix: ["changes", "entry"],
  key: ["number"],
  value: transient<string[][]>(),
  lifetimeMs: HOUR_MS,
  place: "work",
});
/** What processes changed of followed keyspaces: see `Stream`. */
export const STREAM_ENTRY = keyspace({
  prefix: ["stream", "entry"],
  key: ["id", "number"],
  value: transient<Uint8Array>(),
  lifetimeMs: 2 * MINUTE_MS,
  place: "work",
});
/** The number of its newest entry, and when that was written. */
export const STREAM_HEAD = keyspace({
  prefix: ["stream", "head"],
  key: ["id"],
  value: transient<readonly [head: number, at: number]>(),
  lifetimeMs: 15 * MINUTE_MS,
  place: "work",
});
/** Until when a process holds its number; below that, what else it says of itself. */
export const PROCESS = new Keyspace<number | string, readonly string[]>({
  prefix: "process",
  key: ["number", "about"],
  value: transient(),
  lifetimeMs: MINUTE_MS,
  place: "work",
});

// commit/segment.ts
export const SEGMENT = keyspace({
  prefix: "segment",
  key: ["segment", "chunk"],
  value: bytes,
  lifetimeMs: RECORDS_MS,
  place: { months: "segment" },
});
/** An account's records in a segment, with their terms; the name is that of the first one's slot. */
export const SCORES_OF = keyspace({
  prefix: "scores-of",
  key: ["account", "slot"],
  value: either(bytes, list(count)) as Shape<SegmentEntry>,
  lifetimeMs: RECORDS_MS,
  place: { months: "slot" },
});

// index/; the runs of an account's index, and their chunks. The name of a run begins with the time of its last record.
export const POSTINGS = keyspace({
  prefix: "postings",
  key: ["account"],
  value: object<PostingManifest>({
    runs: list(object({ id: text, from: text, to: text, records: count, postings: count, level: count })),
    to: text,
    retired: list(tuple([text, number])),
  }),
  place: "work",
});
export const POSTING_CHUNK = keyspace({
  prefix: "posting",
  key: ["account", "run", "place"],
  value: bytes,
  lifetimeMs: RECORDS_MS,
  place: { months: "run" },
});

/** How far an account's records are in blocks of columns; the blocks, and the parts of their columns. */
export const COLUMNS = keyspace({
  prefix: "columns",
  key: ["account"],
  value: object<ColumnManifest>({ to: text, claimed: number, version: count }),
  place: "work",
});
export const COLUMN_BLOCK = keyspace({
  prefix: "column-block",
  key: ["account", "block"],
  value: object<Omit<BlockHead, "name">>({
    from: text,
    to: text,
    records: count,
    wholeUntil: number,
    version: count,
  }),
  lifetimeMs: RECORDS_MS,
  place: { months: "block" },
});
export const COLUMN = keyspace({
  prefix: "column",
  key: ["account", "column", "block", "part"],
  value: bytes,
  lifetimeMs: RECORDS_MS,
  place: { months: "block" },
});

export const OWN_ROWS: readonly AnyKeyspace[] = [
  SCHEMA,
  COUNTED_FROM,
  RESTORE_MARK,
  READY,
  JOURNAL,
  REPLICA_MARK,
  CHANGE,
  CHANGE_SEQUENCE,
  CHANGE_HEAD,
  CHANGE_ENTRY,
  STREAM_ENTRY,
  STREAM_HEAD,
  PROCESS,
  SEGMENT,
  SCORES_OF,
  POSTINGS,
  POSTING_CHUNK,
  COLUMNS,
  COLUMN_BLOCK,
  COLUMN,
];
