/** The work on feeds that takes long: done in a worker thread, or in place where a worker cannot start. */
import type { RangeList } from "../catalog/feed.ts";
import { buildRangeIndex } from "../ranges/range_build.ts";
import type { RangeIndexData } from "../ranges/range_index.ts";
import { checkFeed, type CheckOutcome, type CheckTask } from "../refresh/feed_check.ts";
import type { DictionaryColumns, TableColumns } from "../tables/address_table.ts";
import type { NetworkRows } from "../tables/network_rows.ts";
import { compileNetworks, namesIn } from "../tables/networks.ts";
import { correctPlaces, type PlaceCorrections } from "../tables/place_corrections.ts";
import { type CityFiles, compilePlaces } from "../tables/places.ts";

interface NetworkTask {
  readonly tables: readonly NetworkRows[];
  /** Better names than the tables'. */
  readonly names: DictionaryColumns;
}

interface PlaceTask {
  readonly files: CityFiles;
  readonly corrections: PlaceCorrections;
}

/** What each task takes and gives. */
interface Tasks {
  readonly check: { readonly input: CheckTask; readonly result: CheckOutcome };
  readonly build: { readonly input: readonly RangeList[]; readonly result: RangeIndexData };
  readonly places: { readonly input: PlaceTask; readonly result: TableColumns };
  readonly networks: { readonly input: NetworkTask; readonly result: TableColumns };
}

export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Tasks[Name]["input"];
export type TaskResult<Name extends TaskName> = Tasks[Name]["result"];

const TASKS: {
  readonly [Name in TaskName]: (input: TaskInput<Name>) => TaskResult<Name> | Promise<TaskResult<Name>>;
} = {
  check: checkFeed,
  build: buildRangeIndex,
  places: async ({ files, corrections }) => correctPlaces(await compilePlaces(files), corrections),
  networks: ({ tables, names }) => compileNetworks(tables, namesIn(names)),
};

export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskResult<Name>> {
  return await TASKS[name](input);
}

/** One task for the worker. */
export interface TaskMessage<Name extends TaskName = TaskName> {
  readonly id: number;
  readonly name: Name;
  readonly input: TaskInput<Name>;
}

/** `ready` once, when the worker has loaded; then one reply per message. */
export type TaskReply =
  | { readonly ready: true }
  | { readonly id: number; readonly result: TaskResult<TaskName> }
  | { readonly id: number; readonly error: string };

/** The buffers of all typed arrays in a plain value, to transfer instead of copying. */
export function buffersOf(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}
