/** CSV (RFC 4180) that spreadsheets take for text. */

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
