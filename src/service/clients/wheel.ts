/** A package for pip: a wheel (PEP 427), a zip archive with a list of its files and their hashes. */
import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import { type PackageFiles, readFiles } from "./package_files.ts";

/** As in the pyproject.toml of the client, which a test compares. */
export const WHEEL_METADATA = {
  name: "winnow-client",
  summary: "Client of the Winnow risk scoring service",
  license: "MIT",
  requiresPython: ">=3.9",
  requires: ["httpx<1,>=0.27"],
} as const;

/** The first moment that a zip archive can name. fflate writes local time: this one is the same in every zone. */
const WRITTEN = new Date(1980, 0, 1);
/** A regular file that everybody may read, as zip keeps it for Unix. */
const READABLE = 0o100644 << 16 >>> 0;
const UNIX = 3;

/** @param folder of the client: README.md, LICENSE, and the module below src/ */
export function wheel(folder: string, version: string): Uint8Array<ArrayBuffer> {
  const info = `${WHEEL_METADATA.name.replaceAll("-", "_")}-${version}.dist-info`;
  const own = readFiles(folder, ["README.md", "LICENSE"]);
  const text = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join("\n")}\n`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>([
    ...readFiles(`${folder}/src`, [WHEEL_METADATA.name.replaceAll("-", "_")]),
    [`${info}/METADATA`, text([...metadata(version), "", new TextDecoder().decode(own.get("README.md"))])],
    [
      `${info}/WHEEL`,
      text(["Wheel-Version: 1.0", "Generator: winnow", "Root-Is-Purelib: true", "Tag: py3-none-any"]),
    ],
    [`${info}/licenses/LICENSE`, own.get("LICENSE")!],
  ]);
  files.set(`${info}/RECORD`, text(record(files, `${info}/RECORD`)));
  const entries = Object.fromEntries(files);
  return zipSync(entries, { level: 9, mtime: WRITTEN, os: UNIX, attrs: READABLE });
}

export function wheelName(version: string): string {
  return `${WHEEL_METADATA.name.replaceAll("-", "_")}-${version}-py3-none-any.whl`;
}

function metadata(version: string): string[] {
  const { name, summary, license, requiresPython, requires } = WHEEL_METADATA;
  return [
    "Metadata-Version: 2.4",
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${summary}`,
    `License-Expression: ${license}`,
    "License-File: LICENSE",
    `Requires-Python: ${requiresPython}`,
    ...requires.map((one) => `Requires-Dist: ${one}`),
    "Description-Content-Type: text/markdown",
  ];
}

/** The list names itself, without a hash. */
function record(files: PackageFiles, own: string): string[] {
  const rows = [...files].map(([path, data]) =>
    `${path},sha256=${createHash("sha256").update(data).digest("base64url")},${data.length}`
  );
  return [...rows, `${own},,`];
}
