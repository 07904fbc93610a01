/**
 * The container of the compiled data: `build/winnow.bundle`.
 *
 *   0  8 bytes  "WINNOWDB"
 *   8  u32      format version (FORMAT_VERSION)
 *  12  u32      length of the table of contents in bytes
 *  16  u32      checksum of the table of contents
 *  20  JSON     table of contents: {"version","sections":[{"name","length","checksum"}]}
 *      bytes    the sections, one after another in that order; the file ends with the last one
 *
 * Numbers are little-endian, as the typed-array views over the sections are. Each section is read into its own buffer, so
 * a table that is replaced at run time can be freed. Every checksum is a CRC-32 and is verified whenever the file is opened (5 ms
 * for 60 MB), so any changed byte and any missing tail is found.
 */
import { crc32 } from "node:zlib";

export const FORMAT_VERSION = 2;
export const BUNDLE_FILE = "winnow.bundle";

const MAGIC = "WINNOWDB";
const FIXED_BYTES = 20;
const MAX_CONTENTS = 1 << 20;
const PIECE = 1 << 20;

export interface BundleSections {
  /** Identifies the data, for stored scores. */
  readonly version: string;
  readonly sections: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

interface Contents {
  readonly version: string;
  readonly sections: readonly { readonly name: string; readonly length: number; readonly checksum: number }[];
}

/** Writes to a temporary file and renames it, so a reader never sees half a file. */
export function writeBundleFile(
  path: string,
  version: string,
  sections: ReadonlyMap<string, Uint8Array>,
): void {
  const contents = new TextEncoder().encode(JSON.stringify({
    version,
    sections: [...sections].map(([name, bytes]) => ({
      name,
      length: bytes.length,
      checksum: crc32(bytes),
    })),
  }));
  const fixed = new Uint8Array(FIXED_BYTES);
  fixed.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(fixed.buffer);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, contents.length, true);
  view.setUint32(16, crc32(contents), true);
  const part = `${path}.${Deno.pid}.part`;
  try {
    const file = Deno.openSync(part, { create: true, write: true, truncate: true });
    try {
      for (const bytes of [fixed, contents, ...sections.values()]) writeAll(file, bytes);
      file.syncSync();
    } finally {
      file.close();
    }
    Deno.renameSync(part, path);
  } catch (error) {
    removeIfThere(part);
    throw error;
  }
}

/** @throws Error naming the file and what is wrong with it */
export async function readBundleFile(path: string): Promise<BundleSections> {
  try {
    using file = Deno.openSync(path, { read: true });
    const contents = readContents(path, file, file.statSync().size);
    const sections = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const { name, length, checksum: expected } of contents.sections) {
      const bytes = new Uint8Array(length);
      for (let filled = 0; filled < length;) {
        filled += required(path, await file.read(bytes.subarray(filled)));
      }
      if (crc32(bytes) !== expected) throw damaged(path, `section ${name} does not match its checksum`);
      sections.set(name, bytes);
    }
    return { version: contents.version, sections };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Checks the whole file as `readBundleFile` does, but a piece at a time, and returns the data's version.
 * @throws Error naming the file and what is wrong with it
 */
export function verifyBundleFile(path: string): string {
  try {
    using file = Deno.openSync(path, { read: true });
    const contents = readContents(path, file, file.statSync().size);
    const piece = new Uint8Array(PIECE);
    for (const { name, length, checksum: expected } of contents.sections) {
      let sum = 0;
      for (let left = length; left > 0; left -= PIECE) {
        const part = piece.subarray(0, Math.min(PIECE, left));
        fill(path, file, part);
        sum = crc32(part, sum);
      }
      if (sum !== expected) throw damaged(path, `section ${name} does not match its checksum`);
    }
    return contents.version;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function readContents(path: string, file: Deno.FsFile, size: number): Contents {
  if (size < FIXED_BYTES) throw damaged(path, "it is shorter than its header");
  const fixed = readExactly(path, file, FIXED_BYTES);
  if (new TextDecoder().decode(fixed.subarray(0, 8)) !== MAGIC) {
    throw damaged(path, "it is not a data bundle");
  }
  const view = new DataView(fixed.buffer);
  const format = view.getUint32(8, true);
  if (format !== FORMAT_VERSION) {
    throw damaged(path, `it has format ${format}, this program reads format ${FORMAT_VERSION}`);
  }
  const length = view.getUint32(12, true);
  if (length > MAX_CONTENTS || FIXED_BYTES + length > size) {
    throw damaged(path, "its table of contents is cut off");
  }
  const bytes = readExactly(path, file, length);
  if (crc32(bytes) !== view.getUint32(16, true)) {
    throw damaged(path, "its table of contents does not match its checksum");
  }
  const contents = JSON.parse(new TextDecoder().decode(bytes)) as Contents;
  const expected = contents.sections.reduce((sum, section) => sum + section.length, FIXED_BYTES + length);
  if (expected !== size) throw damaged(path, `it has ${size} bytes instead of ${expected}`);
  return contents;
}

function unreadable(path: string, error: unknown): Error {
  if (error instanceof DamagedBundle) return error;
  if (error instanceof Deno.errors.NotFound) {
    return new Error(`the data bundle ${path} is not there: "deno task data" compiles it`, { cause: error });
  }
  return new Error(`the data bundle ${path} cannot be read: ${(error as Error).message}`, { cause: error });
}

function readExactly(path: string, file: Deno.FsFile, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  fill(path, file, bytes);
  return bytes;
}

function fill(path: string, file: Deno.FsFile, bytes: Uint8Array): void {
  for (let filled = 0; filled < bytes.length;) {
    filled += required(path, file.readSync(bytes.subarray(filled)));
  }
}

function required(path: string, count: number | null): number {
  if (count === null) throw damaged(path, "it ends too early");
  return count;
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The file is readable but must not be used: cut off, changed, or of another format. */
export class DamagedBundle extends Error {
  override readonly name = "DamagedBundle";
}

function damaged(path: string, what: string): DamagedBundle {
  return new DamagedBundle(`the data bundle ${path} is damaged or old: ${what}`);
}
