/** The files of a folder, as a package holds them. */

/** A file by its path inside the package. */
export type PackageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The files that `paths` name below the folder, or that are below a folder so named; in one order on every machine. */
export function readFiles(folder: string, paths: readonly string[]): PackageFiles {
  const found = paths.flatMap((path) => filesAt(folder, path)).sort();
  return new Map(found.map((path) => [path, Deno.readFileSync(`${folder}/${path}`)]));
}

function filesAt(folder: string, path: string): string[] {
  if (!Deno.statSync(`${folder}/${path}`).isDirectory) return [path];
  return [...Deno.readDirSync(`${folder}/${path}`)]
    // What Python compiles next to its sources.
    .filter(({ name }) => name !== "__pycache__")
    .flatMap(({ name }) => filesAt(folder, `${path}/${name}`));
}
