/** Finds paths that comments and documents name and that do not exist. */

const EXTENSION = "ts|tsx|js|mjs|py|md|json|csv|txt|yml|yaml|html|conf|cfg|service|css";
const FOLDERS = "src|tests|scripts|docs|deploy|clients|examples|bench|data|\\.ci|\\.github";
const WORD = /[\w./{},:;@*<>…$%#?=&~+|\\-]+/g;
const SEGMENT = String.raw`(?:[\w.-]|\{[\w.,-]+\})+`;
/** A name with a known extension, a folder with its slash, or anything below a folder of the project. */
const PATH = new RegExp(
  String
    .raw`^(?:\.{1,2}/)*(?:(?:${SEGMENT}/)*${SEGMENT}\.(?:${EXTENSION})|(?:${SEGMENT}/)+|(?:${FOLDERS})(?:/${SEGMENT})+)$`,
);
/** Placeholders and products: FILE.csv, Next.js. */
const NO_PATH = /^(?:[A-Z]+|Next|Node)\.\w+$/;
/** Made by a build or by a running service, so not in every checkout. */
const MADE = /^(?:build|dist|winnow-data|node_modules)\/|^clients\/typescript\/dist\//;
/** Files of others, or of a user's own project, that comments and documents may name. */
const FOREIGN: ReadonlySet<string> = new Set([
  "confusables.txt",
  "countryInfo.txt",
  "data.iana.org/rdap/dns.json",
  "resolv.conf",
  "package.json",
  "package/",
  "app/signup/actions.ts",
  "app/api/signup/route.ts",
  "receipt.txt",
  "ipaddr.js",
  "report.html",
  "views.py",
  "manage.py",
  "secret.yaml",
  "winnow.cdx.json",
  "winnow-fp.d.ts",
]);

interface NamedPath {
  readonly line: number;
  readonly path: string;
}

/** The paths that a file names: a document anywhere but in its code blocks, a program in its comments. */
export function namedPaths(file: string, text: string): NamedPath[] {
  return proseOf(file, text).split("\n").flatMap((line, index) =>
    [...line.matchAll(WORD)].flatMap(([word]) => {
      const path = word.replace(/#.*$/, "").replace(/[.,:;]+$/, "");
      const isPath = PATH.test(path) && !NO_PATH.test(path) && !MADE.test(path) && !FOREIGN.has(path);
      return isPath ? expandBraces(path).map((path) => ({ line: index + 1, path })) : [];
    })
  );
}

/**
 * Lines for what does not exist. A path counts from the root, `src/`, or the folder of the file that names it and those
 * above, and in a guide from `examples/`; in a document also from the folders of what the same line names before it.
 * @param existing paths of files, and of folders with a slash at their end
 */
export function missingPaths(file: string, text: string, existing: ReadonlySet<string>): string[] {
  const own = ["", "src/", ...(isGuide(file) ? ["examples/"] : []), ...foldersOf(file)];
  const lines = Map.groupBy(namedPaths(file, text), ({ line }) => line);
  return [...lines].flatMap(([line, named]) => {
    const bases = [...own];
    return named.flatMap(({ path }) => {
      const found = bases.map((base) => normalise(base + path)).find((full) =>
        existing.has(full) || existing.has(`${full}/`)
      );
      if (found === undefined) return [`${file}:${line}: ${path} does not exist`];
      if (file.endsWith(".md")) bases.push(...foldersOf(found));
      return [];
    });
  });
}

function isGuide(file: string): boolean {
  return file.startsWith("src/http/docs/guides/");
}

/** The folders that a path names, outermost first, each with a slash at its end. */
export function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

/** The text without its code, line for line. */
function proseOf(file: string, text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, " ");
  if (file.endsWith(".md")) return text.replace(/^```[\s\S]*?^```/gm, blank);
  const comments = /\.[jt]sx?$|\.mjs$|\.css$/.test(file)
    ? /(?<=^|\s)\/(?:\*[\s\S]*?\*\/|\/.*$)/gm
    : /(?<=^|\s)#.*$|"""[\s\S]*?"""/gm;
  let end = 0;
  let prose = "";
  for (const { 0: comment, index } of text.matchAll(comments)) {
    prose += blank(text.slice(end, index)) + comment;
    end = index + comment.length;
  }
  return prose + blank(text.slice(end));
}

function expandBraces(path: string): string[] {
  const match = /\{([^{}]*)\}/.exec(path);
  if (match === null) return [path];
  return match[1]!.split(",").flatMap((choice) => expandBraces(path.replace(match[0], choice)));
}

function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
