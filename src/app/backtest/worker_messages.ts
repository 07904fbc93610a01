/** What a backtest's thread is told and answers. */
import type { Config } from "../settings/config.ts";
import type { RunProgress, UploadOptions } from "../../service/backtest/backtests.ts";
import type { FileFormat } from "../../service/backtest/signup_file.ts";

export interface BacktestTask {
  readonly config: Config;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: UploadOptions;
}

/** What becomes of a file of which much was not read: it is read in another way, or (null) scored as it is. */
export interface BacktestDecision {
  readonly format: FileFormat | null;
}

export type BacktestReply =
  /** What people should see before the file is scored; the thread waits for a decision. */
  | { readonly doubts: readonly string[] }
  | { readonly progress: RunProgress }
  | { readonly page: string }
  /** `input`: people may read why. */
  | { readonly error: string; readonly input: boolean };
