/** What a backtest's thread is told and answers. */
import type { Config } from "../config.ts";
import type { RunProgress, UploadOptions } from "../service/backtest/backtests.ts";

export interface BacktestTask {
  readonly config: Config;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: UploadOptions;
}

export type BacktestReply =
  | { readonly progress: RunProgress }
  | { readonly page: string }
  /** `input`: people may read why. */
  | { readonly error: string; readonly input: boolean };
