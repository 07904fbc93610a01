/** Entry of the thread that makes checkpoints; see `checkpoints.ts`. Its first message is the path of the file. */
import { DatabaseSync } from "node:sqlite";

/** Answered with the milliseconds it took. */
export type CheckpointTask = "checkpoint" | "close";

interface WorkerScope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(milliseconds: number): void;
}

// The global scope of a worker is not in the type library that the rest of the program is checked with.
const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: path }: MessageEvent<string>) => {
  const database = new DatabaseSync(path);
  // The file is on disk before the log is overwritten, as with the engine's own checkpoints.
  database.exec("pragma synchronous = full");
  scope.onmessage = ({ data: task }: MessageEvent<CheckpointTask>) => {
    const started = performance.now();
    if (task === "close") database.close();
    // Passive: waits for nobody, and nobody waits for it.
    else database.prepare("pragma wal_checkpoint(passive)").get();
    scope.postMessage(performance.now() - started);
  };
};
