/** The commit that the program was built from. */
import { BUNDLE_DIR, PROJECT_DIR } from "../app/paths.ts";

const COMMIT = /^[0-9a-f]{7,64}$/;

/** What the build wrote, else WINNOW_COMMIT, else what git says in a checkout; null when none of them knows. */
export async function commitOf(env: Readonly<Record<string, string>>): Promise<string | null> {
  for (const known of [await builtCommit(), env["WINNOW_COMMIT"]?.trim() ?? "", await checkedOut()]) {
    if (COMMIT.test(known)) return known;
  }
  return null;
}

/** `deno task compile` writes it beside the data bundle. */
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
