/** `version`: of the program, its commit, and the data that is built into it. Asks no store and reads no setting. */
import { BUNDLE_FILE, verifyBundleFile } from "../feeds/tables/bundle_file.ts";
import { SERVICE, VERSION } from "../model/service.ts";
import { BUNDLE_DIR, PROJECT_DIR } from "../app/paths.ts";
import type { CommandContext } from "./context.ts";
import { readArgs } from "./usage.ts";

export async function versionCommand(
  args: readonly string[],
  { env, print }: Pick<CommandContext, "env" | "print">,
): Promise<number> {
  const { values } = readArgs(args, { json: { type: "boolean", default: false } }, false);
  const version = {
    version: VERSION,
    commit: await commitOf(env),
    data: dataVersions(),
    deno: Deno.version.deno,
    target: Deno.build.target,
  };
  if (values.json) {
    print(JSON.stringify(version));
    return 0;
  }
  print(`${SERVICE.name} ${version.version} (deno ${version.deno}, ${version.target})`);
  print(`commit ${version.commit ?? "unknown"}`);
  const data = Object.entries(version.data ?? {}).map(([name, of]) => `${name} ${of}`);
  print(`data ${data.length === 0 ? "not built" : data.join(", ")}`);
  return 0;
}

/** The version of each part of the bundle; null without a whole one. The copies of the feeds: `feeds status`. */
function dataVersions(): Readonly<Record<string, string>> | null {
  let text: string;
  try {
    text = verifyBundleFile(`${BUNDLE_DIR}${BUNDLE_FILE}`);
  } catch {
    return null;
  }
  return Object.fromEntries(text.split(", ").map((part) => part.split(" ", 2) as [string, string]));
}

/** The commit that the program was built from. */
const COMMIT = /^[0-9a-f]{7,64}$/;

/** What the build wrote, else WINNOW_COMMIT, else what git says in a checkout; null when none of them knows. */
export async function commitOf(env: Readonly<Record<string, string>>): Promise<string | null> {
  for (const known of [await builtCommit(), env["WINNOW_COMMIT"]?.trim() ?? "", await checkedOut()]) {
    if (COMMIT.test(known)) return known;
  }
  return null;
}

/** `deno task compile` writes it next to the data bundle. */
async function builtCommit(): Promise<string> {
  try {
    return (await Deno.readTextFile(`${BUNDLE_DIR}commit`)).trim();
  } catch {
    return "";
  }
}

/** Only of this project: a copy without its history may lie in somebody else's repository. */
async function checkedOut(): Promise<string> {
  try {
    const { stdout } = await new Deno.Command("git", {
      args: ["-C", PROJECT_DIR, "rev-parse", "--show-cdup", "HEAD"],
      stderr: "null",
    }).output();
    const [above = "", commit = ""] = new TextDecoder().decode(stdout).split("\n");
    return above === "" ? commit : "";
  } catch {
    return "";
  }
}
