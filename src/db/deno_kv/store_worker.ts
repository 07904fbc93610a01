/** Entry of the thread that works on a store's file in parallel with the main one; see `store_thread.ts`. Its first message is the path of the file. */
import { DatabaseSync } from "node:sqlite";
import { framesOf } from "./journal/frame.ts";
import { mergedFrames } from "./journal/merged_frames.ts";
import { atomicOf, type KvTime } from "./atomic.ts";
import { whileLocked } from "./locked.ts";
import { overwriteUnused } from "./overwrite.ts";

export type StoreTask =
  | { readonly task: "checkpoint" | "overwrite" | "close" }
  | {
    readonly task: "apply";
    readonly journal: string;
    readonly frames: readonly Uint8Array<ArrayBuffer>[];
    readonly time: KvTime;
  };

/** The milliseconds that a task took, and why it failed. */
export interface StoreTaskDone {
  readonly tookMs: number;
  readonly error?: string;
}

/** A part of a task is done. */
export interface StoreTaskStep {
  readonly step: true;
}

interface WorkerScope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(done: StoreTaskDone | StoreTaskStep): void;
}

// The global scope of a worker is not in the type library that the rest of the program is checked with.
const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: path }: MessageEvent<string>) => {
  const database = new DatabaseSync(path);
  // The file is on disk before the log is overwritten, as with the engine's own checkpoints.
  database.exec("pragma synchronous = full");
  // It stays open until the thread ends: see `overwriteUnused`.
  let file: Deno.FsFile | null = null;
  const opening = whileLocked(() => Deno.openKv(path));
  const run = async (kv: Deno.Kv, task: StoreTask) => {
    if (task.task === "apply") {
      const frames = task.frames.flatMap((frame) => [...framesOf(frame)]);
      for (const batch of mergedFrames(task.journal, frames)) {
        await whileLocked(() => atomicOf(kv, batch, task.time).commit());
        scope.postMessage({ step: true });
      }
    } else if (task.task === "overwrite") {
      file ??= Deno.openSync(path, { read: true, write: true });
      await overwriteUnused(file, database);
    } else if (task.task === "checkpoint") {
      // Passive: it waits for no reader or writer, and none waits for it.
      database.prepare("pragma wal_checkpoint(passive)").get();
    } else {
      database.close();
      kv.close();
    }
  };
  const answer = async (task: StoreTask) => {
    // A store that cannot be opened ends the thread, and the main thread continues without it.
    const kv = await opening;
    const started = performance.now();
    const error = await run(kv, task).then(() => null, (error: Error) => error.message);
    scope.postMessage({ tookMs: performance.now() - started, ...(error === null ? {} : { error }) });
  };
  // One after the other: the answers are in the order of the tasks.
  let last: Promise<void> = Promise.resolve();
  scope.onmessage = ({ data: task }: MessageEvent<StoreTask>) => {
    last = last.then(() => answer(task));
  };
};
