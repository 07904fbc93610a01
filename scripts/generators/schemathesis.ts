/** Schemathesis with a bounded number of requests: the answers are as the document says, and none is a 5xx. */
import type { TestApp } from "../../tests/support/app/app.ts";

type Run = (command: readonly string[], cwd: string, env?: Record<string, string>) => Promise<string>;

/** Requests for each operation and phase. */
const EXAMPLES = "20";
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "unsupported_method",
];

/** @throws Error with what it found */
export async function schemathesis(folder: string, app: TestApp, run: Run): Promise<void> {
  await Deno.mkdir(folder);
  await run(["python3", "-m", "venv", "env"], folder);
  await run(["env/bin/pip", "install", "--quiet", "schemathesis==4.32.5"], folder);
  await run([
    "env/bin/schemathesis",
    "run",
    `${app.origin}/openapi.json`,
    "--header",
    `X-Api-Key: ${app.live}`,
    "--header",
    `Authorization: Basic ${btoa(`1:${app.live}`)}`,
    "--phases=examples,coverage,fuzzing",
    `--max-examples=${EXAMPLES}`,
    "--seed=35",
    "--generation-deterministic",
    `--checks=${CHECKS.join(",")}`,
    "--no-color",
  ], folder);
}
