/** The rows of a table in `data/`: its lines without blank ones and without comments, which start with #. */
export function rowsOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
