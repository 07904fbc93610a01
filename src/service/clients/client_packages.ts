/** The packages of this service's own clients: of its own version, made of the files of the program, and of earlier releases. */
import { createHash } from "node:crypto";
import { lazy } from "../../concurrency/lazy.ts";
import { VERSION } from "../../model/service.ts";
import { wheel, WHEEL_METADATA, wheelName } from "./wheel.ts";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { readFiles } from "./package_files.ts";

export interface ClientPackage {
  readonly type: "application/gzip" | "application/zip";
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
}

/** Below the folder of the clients: the packages that releases handed out, so that lock files survive an upgrade. */
export const RELEASED = "released";
const WHEEL = /^winnow_client-[0-9][0-9a-z.]*-py3-none-any\.whl$/;
const NPM = /^winnow-client-[0-9][0-9a-z.-]*\.tgz$/;

/** Each package is made or read when it is first asked for, and kept: about 150 kB for both of a version. */
export class ClientPackages {
  /** Without a version: that of this program. */
  readonly npmName = "winnow-client.tgz";
  readonly npmVersionName = npmName(VERSION);
  readonly wheelName = wheelName(VERSION);
  readonly #packages = new Map<string, () => ClientPackage>();

  /** @param folder of the clients, one folder each */
  constructor(folder: string) {
    for (const name of releasedNames(`${folder}/${RELEASED}`)) {
      this.#packages.set(
        name,
        lazy(() => packageOf(name, Deno.readFileSync(`${folder}/${RELEASED}/${name}`))),
      );
    }
    const npm = lazy(() => packageOf(this.npmName, npmPackage(`${folder}/typescript`)));
    this.#packages.set(this.npmName, npm);
    // What this program makes comes before a file of the same name.
    this.#packages.set(this.npmVersionName, npm);
    this.#packages.set(
      this.wheelName,
      lazy(() => packageOf(this.wheelName, wheel(`${folder}/python`, VERSION))),
    );
  }

  names(): string[] {
    return [...this.#packages.keys()].sort();
  }

  wheelNames(): string[] {
    return this.names().filter((name) => name.endsWith(".whl"));
  }

  /** Null: there is none of that name. */
  package(name: string): ClientPackage | null {
    return this.#packages.get(name)?.() ?? null;
  }
}

function npmName(version: string): string {
  return `${WHEEL_METADATA.name}-${version}.tgz`;
}

function releasedNames(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => NPM.test(name) || WHEEL.test(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function packageOf(name: string, bytes: Uint8Array<ArrayBuffer>): ClientPackage {
  const type = name.endsWith(".whl") ? "application/zip" : "application/gzip";
  return { type, bytes, hash: createHash("sha256").update(bytes).digest("hex") };
}

/** A package for npm: a compressed tar archive of what its package.json publishes, below `package/`. */
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
