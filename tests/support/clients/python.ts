/** Python with the packages that the tests of the Python client need, in a virtual environment that later runs find again. */
import { hash } from "node:crypto";

const ROOT = new URL("../../../", import.meta.url).pathname;
const REQUIREMENTS = `${ROOT}clients/python/tests/requirements.txt`;
/** Of the recipes for web frameworks: they need a later Python than the client. */
export const FRAMEWORKS = `${ROOT}clients/python/tests/frameworks.txt`;
const PROBE =
  "import ensurepip, venv, sys; assert sys.version_info >= (3, 9); print(sys.executable, sys.version)";

interface Ran {
  readonly code: number;
  /** What it printed, errors too. */
  readonly text: string;
}

/** @returns the interpreter, or why there is none */
export async function pythonEnvironment(
  requirements = REQUIREMENTS,
): Promise<{ readonly python: string } | { readonly missing: string }> {
  const found = await run("python3", ["-c", PROBE]).catch(() => null);
  if (found?.code !== 0) return { missing: "needs python3, 3.9 or later, with venv" };
  const wanted = hash("sha256", found.text + await Deno.readTextFile(requirements)).slice(0, 12);
  const folder = `${ROOT}build/python-${wanted}`;
  const python = `${folder}/bin/python`;
  if (await exists(`${folder}/ready`)) return { python };
  // Another run may make the same: each makes its own, and the first one stays.
  const own = `${folder}-${crypto.randomUUID()}`;
  const made = await run("python3", ["-m", "venv", own]);
  if (made.code !== 0) return { missing: "needs python3 with venv" };
  const installed = await pip(`${own}/bin/python`, ["-r", requirements]);
  if (installed.code !== 0) {
    await Deno.remove(own, { recursive: true });
    return { missing: "needs the Python package index" };
  }
  await Deno.writeTextFile(`${own}/ready`, "");
  await Deno.rename(own, folder).catch(() => Deno.remove(own, { recursive: true }));
  return { python };
}

function pip(python: string, args: readonly string[]): Promise<Ran> {
  return run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...args]);
}

export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Promise<Ran> {
  const env = { PYTHONDONTWRITEBYTECODE: "1", NO_COLOR: "1", ...options.env };
  const { code, stdout, stderr } = await new Deno.Command(program, { ...options, args: [...args], env })
    .output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
