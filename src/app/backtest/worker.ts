/** Entry of a backtest's thread: runs one backtest away from the thread that answers requests. */
import process from "node:process";
import { parentPort } from "node:worker_threads";
import { isDoubtful, readingLines } from "../../service/backtest/reading.ts";
import type { BacktestDecision, BacktestReply, BacktestTask } from "./worker_messages.ts";

/** Progress is told this often. */
const PROGRESS_MS = 250;

// A server gave up access to the environment, and packages look for optional variables when they are loaded.
Object.defineProperty(process, "env", { value: {} });

const answer = (reply: BacktestReply) => parentPort!.postMessage(reply);

parentPort!.once("message", (task: BacktestTask) => {
  run(task).then(
    (page) => answer({ page }),
    (error: unknown) => {
      const { name, message } = error as Error;
      answer({ error: message, input: name === "BacktestInputError" });
    },
  );
});

async function run({ config, bytes, options }: BacktestTask): Promise<string> {
  const [{ openReplay }, { runBacktest }, { PAGE_WORDS, reportPage }] = await Promise.all([
    import("./open_replay.ts"),
    import("../../backtest/run.ts"),
    import("../../backtest/report/page.tsx"),
  ]);
  let reportedAt = 0;
  const report = await runBacktest({
    open: openReplay(config, () => {}),
    source: { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) },
    options,
    onRead: async (reading, found) => {
      if (reading.read === 0 || !isDoubtful(reading)) return null;
      const { promise, resolve } = Promise.withResolvers<BacktestDecision>();
      parentPort!.once("message", resolve);
      answer({ doubts: readingLines(reading, found.names, PAGE_WORDS) });
      return (await promise).format;
    },
    progress: (progress) => {
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      answer({ progress });
    },
  });
  return reportPage(report);
}
