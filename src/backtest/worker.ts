/** Entry of a backtest's thread: runs one backtest away from the thread that answers requests. */
import process from "node:process";
import type { BacktestReply, BacktestTask } from "./worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<BacktestTask>) => void) | null;
  postMessage(reply: BacktestReply): void;
}

/** Progress is told this often. */
const PROGRESS_MS = 250;

// The global scope of a worker is not in the type library that the rest of the program is checked with.
const scope = globalThis as unknown as WorkerScope;

// A server gave up access to the environment, and packages look for optional variables when they are loaded.
Object.defineProperty(process, "env", { value: {} });

scope.onmessage = ({ data }) => {
  run(data).then(
    (page) => scope.postMessage({ page }),
    (error: unknown) => {
      const { name, message } = error as Error;
      scope.postMessage({ error: message, input: name === "BacktestInputError" });
    },
  );
};

async function run({ config, bytes, options }: BacktestTask): Promise<string> {
  const [{ runBacktest }, { reportPage }] = await Promise.all([
    import("./run.ts"),
    import("./report/page.tsx"),
  ]);
  let told = 0;
  const report = await runBacktest({
    config,
    source: { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) },
    options,
    log: () => {},
    progress: (progress) => {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      scope.postMessage({ progress });
    },
  });
  return reportPage(report);
}
