/** A backtest: reads the file, replays its rows through the service, and counts. */
import { createHash } from "node:crypto";
import { DAY_MS } from "../model/duration.ts";
import type { LinkageScoring, ScoreRecord } from "../model/records.ts";
import { timestamp } from "../model/timestamp.ts";
import { SERVICE, VERSION } from "../model/service.ts";
import { type Strictness, STRICTNESS_NAMES } from "../model/verdict.ts";
import type { PastSignup } from "../service/backtest/cells.ts";
import { BacktestInputError, type FoundColumns } from "../service/backtest/columns.ts";
import type { ByteSource } from "../service/backtest/csv_records.ts";
import { Figures } from "../service/backtest/figures.ts";
import { RefusedRow } from "../service/backtest/replay.ts";
import type { Reading } from "../service/backtest/reading.ts";
import { type FileFormat, openSignupFile, type SignupFile } from "../service/backtest/signup_file.ts";
import { signupBody, type SignupScore } from "../service/score/score_signup.ts";
import { ReplayedService, type ReplayedServiceOptions } from "./replayed_service.ts";

export interface BacktestOptions extends FileFormat {
  readonly strictness: Strictness;
  readonly linkage: LinkageScoring;
  readonly labelDelayMs: number;
  /** Most rows of the file. */
  readonly limit?: number;
}

export interface BacktestProgress {
  readonly phase: "reading" | "scoring";
  /** 0 to 1. */
  readonly share: number;
}

interface BacktestRun {
  readonly open: ReplayedServiceOptions["open"];
  readonly source: ByteSource;
  readonly options: BacktestOptions;
  readonly progress?: (progress: BacktestProgress) => void;
  /** Each row's result, in order of time. */
  readonly onRow?: (json: string) => void;
  /** What was read, before the first row is scored. A format that it returns is how the file is read instead. */
  readonly onRead?: (reading: Reading, found: FoundColumns) => Promise<FileFormat | null> | void;
  /** Called now and then, to bound the memory of a long run. */
  readonly collectGarbage?: () => void;
}

export type BacktestReport = Awaited<ReturnType<typeof runBacktest>>;

/** Rows after which what was counted about values is compacted, as a server does every second. */
const COMPACT_EVERY = 1_000;
/** Rows between two calls of the garbage collector. */
const COLLECT_EVERY = 4_000;
const PROGRESS_EVERY = 20;
/** Bytes of the file that are hashed at a time. */
const SEED_STEP = 1 << 16;

/** @throws BacktestInputError when the file cannot be used */
export async function runBacktest(run: BacktestRun) {
  const { options, progress = () => {} } = run;
  const file = await readFile(run);
  const { reading, found } = file;
  const figures = new Figures();
  let scored = 0;
  const first = file.rows().next();
  if (first.done) throw new BacktestInputError(`no row can be read${whyOf(file)}`);
  await using service = await ReplayedService.start({
    ...run,
    ...options,
    start: first.value.at,
    seed: seedOf(run.source),
  });
  const { store } = service.services;
  let seen = 0;
  for (const row of file.rows()) {
    if (seen++ % PROGRESS_EVERY === 0) progress({ phase: "scoring", share: seen / file.size });
    const result = await scoreRow(service, file, row);
    if (result === null) continue;
    const record = await store.scores.get(service.caller.account.id, result.requestId, row.at);
    figures.add(row, record as ScoreRecord, result.invalid); // it was written just now
    run.onRow?.(rowText(row, result));
    if (++scored % COMPACT_EVERY === 0) await store.compactSightings();
    if (scored % COLLECT_EVERY === 0) run.collectGarbage?.();
  }
  if (scored === 0) throw new BacktestInputError(`no row can be scored${whyOf(file)}`);
  const { count, rows } = file.unreadable();
  return {
    service: SERVICE.name,
    version: VERSION,
    rows: {
      total: scored + count,
      scored,
      unreadable: count,
      /** The first ones. */
      unreadable_rows: rows,
      in_order_of_time: file.isSorted,
      times_without_zone: file.isZoneless,
      reading,
      invalid: figures.invalid,
    },
    columns: { used: found.names, guessed: found.guessed, unused: found.unused },
    settings: {
      strictness: STRICTNESS_NAMES[options.strictness],
      linkage: options.linkage,
      label_delay_days: options.labelDelayMs / DAY_MS,
    },
    data_version: service.services.dataVersion(),
    ...figures.figures(),
  };
}

async function readFile({ source, options, progress, onRead }: BacktestRun): Promise<SignupFile> {
  for (let format: FileFormat = options;;) {
    const read = { ...format, ...(options.limit === undefined ? {} : { limit: options.limit }) };
    const file = await openSignupFile(source, read, (share) => progress?.({ phase: "reading", share }));
    const next = await onRead?.(file.reading, file.found) ?? null;
    if (next === null) return file;
    format = next;
  }
}

/** Of the bytes of the file. */
function seedOf(source: ByteSource): string {
  const hash = createHash("sha256");
  for (let at = 0; at < source.size; at += SEED_STEP) {
    hash.update(source.read(at, Math.min(SEED_STEP, source.size - at)));
  }
  return hash.digest("hex");
}

/** Null for a row that the API would refuse. */
async function scoreRow(
  service: ReplayedService,
  file: SignupFile,
  row: PastSignup,
): Promise<SignupScore | null> {
  try {
    return await service.score(row.fields, row.at, row.label);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    file.refuse(row.line, error.message);
    return null;
  }
}

/** One line of JSON. The result is that of `POST /v1/score/user`, without the time it took. */
function rowText({ line, at, label, score }: PastSignup, scored: SignupScore): string {
  const row = { line, time: timestamp(at), label, other_score: score, result: signupBody(scored, 0) };
  return JSON.stringify(row, (name, value) => name === "processing_time_sec" ? undefined : value);
}

function whyOf(file: SignupFile): string {
  const [first] = file.unreadable().rows;
  return first === undefined ? "" : ` (line ${first.line}: ${first.reason})`;
}
