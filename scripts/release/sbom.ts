/**
 * `sbom.ts [FILE]`: a CycloneDX list of what a release holds, from deno.lock: the packages that the program imports, those
 * that its data is compiled from, and all that they depend on. The same commit gives the same file.
 */
import { DATA_PACKAGES } from "../data.ts";
import { commitOf } from "../../src/cli/version.ts";
import { SERVICE, VERSION } from "../../src/model/service.ts";
import { readModules } from "../read_modules.ts";

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<
    Record<string, { readonly integrity: string; readonly dependencies?: readonly string[] }>
  >;
}

interface Bom {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.5";
  readonly version: 1;
  readonly metadata: { readonly component: object; readonly tools: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly type: "library" | "data" | "platform";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: "SHA-512"; readonly content: string }[];
}

/** @throws Error when a package is not in the lock file */
export async function billOfMaterials(root: string, commit: string | null): Promise<Bom> {
  const lock = JSON.parse(await Deno.readTextFile(`${root}/deno.lock`)) as Lock;
  const { imports } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`)) as {
    imports: Record<string, string>;
  };
  const modules = await readModules(root);
  const imported = modules.flatMap(({ packages }) => packages).filter((name) => name in imports);
  const direct = [...new Set([...imported, ...DATA_PACKAGES])].sort().map((name) => {
    const version = lock.specifiers[imports[name] ?? ""];
    if (version === undefined) throw new Error(`${name} is not in deno.lock`);
    return entryOf(lock, `${name}@${version}`);
  });
  const entries = withDependencies(lock, direct);
  const self = `pkg:generic/${SERVICE.name}@${VERSION}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": self,
        name: SERVICE.name,
        version: VERSION,
        ...(commit === null ? {} : { properties: [{ name: "commit", value: commit }] }),
      },
      tools: { components: [{ type: "application", name: "scripts/release/sbom.ts", version: VERSION }] },
    },
    components: [
      {
        ...component(`deno@${Deno.version.deno}`, null),
        type: "platform",
        purl: `pkg:github/denoland/deno@v${Deno.version.deno}`,
      },
      ...entries.map((entry) => component(entry, lock.npm[entry]!.integrity)),
    ],
    dependencies: [
      { ref: self, dependsOn: [`deno@${Deno.version.deno}`, ...direct] },
      ...entries.map((ref) => ({ ref, dependsOn: dependenciesOf(lock, ref) })),
    ],
  };
}

function component(entry: string, integrity: string | null): Component {
  const { name, version } = nameAndVersion(entry);
  const digest = integrity === null ? null : Uint8Array.fromBase64(integrity.replace(/^sha512-/, "")).toHex();
  return {
    type: DATA_PACKAGES.includes(name) ? "data" : "library",
    "bom-ref": entry,
    name,
    version,
    purl: `pkg:npm/${name.replace(/^@/, "%40")}@${version}`,
    hashes: digest === null ? [] : [{ alg: "SHA-512", content: digest }],
  };
}

/** Of `@scope/name@1.2.3_peer@4.5.6`: what follows the first `_` are the versions of its peers. */
function nameAndVersion(entry: string): { name: string; version: string } {
  const at = entry.indexOf("@", 1);
  return { name: entry.slice(0, at), version: entry.slice(at + 1).replace(/_.*$/, "") };
}

function withDependencies(lock: Lock, direct: readonly string[]): string[] {
  const found = new Set(direct);
  for (const entry of found) for (const needed of dependenciesOf(lock, entry)) found.add(needed);
  return [...found].sort();
}

function dependenciesOf(lock: Lock, entry: string): string[] {
  return (lock.npm[entry]?.dependencies ?? []).map((needed) => entryOf(lock, needed)).sort();
}

/** A dependency has its version only where the lock file has several. */
function entryOf(lock: Lock, needed: string): string {
  if (needed in lock.npm) return needed;
  const found = Object.keys(lock.npm).filter((entry) =>
    nameAndVersion(entry).name === needed || entry.startsWith(`${needed}_`)
  );
  if (found.length !== 1) throw new Error(`${needed} is ${found.length} times in deno.lock`);
  return found[0]!;
}

if (import.meta.main) {
  const root = new URL("../../", import.meta.url).pathname;
  const text = `${
    JSON.stringify(await billOfMaterials(root, await commitOf(Deno.env.toObject())), null, 2)
  }\n`;
  const [file] = Deno.args;
  if (file === undefined) console.log(text.trimEnd());
  else await Deno.writeTextFile(file, text);
}
