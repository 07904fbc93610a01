/** Starts a backtest in a thread of its own, whose memory is bounded: a large file fails there and not in the server. */
import { Worker } from "node:worker_threads";
import type { Config } from "../settings/config.ts";
import {
  BacktestFailure,
  type BacktestThread,
  type RunProgress,
  type UploadOptions,
} from "../../service/backtest/backtests.ts";
import type { BacktestDecision, BacktestReply, BacktestTask } from "./worker_messages.ts";

/** Of the thread's objects. What is kept of the rows is in a file. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } as const;
const FAILED = "The backtest failed; the log of the service says why.";

/** The bytes are transferred. @param log for what people who upload must not read */
export function startBacktestThread(
  config: Config,
  bytes: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
  log: (line: string) => void,
): BacktestThread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits: MEMORY });
  const page = Promise.withResolvers<string>();
  let progress: RunProgress = { phase: "reading", share: 0 };
  const end = () => void worker.terminate().catch(() => {}); // it has ended by itself
  const fail = (problem: string) => {
    page.reject(new BacktestFailure(problem));
    end();
  };
  worker.on("message", (reply: BacktestReply) => {
    if ("progress" in reply) {
      progress = reply.progress;
      return;
    }
    if ("doubts" in reply) {
      progress = { phase: "waiting", share: 1, doubts: reply.doubts };
      return;
    }
    if ("page" in reply) {
      page.resolve(reply.page);
      return end();
    }
    if (!reply.input) log(`backtest: ${reply.error}`);
    fail(reply.input ? reply.error : FAILED);
  });
  worker.on("error", (error: Error & { readonly code?: string }) => {
    log(`backtest: ${error.message}`);
    fail(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? "The file needs more memory than a backtest may use."
        : FAILED,
    );
  });
  // After a page or a failure this changes nothing.
  worker.on("exit", () => fail(FAILED));
  const secretless = { ...config, secret: null, secretPrevious: [] };
  worker.postMessage({ config: secretless, bytes, options } satisfies BacktestTask, [bytes.buffer]);
  return {
    page: page.promise,
    get progress() {
      return progress;
    },
    decide: (format) => {
      if (progress.phase !== "waiting") return;
      progress = { phase: "reading", share: 0 };
      worker.postMessage({ format } satisfies BacktestDecision);
    },
    stop: (why) => fail(why ?? "It was cancelled."),
  };
}
