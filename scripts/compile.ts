/**
 * `deno task compile [--output FILE] [--target TRIPLE]`: builds one executable with the data bundle and the permissions. Needs
 * `denort`, the runtime that deno downloads; DENORT_BIN can name an existing one.
 *
 * It compiles a copy of the project with only the packages that the program imports: deno embeds whole packages, and those
 * that the bundle is built from are 200 MB.
 */
import { parseArgs } from "node:util";
import { BUNDLE_FILE } from "../src/feeds/tables/bundle_file.ts";
import { buildClients } from "./clients.ts";
import { buildBundle, progressPrinter } from "./data.ts";
import { commitOf } from "../src/cli/version.ts";
import { readModules, workerEntries } from "./read_modules.ts";

interface ProjectConfig {
  readonly tasks: { readonly cli: string };
  readonly unstable: readonly string[];
  readonly imports: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/** In addition to src/, data/ and the sources of the clients. Tests keep more in build/ than the bundle. */
const FILES = [
  "deno.lock",
  "main.ts",
  `build/${BUNDLE_FILE}`,
  "clients/typescript/package.json",
  ...["typescript", "python"].flatMap((
    client,
  ) => [`clients/${client}/README.md`, `clients/${client}/LICENSE`]),
];

const { values } = parseArgs({
  options: { output: { type: "string", default: "dist/winnow" }, target: { type: "string" } },
});
const root = new URL("../", import.meta.url).pathname;
const config = JSON.parse(await Deno.readTextFile(`${root}deno.json`)) as ProjectConfig;
/** The permissions of `deno task cli`. */
const permissions = config.tasks.cli.split(" ").filter((word) => word.startsWith("--"));

const modules = await readModules(root);
await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });
await buildClients();
const stage = await Deno.makeTempDir({ prefix: "winnow-compile-" });
try {
  await fillStage();
  await run(["install", "--quiet"], stage);
  await prunePackages(`${stage}/node_modules/.deno`);
  const output = values.output.startsWith("/") ? values.output : `${Deno.cwd()}/${values.output}`;
  await Deno.mkdir(output.replace(/[^/]*$/, ""), { recursive: true });
  await run([
    "compile",
    "--v8-flags=--max-semi-space-size=32",
    "--no-check",
    ...permissions,
    ...["build", "clients", ...workerEntries(root, modules)].flatMap((path) => ["--include", path]),
    ...(values.target === undefined ? [] : ["--target", values.target]),
    "--output",
    output,
    "main.ts",
  ], stage);
  await report(output);
} finally {
  await Deno.remove(stage, { recursive: true });
}

/** Copies what the program needs to run, without what is used only to build or test it. */
async function fillStage(): Promise<void> {
  const used = new Set(modules.flatMap((module) => module.packages));
  const imports = Object.fromEntries(Object.entries(config.imports).filter(([name]) => used.has(name)));
  const { tasks: _, ...rest } = config;
  // With it what is imported when it is needed would not be packed.
  const unstable = config.unstable.filter((name) => name !== "lazy-dynamic-imports");
  await Deno.writeTextFile(`${stage}/deno.json`, JSON.stringify({ ...rest, unstable, imports }, null, 2));
  for (
    const folder of [
      "src",
      "data",
      "examples",
      "clients/typescript/dist",
      "clients/python/src",
      "clients/released",
    ]
  ) {
    await copyFolder(`${root}${folder}`, `${stage}/${folder}`);
  }
  await Deno.mkdir(`${stage}/build`);
  for (const file of FILES) await Deno.copyFile(`${root}${file}`, `${stage}/${file}`);
  const commit = await commitOf(Deno.env.toObject());
  if (commit !== null) await Deno.writeTextFile(`${stage}/build/commit`, `${commit}\n`);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.name === "__pycache__") continue;
    if (entry.isDirectory) await copyFolder(source, target);
    else await Deno.copyFile(source, target);
  }
}

/** Removes the packages' tests: they are not needed, and deno 2.9.6 overflows its stack on those of bintrees 1.0.2. */
async function prunePackages(folder: string): Promise<void> {
  for await (const entry of Deno.readDir(folder)) {
    if (!entry.isDirectory || entry.isSymlink) continue;
    const path = `${folder}/${entry.name}`;
    if (/^(test|tests|spec|specs|perf|benchmark)$/.test(entry.name)) {
      await Deno.remove(path, { recursive: true });
    } else await prunePackages(path);
  }
}

async function run(args: readonly string[], cwd: string): Promise<void> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  if (code === 0) return;
  console.error(
    `deno ${
      args[0]
    } failed. Compiling downloads deno's runtime (denort) from dl.deno.land; where that cannot be reached, set DENORT_BIN to a denort of the same version.`,
  );
  await Deno.remove(stage, { recursive: true });
  Deno.exit(code);
}

async function report(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  console.log(`${path}  ${(bytes.length / 1e6).toFixed(1)} MB  sha256 ${digest.toHex()}`);
}
