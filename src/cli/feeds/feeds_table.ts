/** The feeds as an aligned table. */
import { ageText, type FeedStatus } from "../../feeds/refresh/stale.ts";

const HEAD = ["FEED", "STATE", "ENTRIES", "AGE", "NEXT", "SOURCE", "REMARK"] as const;
const GAP = "  ";
/** The source column is left out on narrower terminals. */
const MIN_WIDE_COLUMNS = 130;

/** @param columns width to cut lines at; null: never */
export function statusTable(statuses: readonly FeedStatus[], now: number, columns: number | null): string {
  const shown = HEAD.filter((name) => name !== "SOURCE" || columns === null || columns >= MIN_WIDE_COLUMNS);
  const rows = [
    [...shown],
    ...statuses.map((status) => cells(status, now).filter((_, column) => shown.includes(HEAD[column]!))),
  ];
  const widths = shown.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => {
    const line = row.map((cell, column) => {
      return shown[column] === "ENTRIES" ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
    }).join(GAP).trimEnd();
    return columns === null || line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
  });
  return `${lines.join("\n")}\n`;
}

function cells(status: FeedStatus, now: number): string[] {
  const { name, state, entries, age, nextAt, lastError, note, url } = status;
  return [
    name,
    state.replace("_", " "),
    entries === null ? "-" : entries.toLocaleString("en"),
    age === null ? "-" : ageText(age),
    nextAt === null ? "-" : nextAt <= now ? "due" : `in ${ageText(nextAt - now)}`,
    state === "bundled" ? "bundle" : new URL(url).host,
    lastError ?? note ?? "",
  ];
}
