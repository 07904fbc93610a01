/**
 * Checks the house's rules against `deno info --json`, which lists type-only imports too: who imports whom, which
 * packages, cycles, purity, file length, files nobody reaches. `deno run -A scripts/check_layers.ts [root]`.
 */
import { IMPURE, type Layer, LAYERS, MAX_LINES, SIGNAL_EXCEPTIONS } from "./layers.ts";

export interface Module {
  /** Path below the root. */
  readonly path: string;
  /** Paths below the root. */
  readonly imports: readonly string[];
  /** Names of npm packages, and `node:…`. */
  readonly packages: readonly string[];
}

/** Problems as lines; none when the house is in order. */
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

function checkImports(module: Module, layer: Layer): string[] {
  if (layer.may.includes("*")) return [];
  return module.imports.flatMap((target) => {
    if (!/\.tsx?$/.test(target)) return [];
    const other = layerOf(target);
    if (other === null) return [`${module.path}: imports ${target}, which belongs to no layer`];
    if (other.name !== layer.name) {
      return layer.may.includes(other.name)
        ? []
        : [`${module.path}: ${layer.name} may not import ${other.name} (${target})`];
    }
    if (layer.own_folder !== true || folder(target) === folder(module.path)) return [];
    const excepted = SIGNAL_EXCEPTIONS.some(([from, to]) =>
      folder(module.path) === from && folder(target) === to
    );
    return excepted
      ? []
      : [`${module.path}: ${folder(module.path)} may not import ${folder(target)} (${target})`];
  });
}

function checkPackages(module: Module, layer: Layer): string[] {
  if (layer.packages.includes("*")) return [];
  return module.packages
    .filter((name) => !name.startsWith("node:") && !layer.packages.includes(name))
    .map((name) => `${module.path}: ${layer.name} may not use the package ${name}`);
}

function checkSource(module: Module, layer: Layer, text: string): string[] {
  const lines = text.split("\n").length - 1;
  const long = lines > MAX_LINES ? [`${module.path}: ${lines} lines, at most ${MAX_LINES}`] : [];
  if (layer.pure !== true) return long;
  const code = withoutComments(text);
  const impure = IMPURE.filter((name) => name.test(code)).map((name) =>
    `${module.path}: is pure, yet names ${name.source}`
  );
  return [...long, ...impure];
}

/** A comment may name what code may not. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:])\/\/.*$/gm, "$1");
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

/** The signal a file belongs to: `src/signals/email/mailbox/pace.ts` → `email`. */
function folder(path: string): string {
  return path.split("/")[2] ?? "";
}

interface DenoInfo {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

/** Where programs begin: the command line, the data build, and workers, which are reached by URL. */
async function entries(root: string): Promise<string[]> {
  const workers: string[] = [];
  for await (const folder of Deno.readDir(`${root}/src/feeds`)) {
    if (!folder.isDirectory) continue;
    for await (const entry of Deno.readDir(`${root}/src/feeds/${folder.name}`)) {
      if (/_worker\.ts$/.test(entry.name)) workers.push(`src/feeds/${folder.name}/${entry.name}`);
    }
  }
  return ["main.ts", "scripts/data.ts", ...workers];
}

/** The modules of the house that any entry reaches. */
export async function readModules(root: string): Promise<Module[]> {
  const all = await Promise.all((await entries(root)).map((entry) => readEntry(root, entry)));
  return [...new Map(all.flat().map((module) => [module.path, module])).values()]
    .filter((module) => !module.path.startsWith("scripts/"));
}

async function readEntry(root: string, entry: string): Promise<Module[]> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: root,
    stderr: "null",
  });
  const info = JSON.parse(new TextDecoder().decode((await command.output()).stdout)) as DenoInfo;
  const base = `file://${await Deno.realPath(root)}/`;
  const inside = (specifier: string | undefined) =>
    specifier !== undefined && specifier.startsWith(base) && !specifier.includes("/node_modules/")
      ? specifier.slice(base.length).split("?")[0]!
      : null;
  return info.modules.flatMap((module) => {
    const path = inside(module.specifier);
    if (path === null || !/\.tsx?$/.test(path)) return [];
    const imports = new Set<string>();
    const packages = new Set<string>();
    for (const dependency of module.dependencies ?? []) {
      const target = dependency.code?.specifier ?? dependency.type?.specifier;
      const local = inside(target);
      if (local !== null) imports.add(local);
      else packages.add(packageName(dependency.specifier));
    }
    return [{ path, imports: [...imports], packages: [...packages] }];
  });
}

/** `@hono/zod-openapi/x` → `@hono/zod-openapi`, `libphonenumber-js/max` → `libphonenumber-js`. */
function packageName(specifier: string): string {
  const parts = specifier.replace(/^npm:/, "").split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0]!;
}

/** TypeScript files below src/ that main.ts does not reach. */
export async function unreached(root: string, modules: readonly Module[]): Promise<string[]> {
  const reached = new Set(modules.map((module) => module.path));
  const missing: string[] = [];
  const walk = async (path: string): Promise<void> => {
    for await (const entry of Deno.readDir(`${root}/${path}`)) {
      const child = `${path}/${entry.name}`;
      if (entry.isDirectory) await walk(child);
      else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts") && !reached.has(child)) {
        missing.push(`${child}: main.ts does not reach it`);
      }
    }
  };
  await walk("src");
  return missing.sort();
}

if (import.meta.main) {
  const root = Deno.args[0] ?? ".";
  const modules = await readModules(root);
  const workers = modules.length === 0 ? ["deno info found no modules"] : [];
  const problems = [
    ...workers,
    ...checkModules(modules, (path) => Deno.readTextFileSync(`${root}/${path}`)),
    ...await unreached(root, modules),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? `layers: ${modules.length} modules in order`
      : `layers: ${problems.length} problems`,
  );
  Deno.exit(problems.length === 0 ? 0 : 1);
}
