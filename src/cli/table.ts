/** Rows as an aligned table for a terminal. */
import { printableLine } from "./output.ts";

export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => show(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd())
    .join("\n");
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  return printableLine(String(value));
}
