/** `winnow simulate`: what the rules make of generated traffic, without a server or a store. The same seed, the same table. */
import { FileSource, OutputFile, samePath } from "../backtest/files.ts";
import type { CommandContext } from "../context.ts";
import { printLine, warnLine } from "../output.ts";
import { readArgs, UsageError, wholeNumber } from "../usage.ts";
import type { AimRow } from "./aims.ts";
import { writeScores } from "./login_data.ts";
import { simulateLogins } from "./logins.ts";
import { simulateSms } from "./sms.ts";

const DEFAULT_SEED = 1;

const SUBJECTS: Readonly<Record<string, { readonly title: string; simulate(seed: number): AimRow[] }>> = {
  sms: { title: "SMS and mail", simulate: simulateSms },
  logins: { title: "Log-ins", simulate: (seed) => simulateLogins(seed) },
};

const OPTIONS = { seed: { type: "string" }, data: { type: "string" }, scores: { type: "string" } } as const;

/** 0: all aims are met. */
export async function simulateCommand(args: readonly string[], _context: CommandContext): Promise<number> {
  const { values: { seed, data, scores }, positionals } = readArgs(args, OPTIONS, true);
  const subject = positionals.length === 1 ? SUBJECTS[positionals[0]!] : undefined;
  if (subject === undefined) throw new UsageError(`simulate takes: ${Object.keys(SUBJECTS).join(" or ")}`);
  if (data === undefined && scores === undefined) {
    return printAims(subject, wholeNumber(seed, "seed", 0) ?? DEFAULT_SEED);
  }
  if (positionals[0] !== "logins" || data === undefined || scores === undefined || seed !== undefined) {
    throw new UsageError("--data and --scores go together, with simulate logins and without --seed");
  }
  if (await samePath(data, scores)) throw new UsageError("--data and --scores are the same file");
  return scoreData(data, scores);
}

function printAims({ title, simulate }: typeof SUBJECTS[string], seed: number): number {
  const rows = simulate(seed);
  printLine(`| ${title}, seed ${seed} | Aim | Measured | |`);
  printLine("|---|---|---|---|");
  for (const { what, aim, measured, met } of rows) {
    printLine(`| ${what} | ${aim} | ${measured} | ${met === null ? "" : met ? "met" : "**missed**"} |`);
  }
  return rows.every(({ met }) => met !== false) ? 0 : 1;
}

/** 1: the file cannot be read, or holds no log-in that can be scored. */
function scoreData(data: string, scores: string): number {
  try {
    using source = FileSource.open(data);
    using output = OutputFile.create(scores);
    const { scored, first, unread } = writeScores(source, (text) => output.write(text));
    printLine(
      `${scored} log-ins with ln S; ${first} of users who had not logged in before; ${unread} that could not be read or lack a value`,
    );
    return scored > 0 ? 0 : 1;
  } catch (error) {
    warnLine(`${data}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
