import assert from "node:assert/strict";
import { billOfMaterials } from "../../../scripts/release/sbom.ts";
import { DATA_PACKAGES } from "../../../scripts/data.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

Deno.test("the list of what a release holds: what it imports and its data, with hashes, and nothing of the tests", async () => {
  const bom = await billOfMaterials(ROOT, "0123456789abcdef");
  const names = bom.components.map(({ name }) => name);
  for (const name of ["deno", "hono", "zod", "postgres", "tldts-core", ...DATA_PACKAGES]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ["playwright-core", "fast-check", "axe-core", "smtp-server", "yaml-ast-parser"]) {
    assert.ok(!names.includes(name), name);
  }
  const refs = new Set(bom.components.map((component) => component["bom-ref"]));
  assert.equal(refs.size, bom.components.length);
  for (const { type, name, version, purl, hashes } of bom.components) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    if (type === "platform") continue;
    assert.equal(purl, `pkg:npm/${name.replace("@", "%40")}@${version}`);
    assert.match(hashes[0]!.content, /^[0-9a-f]{128}$/, name);
  }
  const [self, ...others] = bom.dependencies;
  assert.ok(self!.dependsOn.length > 10);
  for (const { ref, dependsOn } of others) {
    for (const one of [ref, ...dependsOn]) assert.ok(refs.has(one), one);
  }
  const again = JSON.stringify(await billOfMaterials(ROOT, "0123456789abcdef"));
  assert.equal(JSON.stringify(bom), again);
  assert.ok(again.includes('"commit","value":"0123456789abcdef"'));
});
