/** `winnow simulate`: what the rules make of generated traffic, without a server or a store. The same seed, the same table. */
import type { CommandContext } from "../context.ts";
import { printLine } from "../output.ts";
import { readArgs, UsageError, wholeNumber } from "../usage.ts";
import { simulateSms } from "./sms.ts";

const DEFAULT_SEED = 1;

/** 0: all aims are met. */
export function simulateCommand(args: readonly string[], _context: CommandContext): Promise<number> {
  const { values, positionals } = readArgs(args, { seed: { type: "string" } }, true);
  if (positionals.length !== 1 || positionals[0] !== "sms") throw new UsageError("simulate takes: sms");
  const seed = wholeNumber(values.seed, "seed", 0) ?? DEFAULT_SEED;
  const rows = simulateSms(seed);
  printLine(`| SMS and mail, seed ${seed} | Aim | Measured | |`);
  printLine("|---|---|---|---|");
  for (const { what, aim, measured, met } of rows) {
    printLine(`| ${what} | ${aim} | ${measured} | ${met ? "met" : "**missed**"} |`);
  }
  return Promise.resolve(rows.every(({ met }) => met) ? 0 : 1);
}
