/** Entry of the feed worker: parses, checks and merges feeds away from the thread that answers requests. */
import { buffersOf, type FeedTask, type FeedTaskResult, runFeedTask } from "./feed_tasks.ts";

export interface FeedTaskMessage {
  readonly id: number;
  readonly task: FeedTask;
}

/** `ready` once, when the worker has loaded; then one reply a message. */
export type FeedTaskReply =
  | { readonly ready: true }
  | { readonly id: number; readonly result: FeedTaskResult }
  | { readonly id: number; readonly error: string };

interface WorkerScope {
  onmessage: ((event: MessageEvent<FeedTaskMessage>) => void) | null;
  postMessage(reply: FeedTaskReply, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { id, task } }) => {
  runFeedTask(task).then(
    (result) => scope.postMessage({ id, result }, [...buffersOf(result)]),
    (error: unknown) =>
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
  );
};
scope.postMessage({ ready: true });
