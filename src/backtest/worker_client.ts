/** Starts a backtest in a thread of its own. */
import type { Config } from "../config.ts";
import {
  BacktestFailure,
  type BacktestThread,
  type RunProgress,
  type UploadOptions,
} from "../service/backtest/backtests.ts";
import type { BacktestReply, BacktestTask } from "./worker_messages.ts";

/** The bytes are transferred. @param log for what people who upload must not read */
export function startBacktestThread(
  config: Config,
  bytes: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
  log: (line: string) => void,
): BacktestThread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "backtest" });
  const page = Promise.withResolvers<string>();
  let progress: RunProgress = { phase: "reading", share: 0 };
  const fail = (problem: string) => {
    worker.terminate();
    page.reject(new BacktestFailure(problem));
  };
  worker.onmessage = ({ data }: MessageEvent<BacktestReply>) => {
    if ("progress" in data) {
      progress = data.progress;
      return;
    }
    if ("page" in data) {
      worker.terminate();
      return page.resolve(data.page);
    }
    if (!data.input) log(`backtest: ${data.error}`);
    fail(data.input ? data.error : "The backtest failed; the log of the service says why.");
  };
  worker.onerror = (event) => {
    event.preventDefault();
    log(`backtest: ${event.message}`);
    fail("The backtest failed; the log of the service says why.");
  };
  const secretless = { ...config, secret: null, secretPrevious: [] };
  worker.postMessage({ config: secretless, bytes, options } satisfies BacktestTask, [bytes.buffer]);
  return {
    page: page.promise,
    get progress() {
      return progress;
    },
    stop: () => fail("It was cancelled."),
  };
}
