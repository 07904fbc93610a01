/** The files of the journal of a store's file. */
export function journalPaths(path: string): readonly string[] {
  return [`${path}-journal-0`, `${path}-journal-1`];
}
