/** The linters that readers of the document use find nothing in the served document: no error, no warning, no hint. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";

const REDOCLY = "@redocly/cli@2.77.0";
const SPECTRAL = "@stoplight/spectral-cli@6.16.3";
/** No rule is switched off. */
const RULES = 'extends: ["spectral:oas"]\n';

const env = {
  NO_COLOR: "1",
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "5000",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

async function npx(pinned: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = new Deno.Command("npx", { args: ["--yes", pinned, ...args], env });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Why the linter cannot run here; null when it can, or when it should. */
async function lacking(pinned: string): Promise<string | null> {
  try {
    const { code, err } = await npx(pinned, "--version");
    const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/;
    return code !== 0 && unreachable.test(err) ? "the npm registry is not reached" : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "no npx";
    throw error;
  }
}

async function lintTest(
  pinned: string,
  lint: (file: string) => Promise<{ code: number; findings: unknown[]; text: string }>,
): Promise<void> {
  const why = await lacking(pinned);
  const name = `${pinned} finds nothing in the served document`;
  Deno.test({
    name: why === null ? name : `${name} (skipped: ${why})`,
    ignore: why !== null,
    fn: async () => {
      await using app = await startApp();
      const { body } = await app.ask("/openapi.json", { key: null });
      await inFolder(async (folder) => {
        const good = `${folder}/openapi.json`;
        await Deno.writeTextFile(good, JSON.stringify(body));
        await Deno.writeTextFile(`${folder}/rules.yaml`, RULES);
        const { code, findings, text } = await lint(good);
        assert.deepEqual(findings, [], text);
        assert.equal(code, 0, text);
        const bad = `${folder}/bad.json`;
        const { servers: _, tags: __, ...rest } = body;
        await Deno.writeTextFile(bad, JSON.stringify({ ...rest, info: { title: "x" } }));
        assert.ok((await lint(bad)).findings.length > 0, "the linter sees what is wrong");
      });
    },
  });
}

await lintTest(REDOCLY, async (file) => {
  const { code, out, err } = await npx(
    REDOCLY,
    "lint",
    file,
    "--extends=recommended-strict",
    "--format=json",
  );
  return { code, findings: JSON.parse(out).problems, text: out + err };
});

await lintTest(SPECTRAL, async (file) => {
  const ruleset = file.replace(/[^/]*$/, "rules.yaml");
  const options = ["--quiet", "--format=json", "--fail-severity=hint", `--ruleset=${ruleset}`];
  const { code, out, err } = await npx(SPECTRAL, "lint", ...options, file);
  return { code, findings: JSON.parse(out), text: out + err };
});
