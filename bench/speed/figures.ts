/** What a row of a benchmark says, and how it is written. */

/** Of several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface Figures {
  readonly unit: "/s" | "ms" | "s" | "µs" | "MiB";
  readonly value: Spread;
  readonly p50Ms?: Spread;
  readonly p99Ms?: Spread;
  readonly longestMs?: Spread;
  /** Processor time of a request, in microseconds. */
  readonly processorUs?: Spread;
  /** How late the generator itself sent a request, at the longest. */
  readonly lateMs?: Spread;
}

export interface Row {
  /** The part that it belongs to: what `--only` takes. */
  readonly part: string;
  readonly work: string;
  readonly winnow: Figures;
  readonly bare?: Figures;
  readonly diy?: Figures;
  /** Of the service to the yardstick, round by round. */
  readonly ofBare?: Spread;
  readonly ofDiy?: Spread;
  readonly target: string;
  /** Null: there is no target. */
  readonly met: boolean | null;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

export function ratios(ours: readonly number[], theirs: readonly number[]): Spread {
  return spread(ours.map((value, round) => value / theirs[round]!));
}

export const HEAD = [
  "| Work | Winnow | Bare | Ratio | Do it yourself | Ratio | p50 / p99 / longest | Processor a request | Target | |",
  "|---|---|---|---|---|---|---|---|---|---|",
].join("\n");

/** A line of the table: medians, in brackets the lowest and the highest round; of the longest, the longest of all rounds. */
export function line(row: Row): string {
  const { winnow, bare, diy } = row;
  const cells = [
    row.work,
    amount(winnow),
    amount(bare),
    ratio(row.ofBare),
    amount(diy),
    ratio(row.ofDiy),
    [latencies(winnow), ...(bare?.lateMs === undefined ? [] : [`bare ${latencies(bare)}`])].join("; "),
    processor([winnow, bare, diy]),
    row.target,
    row.met === null ? "" : row.met ? "met" : "missed",
  ];
  return `| ${cells.join(" | ")} |`;
}

function amount(figures: Figures | undefined): string {
  if (figures === undefined) return "";
  const { unit, value } = figures;
  const digits = unit === "/s" || unit === "MiB" ? 0 : unit === "s" ? 2 : 1;
  const shown = bracketed(value, digits);
  return unit === "/s" ? shown + unit : `${shown} ${unit}`;
}

function ratio(value: Spread | undefined): string {
  return value === undefined ? "" : bracketed(value, 2);
}

function latencies({ p50Ms, p99Ms, longestMs }: Figures): string {
  if (p50Ms === undefined || p99Ms === undefined || longestMs === undefined) return "";
  return `${p50Ms.median.toFixed(1)} / ${p99Ms.median.toFixed(1)} / ${longestMs.max.toFixed(1)} ms`;
}

function processor(all: readonly (Figures | undefined)[]): string {
  const known = all.flatMap((figures) => figures?.processorUs === undefined ? [] : [figures.processorUs]);
  return known.length === 0 ? "" : `${known.map(({ median }) => median.toFixed(0)).join(" / ")} us`;
}

function bracketed({ median, min, max }: Spread, digits: number): string {
  const text = (value: number) =>
    value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return min === max ? text(median) : `${text(median)} (${text(min)}-${text(max)})`;
}
