/** Entry of the feed worker: parses, checks, merges and compiles feeds away from the thread that answers requests. */
import { buffersOf, runTask, type TaskMessage, type TaskReply } from "./feed_tasks.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<TaskMessage>) => void) | null;
  postMessage(reply: TaskReply, transfer?: Transferable[]): void;
}

// The global scope of a worker is not in the type library that the rest of the program is checked with.
const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { id, name, input } }) => {
  runTask(name, input).then(
    (result) => scope.postMessage({ id, result }, [...buffersOf(result)]),
    (error: unknown) =>
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
  );
};
scope.postMessage({ ready: true });
