/** CSV (RFC 4180): read from what others write, and written so that spreadsheets take it for text. */
import { parse } from "csv-parse/sync";

interface CsvRecord {
  readonly columns: readonly string[];
  /** Number of the line it ends on. */
  readonly lastLine: number;
}

/** Null when the text is not valid CSV. */
export function parseCsv(text: string, delimiters: readonly string[]): readonly CsvRecord[] | null {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      delimiter: [...delimiters],
      record_delimiter: "\n",
      relax_column_count: true,
      on_record: (columns: string[], { lines }) => {
        records.push({ columns, lastLine: lines });
        return null;
      },
    });
  } catch {
    return null;
  }
  return records;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(withoutFormula(cell))).join(",")}\r\n`;
}

/** Also what would begin a comment of a rule file. */
function quoted(text: string): string {
  return /[",\r\n]|^#|^\/\//.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Puts an apostrophe before a cell that a spreadsheet would take for a formula. A cell that already starts with apostrophes
 * gets one more, because an import removes one.
 */
function withoutFormula(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
