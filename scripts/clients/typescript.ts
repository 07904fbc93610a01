/**
 * What is generated in `clients/typescript`: the types of the OpenAPI document (`dist/schema.d.ts`), the JavaScript and
 * declarations of `dist`, the version and the licence.
 */
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import config from "../../deno.json" with { type: "json" };
import { documentText } from "./document.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PACKAGE = `${ROOT}clients/typescript`;

/** Generated files by path below the package. @throws Error when the sources do not compile */
export async function generate(): Promise<Map<string, string>> {
  const manifest = await Deno.readTextFile(`${PACKAGE}/package.json`);
  // A field with a default may be left out of a request.
  const options = { defaultNonNullable: false };
  const types = await openapiTS(JSON.parse(documentText()), options);
  const sources = new Map([
    ["package.json", manifest.replace(/("version": )"[^"]*"/, `$1"${config.version}"`)],
    ["LICENSE", await Deno.readTextFile(`${ROOT}LICENSE`)],
    [
      "dist/schema.d.ts",
      `/** Generated from the OpenAPI document by \`deno task clients\`. */\n${
        withNodeHeaders(astToString(types))
      }`,
    ],
  ]);
  return new Map([...sources, ...compile(sources)]);
}

/** Headers of a request as Node's `IncomingHttpHeaders` has them: the client joins lists, and leaves out what is undefined. */
function withNodeHeaders(types: string): string {
  return types.replaceAll(/(headers: \{\s+\[key: string\]: string);/g, "$1 | readonly string[] | undefined;");
}

/** What differs from `wanted`, by path. */
export async function outdated(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const found = new Set<string>();
  for (const [path, text] of wanted) {
    if (await Deno.readTextFile(`${PACKAGE}/${path}`).catch(() => null) !== text) found.add(path);
  }
  for await (const { name } of Deno.readDir(`${PACKAGE}/dist`)) {
    if (!wanted.has(`dist/${name}`)) found.add(`dist/${name}`);
  }
  return [...found].sort();
}

function compile(sources: ReadonlyMap<string, string>): [string, string][] {
  const { config: settings } = ts.readConfigFile(`${PACKAGE}/tsconfig.json`, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(settings, ts.sys, PACKAGE);
  const host = ts.createCompilerHost(options);
  const { readFile: read, fileExists: exists } = host;
  host.fileExists = (path) => sources.has(path.slice(PACKAGE.length + 1)) || exists(path);
  host.readFile = (path) => sources.get(path.slice(PACKAGE.length + 1)) ?? read(path);
  const written: [string, string][] = [];
  host.writeFile = (path, text) => written.push([path.slice(PACKAGE.length + 1), text]);
  const program = ts.createProgram(fileNames, options, host);
  const problems = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  // Declarations keep the extension of the source; consumers have only JavaScript and declarations.
  return written.map(([path, text]) => [
    path,
    text.replace(/((?:from |import\()")(?:\.|\.\.\/dist)(\/\w+)(?:\.d)?\.ts"/g, '$1.$2.js"'),
  ]);
}
