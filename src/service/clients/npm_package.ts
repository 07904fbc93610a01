/** A package for npm: a compressed tar archive of what its package.json publishes, below `package/`. */
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { readFiles } from "./package_files.ts";

const BLOCK = 512;
/** A file in an archive has a time. npm itself writes this one, so that the same files are the same bytes. */
const WRITTEN_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** @param folder with a package.json whose `files` are names of files and folders, without patterns */
export function npmPackage(folder: string): Uint8Array<ArrayBuffer> {
  // The package is part of this program, and a test installs it.
  const manifest = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`)) as {
    files: readonly string[];
  };
  const files = readFiles(folder, ["package.json", ...manifest.files]);
  const parts = [...files].flatMap(([path, data]) => [header(`package/${path}`, data.length), padded(data)]);
  // Two empty blocks end the archive.
  const archive = new Uint8Array(Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]));
  return new Uint8Array(gzipSync(archive, { level: 9 }));
}

/** The block before a file, as POSIX describes it (ustar); numbers are octal. */
function header(name: string, size: number): Uint8Array {
  if (new TextEncoder().encode(name).length > 100) throw new Error(`${name} is too long for a tar archive`);
  const block = new Uint8Array(BLOCK);
  const write = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  write(0, name);
  write(100, octal(0o644, 7));
  write(108, octal(0, 7));
  write(116, octal(0, 7));
  write(124, octal(size, 11));
  write(136, octal(WRITTEN_SECONDS, 11));
  // The checksum counts its own field as blanks.
  write(148, " ".repeat(8));
  write(156, "0");
  write(257, "ustar\u000000");
  write(148, `${octal(block.reduce((sum, byte) => sum + byte, 0), 6)}\u0000 `);
  return block;
}

function padded(data: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(Math.ceil(data.length / BLOCK) * BLOCK);
  blocks.set(data);
  return blocks;
}
