/** The real application with a clock that is set, for replaying sign-ups in order. Store in memory, no outgoing traffic. */
import { openReplay } from "../../src/app/backtest/open_replay.ts";
import { ReplayedService } from "../../src/backtest/replayed_service.ts";
import { readConfig } from "../../src/app/settings/config.ts";

/** @param linkage whether links are part of the score @param start milliseconds since the epoch */
export async function startReplay(
  linkage: "report" | "score",
  start: number,
  labelDelayMs = Infinity,
): Promise<ReplayedService> {
  // No folder of this name: the feeds of the bundle are used, and no others.
  const config = readConfig({ WINNOW_DATA_DIR: `/nonexistent-${crypto.randomUUID()}` });
  const seed = "00".repeat(32);
  return await ReplayedService.start({
    open: openReplay(config, () => {}),
    linkage,
    strictness: 1,
    labelDelayMs,
    start,
    seed,
  });
}
