/** Which files run, and in which order. */

/** Runs `work` on all items, `jobs` at a time, in their order. */
export async function inJobs<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const job = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, job));
}

/** The files of tests at or below the paths, sorted. @throws Error for a path at which there is none */
export async function filesAt(root: string, paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (path: string): Promise<boolean> => {
    if ((await Deno.stat(`${root}/${path}`)).isFile) {
      found.add(path);
      return true;
    }
    let any = false;
    for await (const { name, isDirectory } of Deno.readDir(`${root}/${path}`)) {
      if (isDirectory || name.endsWith("_test.ts")) any = await visit(`${path}/${name}`) || any;
    }
    return any;
  };
  for (const given of paths) {
    const path = given.replace(/^\.\//, "").replace(/\/+$/, "");
    if (!await visit(path)) throw new Error(`${given}: there is no file of tests`);
  }
  return [...found].sort();
}

interface Lanes {
  /** Run several at a time, the long ones first. */
  readonly together: readonly string[];
  /** Run one at a time, while the others do. */
  readonly beside: readonly string[];
  /** Run after the others, one at a time. */
  readonly alone: readonly string[];
}

/** @param lanes names of files, in their order */
export function lanesOf(
  files: readonly string[],
  lanes: {
    readonly beside: readonly string[];
    readonly alone: readonly string[];
    readonly long: readonly string[];
  },
): Lanes {
  const place = new Map([...lanes.beside, ...lanes.alone, ...lanes.long].map((path, index) => [path, index]));
  const rank = (path: string) => place.get(path) ?? place.size;
  const ordered = files.toSorted((a, b) => rank(a) - rank(b));
  const [beside, alone] = [new Set(lanes.beside), new Set(lanes.alone)];
  return {
    together: ordered.filter((path) => !alone.has(path) && !beside.has(path)),
    beside: ordered.filter((path) => beside.has(path)),
    alone: ordered.filter((path) => alone.has(path)),
  };
}
