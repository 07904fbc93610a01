/**
 * `deno task clients [--check]`: generates what the clients have of the OpenAPI document: the JavaScript and declarations of
 * `clients/typescript`, the types and methods of `clients/python`. They are not committed: `start`, `check`, `test` and the
 * compile step call `buildClients` too, which takes about 5 s, and nothing while the sources are the same. The version and
 * the licence of both clients are committed; `--check` fails where it had to write one.
 */
import { createHash } from "node:crypto";
import { filesBelow } from "./read_modules.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const STAMP = "build/clients.json";
const COMMITTED = /\/(?:package\.json|pyproject\.toml|LICENSE)$/;
/** What the generated files depend on apart from the document; `src` decides the document. */
const SOURCES = [
  "deno.json",
  "LICENSE",
  "clients/typescript/tsconfig.json",
  "clients/typescript/src",
  "scripts/clients",
];

interface Stamp {
  readonly sources: string;
  /** Of the document and SOURCES: most changes of `src` are none of it. */
  readonly content: string;
  /** Hashes of the files, by path below `clients/`. */
  readonly files: Readonly<Record<string, string>>;
}

/** @returns the paths below `clients/` that were out of date. @throws Error when the sources do not compile */
export async function buildClients(): Promise<string[]> {
  const last = await readStamp();
  const sources = await hashOf([...SOURCES, "src"]);
  if (last?.sources === sources) return [];
  const { documentText } = await import("./clients/document.ts");
  const content = sha256(documentText() + await hashOf(SOURCES));
  const wanted = last?.content === content ? null : await generate();
  const outdated = wanted === null ? [] : await write(wanted);
  const files = wanted === null
    ? last!.files
    : Object.fromEntries([...wanted].map(([path, text]) => [path, sha256(text)]));
  await Deno.mkdir(`${ROOT}build`, { recursive: true });
  await Deno.writeTextFile(`${ROOT}${STAMP}`, JSON.stringify({ sources, content, files } satisfies Stamp));
  return outdated;
}

/** Both generators, which are loaded only when they are needed. */
async function generate(): Promise<ReadonlyMap<string, string>> {
  await Deno.mkdir(`${ROOT}clients/typescript/dist`, { recursive: true });
  const [typescript, python] = await Promise.all([
    import("./clients/typescript.ts"),
    import("./clients/python.ts"),
  ]);
  const below = (folder: string, files: ReadonlyMap<string, string>) =>
    [...files].map(([path, text]) => [`${folder}/${path}`, text] as const);
  return new Map([
    ...below("typescript", await typescript.generate()),
    ...below("python", python.servedPythonFiles()),
  ]);
}

/** Also removes what an earlier version generated. */
async function write(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const outdated: string[] = [];
  for (const [path, text] of wanted) {
    if (await readText(`clients/${path}`) === text) continue;
    // A folder of which nothing is committed is in no checkout.
    await Deno.mkdir(`${ROOT}clients/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
    await Deno.writeTextFile(`${ROOT}clients/${path}`, text);
    outdated.push(path);
  }
  for (const path of await filesBelow(`${ROOT}clients`, "typescript/dist")) {
    if (wanted.has(path)) continue;
    await Deno.remove(`${ROOT}clients/${path}`);
    outdated.push(path);
  }
  return outdated;
}

/** Null: there is none, or a file is no longer as it was generated. */
async function readStamp(): Promise<Stamp | null> {
  const text = await readText(STAMP);
  if (text === null) return null;
  // Written by this program.
  const stamp = JSON.parse(text) as Stamp;
  for (const [path, hash] of Object.entries(stamp.files)) {
    const kept = await readText(`clients/${path}`);
    if (kept === null || sha256(kept) !== hash) return null;
  }
  return stamp;
}

/** One hash of files, and of all files below folders. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(
    paths.map(async (path) =>
      (await Deno.stat(`${ROOT}${path}`)).isDirectory ? await filesBelow(ROOT, path) : [path]
    ),
  )).flat();
  const hash = createHash("sha256");
  for (const path of files) hash.update(`${path}\n`).update(Deno.readFileSync(`${ROOT}${path}`));
  return hash.digest("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(`${ROOT}${path}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

if (import.meta.main) {
  const outdated = await buildClients();
  if (outdated.length > 0) console.log(`clients: wrote ${outdated.length} files`);
  const committed = outdated.filter((path) => COMMITTED.test(path));
  if (Deno.args.includes("--check") && committed.length > 0) {
    console.error(`out of date, commit what \`deno task clients\` wrote: ${committed.join(", ")}`);
    Deno.exit(1);
  }
}
