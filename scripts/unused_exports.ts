/** Finds exports that only their own file uses, and exports of `src/` that only tests use. Reads text as `deno fmt` leaves it. */

import config from "../deno.json" with { type: "json" };
import { withoutComments } from "./read_modules.ts";

const IMPORTS: ReadonlyMap<string, string> = new Map(Object.entries(config.imports));

/** A file's text by its path below the root. */
type Sources = ReadonlyMap<string, string>;

const EXPORTED =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (?!\{)(\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
/** `import … from`, `export … from`: what is named, and the file. */
const STATIC = /^(?:import|export)(?: type)? ([^;"]*?) ?from "([^"]+)"/gm;
/** A file that hands on all of another one. */
const STAR = /^export \* from "([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"(\.[^"]+)"/g;
const BY_URL = /new URL\(\s*"(\.[^"]+\.tsx?)"/g;
/** What readers of the examples and users of the clients import is an interface; nothing imports a test or a declaration. */
const PUBLIC = /^(?:clients|examples)\/|_test\.tsx?$|\.d\.ts$/;

/**
 * @returns one line for each export that no other file uses, and for each of `src/` that only tests use, not even its own
 * file. One that its own file and a test use is a part that is tested by itself.
 */
export function unusedExports(sources: Sources): string[] {
  const used = new Map<string, Set<string>>();
  const tested = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const users = path.startsWith("tests/") ? tested : used;
    for (const { file, names } of importsOf(path, text, sources)) {
      for (const source of [file, ...handedOn(file, sources)]) {
        const known = users.get(source) ?? new Set<string>();
        for (const name of names) known.add(name);
        users.set(source, known);
      }
    }
  }
  return [...sources].filter(([path]) => !PUBLIC.test(path)).flatMap(([path, text]) =>
    exportsOf(text).filter((name) => used.get(path)?.has(name) !== true).flatMap((name) => {
      if (tested.get(path)?.has(name) !== true) return [`${path}: nothing else uses the export ${name}`];
      return path.startsWith("src/") && !usesItself(text, name) ? [`${path}: only tests use ${name}`] : [];
    })
  );
}

/** The files whose exports are also those of the file. */
function handedOn(file: string, sources: Sources): string[] {
  return [...sources.get(file)!.matchAll(STAR)].map(([, specifier]) => resolve(file, specifier!))
    .filter((source) => sources.has(source)).flatMap((source) => [source, ...handedOn(source, sources)]);
}

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(EXPORTED)].map(([, name]) => name!);
  const listed = [...text.matchAll(LISTED)].flatMap(([, list]) =>
    namesOf(list!).map(({ exported }) => exported)
  );
  return [...declared, ...listed];
}

/** What a file uses of other files of the project. A file that is imported when it is needed is searched by word. */
function importsOf(
  path: string,
  text: string,
  sources: Sources,
): { file: string; names: Iterable<string> }[] {
  const words = () => new Set(text.match(/\w+/g));
  const found: { file: string; names: Iterable<string> }[] = [];
  for (const [, clause, specifier] of text.matchAll(STATIC)) {
    const file = resolve(path, specifier!);
    if (!sources.has(file)) continue;
    const list = /\{([^}]*)\}/.exec(clause!);
    found.push({ file, names: list === null ? words() : namesOf(list[1]!).map(({ name }) => name) });
  }
  for (const pattern of [DYNAMIC, BY_URL]) {
    for (const [, specifier] of text.matchAll(pattern)) {
      const file = resolve(path, specifier!);
      if (sources.has(file)) found.push({ file, names: words() });
    }
  }
  return found;
}

/** `a, type b as c` → a as a, b as c */
function namesOf(list: string): { name: string; exported: string }[] {
  return list.split(",").map((part) => part.trim().replace(/^type /, "")).filter((part) => part !== "")
    .map((part) => {
      const [name, exported] = part.split(" as ");
      return { name: name!, exported: exported ?? name! };
    });
}

/** Whether a file's own code uses what it exports: more than its declaration, or an import and an export of another file's. */
function usesItself(text: string, name: string): boolean {
  const code = withoutComments(text).replace(STATIC, "").replace(LISTED, "").replace(EXPORTED, "");
  return new RegExp(String.raw`\b${name}\b`).test(code);
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return new URL(specifier, `file:///${from}`).pathname.slice(1);
  const mapped = IMPORTS.get(specifier) ?? specifier;
  return mapped.replace(/^\.\//, "");
}
