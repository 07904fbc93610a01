/**
 * `build/program/main.js`: the program in a few files, which `deno task start` runs. Deno loads them with half the work that
 * the thousand modules of the checkout need. They are built again when a source, a package or Deno's version has changed.
 *
 * The bundler moves modules to other files, but keeps `import.meta.url`, by which threads and data files are found: in the
 * code of each module it is replaced by the module's own address.
 */
import { createHash } from "node:crypto";
import { DAY_MS } from "../src/model/duration.ts";
import { filesBelow } from "./read_modules.ts";

/** Below the root. */
const FOLDER = "build/program";
const MAIN = `${FOLDER}/main.js`;
/** All that the bundle holds of the project; packages are those of the lock file. */
const SOURCES = ["deno.json", "deno.lock", "main.ts", "scripts/program.ts"];
const SOURCE_FOLDERS = ["src", "data", "examples"];
/** A running server loads some parts when they are needed, of the build that it was started with. */
const KEPT_MS = 30 * DAY_MS;

/** What runs when the bundler cannot be had: the modules of the checkout. */
const FROM_SOURCES = `import "../../src/server/serve.ts";
import { run } from "../../src/cli/run.ts";
Deno.exit(await run(Deno.args, Deno.env.toObject()));
`;

/**
 * Builds the program unless it is current. Where bundling fails (the bundler is a package that deno downloads), the program is
 * a file that imports the modules of the checkout, and the next start tries again.
 * @param root the project's folder, ending in a slash
 * @returns why it could not be bundled; null: it is bundled
 */
export async function buildProgram(root: string): Promise<string | null> {
  const stamp = `// sources ${await hashOfSources(root)}\n`;
  if (await beginsWith(`${root}${MAIN}`, stamp)) return null;
  await Deno.mkdir(`${root}${FOLDER}`, { recursive: true });
  const bundle = await Deno.makeTempDir({ dir: `${root}build`, prefix: "bundle-" });
  try {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["bundle", "--quiet", "--frozen", "--no-check", "--platform", "deno", "--code-splitting"],
        ...["--outdir", bundle, "main.ts"],
      ],
      cwd: root,
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      await replaceFile(`${root}${MAIN}`, FROM_SOURCES);
      return new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
    }
    await install(bundle, root, stamp);
    return null;
  } finally {
    await Deno.remove(bundle, { recursive: true });
  }
}

/** The file that starts the program comes last: it names the others, whose names are of their content. */
async function install(bundle: string, root: string, stamp: string): Promise<void> {
  const parts = [...Deno.readDirSync(bundle)].map(({ name }) => name).filter((name) => name !== "main.js");
  const read = async (name: string) =>
    inAscii(withModuleAddresses(await Deno.readTextFile(`${bundle}/${name}`)));
  for (const name of parts) await replaceFile(`${root}${FOLDER}/${name}`, await read(name));
  await replaceFile(`${root}${MAIN}`, stamp + await read("main.js"));
  const before = Date.now() - KEPT_MS;
  for (const { name } of Deno.readDirSync(`${root}${FOLDER}`)) {
    const path = `${root}${FOLDER}/${name}`;
    if (((await Deno.stat(path)).mtime?.getTime() ?? Infinity) < before) await Deno.remove(path);
  }
}

const OWN_ADDRESS = /new URL\(([^()]*), import\.meta\.url\)/g;
/** The bundler begins each module with a comment that is its path. */
const MODULE = /^\s*\/\/ ((?:src|data|examples|clients|node_modules)\/.+|main\.ts)$/;

/** The code with `import.meta.url` of each module of `src/` as its own address, which is two folders above that of the bundle. */
export function withModuleAddresses(code: string): string {
  let module = "";
  return code.split("\n").map((line) => {
    const path = MODULE.exec(line)?.[1];
    if (path !== undefined) module = path;
    if (path !== undefined || !module.startsWith("src/")) return line;
    const address = `new URL(${JSON.stringify(`../../${module}`)}, import.meta.url)`;
    return line.replace(OWN_ADDRESS, (_, relative: string) => `new URL(${relative}, ${address})`);
  }).join("\n");
}

/**
 * The code with escapes for all that is not ASCII. Of text the bundler has them already; they mean the same in regular
 * expressions, comments and names, but not in raw templates, of which no module has such. A file with one character that is not
 * ASCII is converted when it is loaded, and kept with two bytes a character.
 */
export function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

async function hashOfSources(root: string): Promise<string> {
  const files = (await Promise.all(SOURCE_FOLDERS.map((folder) => filesBelow(root, folder)))).flat();
  const hash = createHash("sha256").update(Deno.version.deno);
  for (const path of [...SOURCES, ...files]) {
    hash.update(`${path}\n`).update(Deno.readFileSync(`${root}${path}`));
  }
  return hash.digest("hex");
}

async function beginsWith(path: string, text: string): Promise<boolean> {
  try {
    using file = await Deno.open(path);
    const bytes = new Uint8Array(text.length);
    await file.read(bytes);
    return new TextDecoder().decode(bytes) === text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A server that starts at the same time reads the old file or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.${Deno.pid}`;
  await Deno.writeTextFile(next, text);
  await Deno.rename(next, path);
}
