/** Takes deleted records out of the runs of an index. */
import { yieldToEventLoop } from "../../concurrency/turn.ts";
import { segmentTime } from "../commit/segment.ts";
import { nameAfter, type SlotName } from "../commit/slot_name.ts";
import { POSTING_CHUNK, POSTINGS } from "../own_rows.ts";
import type { CompactionOptions } from "./compaction.ts";
import type { PostingRun } from "./run.ts";
import { RunReader } from "./run_reader.ts";
import { deleteRun, RunWriter } from "./run_writer.ts";

/** In the place of the number of a record that is left out. */
const GONE = 0xffffffff;

/** @returns false when another process changed the index meanwhile: it is to be called again */
export async function eraseFromRuns(
  { engine, now, id }: Pick<CompactionOptions, "engine" | "now" | "id">,
  owner: string,
  slots: readonly SlotName[],
): Promise<boolean> {
  const key = POSTINGS.key(owner);
  const [entry] = await engine.get([key]);
  const manifest = POSTINGS.read(entry?.value);
  if (manifest === null) return true;
  const erased = new Set(slots);
  const has = ({ from, to }: PostingRun) => slots.some((slot) => slot >= from && slot < to);
  const made = new Map<string, PostingRun | null>();
  for (const run of manifest.runs.filter(has)) {
    const writer = new RunWriter(
      engine,
      owner,
      nameAfter(run.to, id),
      Math.min(segmentTime(run.to), now()) + POSTING_CHUNK.lifetimeMs,
    );
    await copyRun(new RunReader(engine, owner, run), writer, erased);
    const { records, postings } = writer;
    made.set(run.id, records === 0 ? null : { ...run, id: writer.id, records, postings });
  }
  const runs = manifest.runs.flatMap((run) => made.has(run.id) ? made.get(run.id) ?? [] : [run]);
  // A run that is being made now is given up, and what was merged a moment ago is of no use to a search any more.
  const replaced = await engine.commit({
    check: [{ key, version: entry!.version }],
    set: [POSTINGS.set(key, { ...manifest, runs, retired: [] })],
  });
  const over = replaced === null
    ? [...made.values()].flatMap((run) => run?.id ?? [])
    : [...made.keys(), ...manifest.retired.map(([id]) => id)];
  for (const id of over) await deleteRun(engine, owner, id);
  return replaced !== null;
}

async function copyRun(from: RunReader, to: RunWriter, erased: ReadonlySet<SlotName>): Promise<void> {
  const numbers = new Uint32Array(from.run.records).fill(GONE);
  let number = 0;
  for await (const slots of from.slots()) {
    for (const slot of slots) {
      const at = number++;
      if (erased.has(slot)) continue;
      numbers[at] = to.records;
      if (to.slot(slot)) await to.flush();
    }
  }
  for await (const pairs of from.postings()) {
    for (let at = 0; at < pairs.length; at += 2) {
      const left = numbers[pairs[at + 1]!]!;
      if (left !== GONE && to.posting(pairs[at]!, left)) await to.flush();
    }
    await yieldToEventLoop();
  }
  await to.finish();
}
