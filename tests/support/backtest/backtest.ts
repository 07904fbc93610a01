/** Runs backtests of files in memory. */
import { openReplay } from "../../../src/app/backtest/open_replay.ts";
import { type BacktestOptions, type BacktestReport, runBacktest } from "../../../src/backtest/run.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { type Bundle, openBundle } from "../../../src/feeds/tables/bundle.ts";
import { DAY_MS } from "../../../src/model/duration.ts";
import { BUNDLE_DIR } from "../../../src/app/paths.ts";
import type { ByteSource } from "../../../src/service/backtest/csv_records.ts";

/** The bundle is read once for all backtests of a test process. */
let bundle: Bundle | null = null;

interface Backtested {
  readonly report: BacktestReport;
  /** Each row's result, as JSON. */
  readonly rows: readonly string[];
}

export async function backtest(csv: string, options: Partial<BacktestOptions> = {}): Promise<Backtested> {
  const rows: string[] = [];
  bundle ??= await openBundle(BUNDLE_DIR);
  const config = readConfig({ WINNOW_DATA_DIR: `/nonexistent-${crypto.randomUUID()}` });
  const report = await runBacktest({
    open: openReplay(config, () => {}, { bundle, random: () => 0.5 }),
    source: sourceOf(csv),
    options: { columns: {}, strictness: 1, linkage: "score", labelDelayMs: 14 * DAY_MS, ...options },
    onRow: (json) => rows.push(json),
  });
  return { report, rows };
}

export function sourceOf(text: string | Uint8Array): ByteSource {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}
