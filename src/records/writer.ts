/** The writer of the store, with what takes part in its commits: the segments of scores, sightings, counts by day and packed entries. */
import { CellCache } from "../db/commit/cell_cache.ts";
import type { AnyKeyspace } from "../db/keyspace.ts";
import { Filters } from "../db/commit/filters.ts";
import { OpenSegments, type OpenSegmentsOptions } from "../db/commit/open_segments.ts";
import { PackedEntries, type PackingWrite } from "../db/commit/packed_entries.ts";
import { Writer, type WriterOptions } from "../db/commit/writer.ts";
import { type CountingWrite, DayCounting } from "./sightings/day_counting.ts";
import type { SightingWrite } from "./sightings/sighting.ts";
import type { SightingsOptions } from "./sightings/sighting_log.ts";
import { Sightings } from "./sightings/sightings.ts";

/** A write of the store. */
export interface StoreWrite extends SightingWrite, CountingWrite, PackingWrite {}

export type StoreWriter = Writer<StoreWrite>;

interface StoreWriterOptions
  extends
    Omit<WriterOptions<StoreWrite>, "cells" | "participants">,
    SightingsOptions,
    Omit<OpenSegmentsOptions, "packs"> {
  /** Names this run of this process, unique over all. Absent: it is the only one. */
  readonly run?: string;
  /** Keyspaces that a filter in memory is kept of. */
  readonly filtered?: readonly AnyKeyspace[];
}

export function writerOf(
  options: StoreWriterOptions,
): { writer: StoreWriter; segments: OpenSegments; sightings: Sightings; packed: PackedEntries } {
  const { stream = null, followed = [] } = options;
  const cells = new CellCache(options.engine, new Filters(options.filtered ?? []), stream, followed);
  const segments = new OpenSegments({ ...options, packs: options.engine.packs });
  const sightings = new Sightings(cells, { ...options, isTelling: () => stream?.isTelling ?? false });
  const counting = new DayCounting(options.run ?? "", cells);
  const packed = new PackedEntries(options.now);
  const participants = [counting, segments, sightings, packed];
  return { writer: new Writer<StoreWrite>({ ...options, cells, participants }), segments, sightings, packed };
}
