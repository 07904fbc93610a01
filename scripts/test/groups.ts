/** Which files of tests share a process, so that they load and compile the application once. */
import { withoutComments } from "../read_modules.ts";

/** Eight of nine loads are saved; a group takes about half a minute, and one that fails runs again file by file. */
export const GROUP_SIZE = 9;
/** Groups do not mix these folders of `tests/`. Tests of browsers and of the compiled program start programs. */
const FOLDER = /^tests\/(?:property|(?:unit|contract)\/[^/]+)(?=\/)/;

/**
 * What changes or measures the process, or starts others: a file whose own code or whose support modules below `tests/` have
 * one of these runs in a process of its own.
 */
const OWN_PROCESS = new RegExp(
  [
    /Deno\.(?:Command|chdir|exit|memoryUsage|addSignalListener|env\.(?:set|delete))\b/,
    /\bglobalThis\b|\baddEventListener\(|\bperformance\.now\b|\bprocess\.(?:on|env|exit|chdir)\b/,
    /\b(?:Deno|Date|Math|console|crypto)\.\w+ = |\.prototype\.\w+ = |\bDeno\.test\.(?:only|before|after)/,
  ].map(({ source }) => source).join("|"),
);

/** Relative imports of code. */
const IMPORT = /(?:from|import) "(\.[^"]+\.tsx?)"/g;

/** True for a file that needs a process of its own. @param read the text of a file, by path below the root */
export function needsProcess(path: string, read: (path: string) => string): boolean {
  const seen = new Set<string>();
  const visit = (path: string): boolean => {
    if (!path.startsWith("tests/") || seen.has(path)) return false;
    seen.add(path);
    const text = withoutComments(read(path));
    return OWN_PROCESS.test(text) ||
      [...text.matchAll(IMPORT)].some(([, to]) => visit(new URL(to!, `file:///${path}`).pathname.slice(1)));
  };
  return visit(path);
}

/**
 * The files in their order, those that can share a process in groups of one folder behind `first`.
 * @param single files that run by themselves for another reason
 */
export function groupsOf(
  files: readonly string[],
  { first, single, read }: {
    readonly first: readonly string[];
    readonly single: readonly string[];
    readonly read: (path: string) => string;
  },
): string[][] {
  const apart = new Set([...first, ...single]);
  const folderIn = (path: string) =>
    apart.has(path) || needsProcess(path, read) ? undefined : FOLDER.exec(path)?.[0];
  const byFolder = Map.groupBy(files, folderIn);
  const groups = [...byFolder].flatMap(([folder, members]) => {
    if (folder === undefined) return [];
    const count = Math.ceil(members.length / GROUP_SIZE);
    const groups = Array.from({ length: count }, (): string[] => []);
    members.forEach((path, index) => groups[index % count]!.push(path));
    return groups;
  });
  const alone = (byFolder.get(undefined) ?? []).map((path) => [path]);
  const isFirst = new Set(first);
  return [
    ...alone.filter(([path]) => isFirst.has(path!)),
    // The run does not end with one of the larger groups.
    ...groups.toSorted((a, b) => b.length - a.length),
    ...alone.filter(([path]) => !isFirst.has(path!)),
  ];
}

/** Reads files below the root; one that is missing is empty: tests hold texts that import others. */
export function readerOf(root: string): (path: string) => string {
  return (path) => {
    try {
      return Deno.readTextFileSync(`${root}/${path}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "";
      throw error;
    }
  };
}
