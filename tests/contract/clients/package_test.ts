/** What is generated of the TypeScript client is there, as its sources and the service generate it, and can be installed. */
import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { generate, outdated } from "../../../scripts/clients/typescript.ts";
import { publishedFiles } from "../../support/clients/installed_client.ts";

const PACKAGE = new URL("../../../clients/typescript/", import.meta.url).pathname;

Deno.test("dist and package.json are what deno task clients generates", async () => {
  const wanted = await generate();
  assert.deepEqual(await outdated(wanted), []);
  assert.ok(
    wanted.has("dist/schema.d.ts") && wanted.has("dist/index.js") && wanted.has("dist/better_auth.js"),
  );
  const changed = new Map([...wanted, ["dist/index.js", "other"], ["dist/new.js", ""]]);
  changed.delete("dist/signup.js");
  assert.deepEqual(await outdated(changed), ["dist/index.js", "dist/new.js", "dist/signup.js"]);
});

Deno.test("package.json: the version of the service, one dependency, every entry published", async () => {
  const manifest = JSON.parse(await Deno.readTextFile(`${PACKAGE}package.json`));
  assert.equal(manifest.name, "winnow-client");
  assert.equal(manifest.version, config.version);
  assert.deepEqual(manifest.dependencies, {
    "openapi-fetch": config.imports["openapi-fetch"].replace("npm:openapi-fetch@", ""),
  });
  const published = new Set(await publishedFiles());
  const entries = Object.values(manifest.exports as Record<string, Record<string, string>>);
  for (const entry of entries.flatMap((entry) => Object.values(entry))) {
    assert.ok(published.has(entry.slice("./".length)), entry);
  }
  for (const file of ["README.md", "LICENSE"]) assert.ok(published.has(file), file);
});

Deno.test("the main entry imports openapi-fetch and nothing of Node", async () => {
  const imports = new Set<string>();
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await Deno.readTextFile(`${PACKAGE}dist/${file}`);
    assert.doesNotMatch(text, /\b(process|Buffer|require|Deno|Bun)\b[.(]/, file);
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)) {
      if (target!.startsWith("./")) await visit(target!.slice(2));
      else imports.add(target!);
    }
  };
  await visit("index.js");
  assert.deepEqual([...imports], ["openapi-fetch"]);
  await visit("better_auth.js");
  assert.deepEqual([...imports].sort(), ["better-auth/api", "openapi-fetch"]);
});
