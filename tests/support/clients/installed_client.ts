/** The TypeScript client as an application has it: installed into `node_modules` of a folder of its own. */
import { temporaryFolder } from "../folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const PACKAGE = `${ROOT}clients/typescript`;

/** The files that package.json publishes. */
export async function publishedFiles(): Promise<string[]> {
  const { files } = JSON.parse(await Deno.readTextFile(`${PACKAGE}/package.json`)) as { files: string[] };
  const found = ["package.json"];
  for (const entry of files) {
    if ((await Deno.stat(`${PACKAGE}/${entry}`)).isFile) found.push(entry);
    else for await (const { name } of Deno.readDir(`${PACKAGE}/${entry}`)) found.push(`${entry}/${name}`);
  }
  return found.sort();
}

/** @param packages other packages that the application uses, from the project's own `node_modules` */
export async function installedClient(
  packages: readonly string[] = [],
): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await temporaryFolder();
  const modules = `${folder.path}/node_modules`;
  await Deno.mkdir(`${modules}/winnow-client/dist`, { recursive: true });
  for (const file of await publishedFiles()) {
    await Deno.copyFile(`${PACKAGE}/${file}`, `${modules}/winnow-client/${file}`);
  }
  for (const name of ["openapi-fetch", ...packages]) {
    await Deno.symlink(await Deno.realPath(`${ROOT}node_modules/${name}`), `${modules}/${name}`);
  }
  await Deno.writeTextFile(`${folder.path}/package.json`, '{ "type": "module" }');
  return folder;
}

/** Whether the program is on the PATH. */
export function isInstalled(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}
