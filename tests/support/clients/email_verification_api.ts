/** npm's email-verification-api, run by Node on tokens of a test. */
import { isInstalled } from "./installed_client.ts";
import { npmEnvironment } from "./npm.ts";

/**
 * One of its packages asks for versions of another that were withdrawn; the one that is there serves. That is why it is
 * installed by itself, and not with the project's packages.
 */
const PACKAGE = {
  type: "module",
  dependencies: { "email-verification-api": "0.2.0" },
  overrides: { "@owf/identity-common": "0.2.0" },
};

const PROGRAM = `
import { verifyEmailToken } from "email-verification-api";
let text = "";
for await (const part of process.stdin) text += part;
const found = [];
for (const { token, email, nonce, audience, issuer, metadata, keys } of JSON.parse(text)) {
  const result = await verifyEmailToken({
    token, email, nonce, audience,
    resolveTxt: async () => [["iss=" + issuer]],
    resolveHost: async () => [{ address: "8.8.8.8", family: 4 }],
    fetch: async (url) => Response.json(String(url).endsWith("/.well-known/email-verification") ? metadata : keys),
  });
  found.push(result.ok ? null : result.error.code);
}
console.log(JSON.stringify(found));
`;

interface Given {
  readonly token: string;
  readonly email: string;
  readonly nonce: string;
  readonly audience: string;
  /** A host. */
  readonly issuer: string;
  readonly metadata: unknown;
  readonly keys: unknown;
}

/** Installs it into the folder. @returns why it cannot be had; null: it is there */
export async function installVerifier(folder: string): Promise<string | null> {
  if (!isInstalled("npm") || !isInstalled("node")) return "needs npm and node";
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(PACKAGE));
  await Deno.writeTextFile(`${folder}/verify.js`, PROGRAM);
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent"],
    cwd: folder,
    env: npmEnvironment(folder),
  }).output();
  return success ? null : "needs the npm registry";
}

/** Of each its error, null where it verifies. @param folder with the package */
export async function verdictsOfNpm(folder: string, given: readonly Given[]): Promise<(string | null)[]> {
  const text = await runWith("node", ["verify.js"], given, folder);
  return JSON.parse(text) as (string | null)[];
}

/** What a program prints that reads JSON. @throws with its errors */
export async function runWith(
  program: string,
  args: readonly string[],
  input: unknown,
  cwd?: string,
): Promise<string> {
  const child = new Deno.Command(program, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
