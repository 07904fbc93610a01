/**
 * Checks the rules of `layers.ts`: who imports whom, which packages, cycles, purity, module-level state, file length, files
 * per folder, files that nothing imports, exports that nothing else uses. `deno task layers`.
 */
import {
  IMPURE,
  type Layer,
  LAYERS,
  MAX_FILES,
  MAX_LINES,
  MIN_ENTRIES,
  MODULE_STATE,
  SIGNAL_EXCEPTIONS,
} from "./layers.ts";
import { mutableState } from "./module_state.ts";
import { filesBelow, type Module, readModules, withoutComments } from "./read_modules.ts";
import { unusedExports } from "./unused_exports.ts";

/** Problems of the files, as lines. */
export function checkModules(modules: readonly Module[], source: (path: string) => string): string[] {
  const problems: string[] = [];
  for (const module of modules) {
    const layer = layerOf(module.path);
    if (layer === null) {
      problems.push(`${module.path}: belongs to no layer`);
      continue;
    }
    problems.push(
      ...checkImports(module, layer),
      ...checkPackages(module, layer),
      ...checkSource(module, layer, source(module.path)),
    );
  }
  return [...problems, ...findCycles(modules)];
}

export function layerOf(path: string): Layer | null {
  return LAYERS.find((layer) => layer.files.test(path)) ?? null;
}

/** What the table allows and no module uses: a rule that forbids nothing. */
export function checkTable(modules: readonly Module[]): string[] {
  const unused = LAYERS.flatMap(({ name, may, packages }) => {
    const own = modules.filter(({ path }) => layerOf(path)?.name === name);
    const imported = new Set(own.flatMap(({ imports }) => imports.map((target) => layerOf(target)?.name)));
    const used = new Set(own.flatMap((module) => module.packages));
    return [
      ...may.filter((other) => !imported.has(other)).map((other) => `${name} does not import ${other}`),
      ...packages.filter((other) => !used.has(other)).map((other) => `${name} does not use ${other}`),
    ];
  });
  return unused.map((problem) => `scripts/layers.ts: ${problem}, so the table must not allow it`);
}

/** @param paths of all files below src/ and tests/ */
export function checkFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, folderOf);
  const crowded = [...folders].filter(([, files]) => files.length > MAX_FILES)
    .map(([folder, files]) => `${folder}: ${files.length} files, at most ${MAX_FILES}`);
  const entries = new Map<string, Set<string>>();
  for (let path of paths.filter((path) => path.startsWith("src/"))) {
    for (; path !== "src"; path = folderOf(path)) {
      const above = folderOf(path);
      entries.set(above, (entries.get(above) ?? new Set()).add(path));
    }
  }
  const small = [...entries].filter(([, { size }]) => size < MIN_ENTRIES)
    .map(([folder, { size }]) => `${folder}: ${size} files and folders, at least ${MIN_ENTRIES}`);
  return [...crowded, ...small];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function checkImports(module: Module, layer: Layer): string[] {
  return module.imports.flatMap((target) => {
    if (!/\.tsx?$/.test(target)) return [];
    const other = layerOf(target);
    if (other === null) return [`${module.path}: imports ${target}, which belongs to no layer`];
    if (other.name !== layer.name) {
      return layer.may.includes(other.name)
        ? []
        : [`${module.path}: ${layer.name} may not import ${other.name} (${target})`];
    }
    if (layer.own_folder !== true || signalOf(target) === signalOf(module.path)) return [];
    const excepted = SIGNAL_EXCEPTIONS.some(([from, to]) =>
      signalOf(module.path) === from && signalOf(target) === to
    );
    return excepted
      ? []
      : [`${module.path}: ${signalOf(module.path)} may not import ${signalOf(target)} (${target})`];
  });
}

function checkPackages(module: Module, layer: Layer): string[] {
  return module.packages
    .filter((name) => !name.startsWith("node:") && !layer.packages.includes(name))
    .map((name) => `${module.path}: ${layer.name} may not use the package ${name}`);
}

function checkSource(module: Module, layer: Layer, text: string): string[] {
  const lines = text.split("\n").length - 1;
  const code = withoutComments(text);
  const impure = layer.pure === true ? IMPURE.filter((name) => name.test(code)) : [];
  const state = mutableState(code).filter((name) => !MODULE_STATE.includes(`${module.path} ${name}`));
  return [
    ...(lines > MAX_LINES ? [`${module.path}: ${lines} lines, at most ${MAX_LINES}`] : []),
    ...impure.map((name) => `${module.path}: is pure, yet names ${name.source}`),
    ...state.map((name) => `${module.path}: ${name} is mutable state at module level`),
  ];
}

function findCycles(modules: readonly Module[]): string[] {
  const graph = new Map(modules.map((module) => [module.path, module.imports]));
  const done = new Set<string>();
  const problems: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      problems.push(`cycle: ${[...trail.slice(at), path].join(" > ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return problems;
}

/** The signal a file belongs to: `src/signals/email/mailbox/mailbox_limiter.ts` → `email`. */
function signalOf(path: string): string {
  return path.split("/")[2] ?? "";
}

/** TypeScript files below src/ that no entry reaches. */
function checkReached(paths: readonly string[], modules: readonly Module[]): string[] {
  const reached = new Set(modules.map((module) => module.path));
  return paths.filter((path) => /^src\/.*\.tsx?$/.test(path) && !path.endsWith(".d.ts") && !reached.has(path))
    .map((path) => `${path}: nothing imports it`);
}

if (import.meta.main) {
  const root = Deno.args[0] ?? ".";
  const modules = await readModules(root);
  const paths = [...await filesBelow(root, "src"), ...await filesBelow(root, "tests")];
  const others = await Promise.all(
    ["scripts", "bench", "examples"].map((folder) => filesBelow(root, folder)),
  );
  const programs = ["main.ts", "cli.ts", ...paths, ...others.flat()].filter((path) =>
    /\.tsx?$|\.m?js$/.test(path)
  );
  const problems = modules.length === 0 ? ["deno info found no modules"] : [
    ...checkModules(modules, (path) => Deno.readTextFileSync(`${root}/${path}`)),
    ...checkTable(modules),
    ...checkFolders(paths),
    ...checkReached(paths, modules),
    ...unusedExports(new Map(programs.map((path) => [path, Deno.readTextFileSync(`${root}/${path}`)]))),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? `layers: ${modules.length} modules in order`
      : `layers: ${problems.length} problems`,
  );
  Deno.exit(problems.length === 0 ? 0 : 1);
}
