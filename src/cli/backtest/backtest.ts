/** `backtest FILE.csv`: what this service would have said of sign-ups of the past, without a server and without a key. */
import { openReplay } from "../../app/backtest/open_replay.ts";
import { type BacktestProgress, type BacktestReport, runBacktest } from "../../backtest/run.ts";
import { parseSpan } from "../../model/access/key_expiry.ts";
import { LINKAGE_SCORING } from "../../model/records.ts";
import { parseStrictness } from "../../model/verdict.ts";
import { BacktestInputError, type ColumnNames, type Role, ROLES } from "../../service/backtest/columns.ts";
import { parseLabelWords } from "../../service/backtest/label_words.ts";
import { readingLines, type ReadingWords } from "../../service/backtest/reading.ts";
import type { CommandContext } from "../context.ts";
import { StatusLine } from "../status_line.ts";
import { readArgs, UsageError } from "../usage.ts";
import { garbageCollector } from "./collect_garbage.ts";
import { FileSource, OutputFile, samePath } from "./files.ts";
import { summaryLines } from "./summary.ts";

const USAGE =
  "usage: backtest FILE.csv [--time COLUMN] [--ip COLUMN] [--email COLUMN] [--phone COLUMN] [--phone-country COLUMN] " +
  "[--device COLUMN|none] [--domain COLUMN] [--label COLUMN] [--score COLUMN] [--date-format 'DD.MM.YYYY HH:mm'] " +
  "[--label-words fraud=ja,legit=nein] [--linkage report|score] [--label-delay 14d] " +
  "[--strictness S] [--rows results.jsonl] [--out report.html] [--json]";

/** Where the page is written when neither `--out` nor `--json` is given. */
const DEFAULT_PAGE = "winnow-backtest.html";

export async function backtestCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals: [path, ...more] } = readArgs(args, OPTIONS, true);
  if (path === undefined || more.length > 0) throw new UsageError(USAGE);
  const options = readOptions(values);
  const page = values.out ?? (values.json ? null : DEFAULT_PAGE);
  await refuseSameFiles(path, page, values.rows ?? null);
  using source = openInput(path);
  using pageFile = page === null ? null : OutputFile.create(page);
  using rows = values.rows === undefined ? null : OutputFile.create(values.rows);
  const line = new StatusLine();
  let report: BacktestReport;
  try {
    report = await runBacktest({
      open: openReplay(context.config, context.warn),
      source,
      options,
      collectGarbage: garbageCollector(),
      progress: (progress) => line.show(progressText(progress)),
      onRead: (reading, found) => {
        line.clear();
        for (const text of readingLines(reading, found.names, OPTION_WORDS)) context.warn(text);
      },
      ...(rows === null ? {} : { onRow: (json) => rows.write(`${json}\n`) }),
    });
  } catch (error) {
    line.clear();
    if (error instanceof BacktestInputError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
  line.clear();
  if (pageFile !== null) {
    const { reportPage } = await import("../../backtest/report/page.tsx");
    pageFile.write(reportPage(report));
  }
  if (values.json) context.print(JSON.stringify(report, null, 2));
  else for (const text of summaryLines(report, OPTION_NAMES, OPTION_WORDS)) context.print(text);
  if (page !== null) context.warn(`the whole report is in ${page}`);
  return 0;
}

const text = { type: "string" } as const;
const OPTIONS = {
  time: text,
  ip: text,
  email: text,
  phone: text,
  "phone-country": text,
  device: text,
  domain: text,
  label: text,
  score: text,
  "date-format": text,
  "label-words": text,
  linkage: text,
  "label-delay": text,
  strictness: text,
  rows: text,
  out: text,
  json: { type: "boolean", default: false },
} as const;

/** How the column of a role is named on the command line. */
const OPTION_NAMES = Object.fromEntries(
  ROLES.map((role) => [role, `--${role.replace("_", "-")}`]),
) as Record<Role, string>;

/** How what was not read can be read. */
const OPTION_WORDS: ReadingWords = {
  dateFormat: (formats) =>
    formats.length === 0
      ? 'say how it is written with --date-format "DD.MM.YYYY HH:mm"'
      : `read it with ${formats.map((format) => `--date-format ${JSON.stringify(format)}`).join(" or ")}`,
  labelWords: (examples) =>
    `say what it means, for example with ${
      examples.map((words) => `--label-words ${shellQuoted(words)}`).join(" or ")
    }`,
  column: (role) =>
    `Name another column with ${OPTION_NAMES[role]}, or leave it out with ${OPTION_NAMES[role]} none.`,
};

function shellQuoted(text: string): string {
  return /^[\p{L}\p{N}=,._-]+$/u.test(text) ? text : JSON.stringify(text);
}

type Values = { readonly [name in Exclude<keyof typeof OPTIONS, "json">]?: string | undefined };

/** @throws UsageError */
function readOptions(values: Values) {
  const strictness = parseStrictness(values.strictness ?? "balanced");
  if (strictness === null) {
    throw new UsageError("--strictness must be lenient, balanced, strict, strictest, or 0 to 3");
  }
  const linkage = LINKAGE_SCORING.find((scoring) => scoring === (values.linkage ?? "report"));
  if (linkage === undefined) throw new UsageError("--linkage must be report or score");
  const labelDelayMs = parseSpan(values["label-delay"] ?? "14d");
  if (labelDelayMs === null) throw new UsageError("--label-delay must be a time such as 14d, 36h or 0");
  const dateFormat = values["date-format"];
  const labelWords = parseLabelWords(values["label-words"] ?? "");
  if (labelWords === null) throw new UsageError("--label-words must be like fraud=ja,legit=nein");
  const { "phone-country": phone_country, ...others } = values;
  const named = { ...others, phone_country };
  const columns: ColumnNames = Object.fromEntries(
    ROLES.flatMap((role) => named[role] === undefined ? [] : [[role, named[role]]]),
  );
  return {
    columns,
    strictness,
    linkage,
    labelDelayMs,
    labelWords,
    ...(dateFormat === undefined ? {} : { dateFormat }),
  };
}

/** @throws UsageError when an output would overwrite the input or the other output */
async function refuseSameFiles(input: string, page: string | null, rows: string | null): Promise<void> {
  for (const [name, output] of [["--out", page], ["--rows", rows]] as const) {
    if (output !== null && await samePath(input, output)) {
      throw new UsageError(`${name} names the file that is read; it would be overwritten`);
    }
  }
  if (page !== null && rows !== null && await samePath(page, rows)) {
    throw new UsageError("--out and --rows name the same file");
  }
}

function openInput(path: string): FileSource {
  try {
    return FileSource.open(path);
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound ? "there is no such file" : (error as Error).message;
    throw new UsageError(`${path}: ${why}`);
  }
}

const BAR = 24;

function progressText({ phase, share }: BacktestProgress): string {
  const done = Math.round(share * BAR);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${phase} ${"█".repeat(done)}${"░".repeat(BAR - done)} ${percent} %`;
}
