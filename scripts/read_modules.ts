/** What `deno info --json` knows of the program: its modules, who imports whom (types too), and which packages. */

export interface Module {
  /** Path below the root. */
  readonly path: string;
  /** Paths below the root. */
  readonly imports: readonly string[];
  /** Names of npm packages, and `node:…`. */
  readonly packages: readonly string[];
}

interface DenoInfo {
  readonly modules: readonly {
    /** `external`: imported as text, so it is data. */
    readonly kind?: string;
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

/** Every module of the program: those that the command line, the data build or a worker imports. */
export async function readModules(root: string): Promise<Module[]> {
  const program = (await Promise.all(["main.ts", "scripts/data.ts"].map((entry) => readEntry(root, entry))))
    .flat();
  const workers = await Promise.all(workerEntries(root, program).map((entry) => readEntry(root, entry)));
  return [...new Map([...program, ...workers.flat()].map((module) => [module.path, module])).values()]
    .filter((module) => !module.path.startsWith("scripts/"));
}

/** Files that the modules start as workers: nothing imports them, they are named by URL. */
export function workerEntries(root: string, modules: readonly Module[]): string[] {
  return modules.flatMap(({ path }) =>
    [...Deno.readTextFileSync(`${root}/${path}`).matchAll(WORKER)].map(([, url]) =>
      new URL(url!, `file:///${path}`).pathname.slice(1)
    )
  );
}

const WORKER = /new Worker\(\s*new URL\("([^"]+)", import\.meta\.url\)/g;

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
  const texts = new Set(
    info.modules.filter(({ kind }) => kind === "external").map(({ specifier }) => specifier),
  );
  return info.modules.flatMap((module) => {
    const path = inside(module.specifier);
    if (path === null || !/\.tsx?$/.test(path) || texts.has(module.specifier)) return [];
    const imports = new Set<string>();
    const packages = new Set<string>();
    for (const dependency of module.dependencies ?? []) {
      const target = dependency.code?.specifier ?? dependency.type?.specifier;
      if (texts.has(target ?? "")) continue;
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

/** Paths below the root of all files below a folder, sorted. */
export async function filesBelow(root: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(`${root}/${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...await filesBelow(root, path));
    else found.push(path);
  }
  return found.sort();
}

/** The code alone: a comment may name what code may not. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:])\/\/.*$/gm, "$1");
}
