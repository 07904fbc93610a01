/**
 * What a process that ended abruptly left in the journal of a store. The store's mark says up to which frame it has them, and
 * whether the journal was closed in order: then its files are not needed. Otherwise both must be there, and each frame names
 * the one before it, so that a write that was cut off at the end, and never confirmed, is told from damage before it.
 */
import { type Engine, StoreError } from "../../engine.ts";
import { type FoundFrame, framesIn } from "./frame.ts";
import type { JournalContent, JournalFile } from "./journal_file.ts";
import { type Applied, mergedFrames } from "./merged_frames.ts";
import { journalPaths } from "./paths.ts";
import { JOURNAL } from "../../own_rows.ts";

const MARK = JOURNAL.key();

export async function readApplied(engine: Engine): Promise<Applied | null> {
  const [entry] = await engine.get([MARK]);
  return JOURNAL.read(entry?.value);
}

export async function writeApplied(engine: Engine, applied: Applied): Promise<void> {
  await engine.commit({ set: [JOURNAL.set(MARK, applied)] });
}

/**
 * Applies what is left. The files are locked by this process.
 * @returns the store's mark then; null: no journal was ever used with it
 * @throws StoreError when a confirmed write cannot be read; nothing is changed then
 */
export async function applyLeft(
  path: string,
  files: readonly JournalFile[],
  engine: Engine,
): Promise<Applied | null> {
  const mark = await readApplied(engine);
  const contents = await Promise.all(files.map((file) => file.read()));
  const foreign = contents.find(({ id, bytes }) => id !== null && id !== mark?.[0] && !isEmpty(bytes));
  if (foreign !== undefined) await keepAside(path, `of-${foreign.id}`);
  if (mark === null || mark[2] === true || foreign !== undefined) return mark;
  const [id, applied] = mark;
  const headless = contents.findIndex((content) => content.id === null);
  if (headless >= 0) {
    throw new StoreError(
      `${journalPaths(path)[headless]} has lost its beginning (${
        contents[headless]!.bytes.length
      } bytes are ` +
        `left), and writes that were confirmed may have been in it; ${WHAT_TO_DO}`,
    );
  }
  const { frames, missing, behind } = judge(contents, applied);
  if (missing > 0) {
    throw new StoreError(
      `the journal beside it is damaged: at least ${missing} of the writes that were confirmed cannot be ` +
        `read, and ${behind} behind them can; ${WHAT_TO_DO}`,
    );
  }
  if (frames.some(({ isBehindOther }) => isBehindOther)) await keepAside(path, "damaged");
  await apply(id, frames, engine);
  return [id, frames.at(-1)?.number ?? applied];
}

const WHAT_TO_DO =
  "nothing was changed. `winnow repair` goes on without what cannot be read, and keeps the " +
  "damaged files; or restore a backup";

export interface Repaired {
  /** Frames that were applied now. */
  readonly applied: number;
  /** Frames that are known to be lost. */
  readonly missing: number;
  /** Names of the files that had no header any more. */
  readonly headless: readonly string[];
  /** Copies of the files as they were; empty when nothing was wrong. */
  readonly kept: readonly string[];
}

/** Applies all that can be read, also of a damaged journal, and closes it. The files are locked by this process. */
export async function repairLeft(
  path: string,
  files: readonly JournalFile[],
  engine: Engine,
): Promise<Repaired> {
  const mark = await readApplied(engine);
  if (mark === null || mark[2] === true) return { applied: 0, missing: 0, headless: [], kept: [] };
  const [id, applied] = mark;
  const contents = await Promise.all(files.map((file) => file.read()));
  const headless = journalPaths(path).filter((_, at) => contents[at]!.id === null);
  const own = contents.filter((content) => content.id === id || content.id === null);
  const { frames, missing } = judge(own, applied);
  const isWhole = headless.length === 0 && missing === 0 && own.length === contents.length &&
    !frames.some(({ isBehindOther }) => isBehindOther);
  const kept = isWhole ? [] : await keepAside(path, "damaged");
  await apply(id, frames, engine);
  await writeApplied(engine, [id, frames.at(-1)?.number ?? applied, true]);
  return { applied: frames.length, missing, headless, kept };
}

/** The frames that are not applied, in order, how many are missing before one of them, and how many come behind that. */
function judge(contents: readonly JournalContent[], applied: number) {
  const frames: FoundFrame[] = contents.flatMap(({ bytes }) => [...framesIn(bytes, applied)])
    .sort((a, b) => a.number - b.number);
  let [last, missing, behind] = [applied, 0, 0];
  for (const { number, after } of frames) {
    if (after !== null && after > last) missing += after - last;
    if (missing > 0) behind++;
    last = number;
  }
  return { frames, missing, behind };
}

async function apply(id: string, frames: readonly FoundFrame[], engine: Engine): Promise<void> {
  for (const batch of mergedFrames(id, frames)) await engine.commit(batch);
}

function isEmpty(bytes: Uint8Array<ArrayBuffer>): boolean {
  for (const _ of framesIn(bytes, -Infinity)) return false;
  return true;
}

/** Copies of the files as they are, for whoever wants to know, or wants them back with another store. */
async function keepAside(path: string, ending: string): Promise<string[]> {
  const kept: string[] = [];
  try {
    for (const from of journalPaths(path)) {
      const to = `${from}-${ending}`;
      await Deno.copyFile(from, to);
      kept.push(to);
    }
  } catch (cause) {
    const files = journalPaths(path).join(" and ");
    throw new StoreError(`${files} must be kept, and cannot be copied; move them away`, { cause });
  }
  return kept;
}
