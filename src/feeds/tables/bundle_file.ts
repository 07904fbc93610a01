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
 * a table that is replaced at run time can be freed. Every checksum is verified whenever the file is opened (about a
 * nanosecond per word), so any changed byte and any missing tail is found.
 */

export const FORMAT_VERSION = 1;
export const BUNDLE_FILE = "winnow.bundle";

const MAGIC = "WINNOWDB";
const FIXED_BYTES = 20;
const FACTOR = 0x9e3779b1;
const FACTOR_2 = Math.imul(FACTOR, FACTOR);
const FACTOR_3 = Math.imul(FACTOR_2, FACTOR);
const FACTOR_4 = Math.imul(FACTOR_3, FACTOR);
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
      checksum: checksum(bytes),
    })),
  }));
  const fixed = new Uint8Array(FIXED_BYTES);
  fixed.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(fixed.buffer);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, contents.length, true);
  view.setUint32(16, checksum(contents), true);
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
      if (checksum(bytes) !== expected) throw damaged(path, `section ${name} does not match its checksum`);
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
      let sum = length | 0;
      for (let left = length; left > 0; left -= PIECE) {
        const part = piece.subarray(0, Math.min(PIECE, left));
        fill(path, file, part);
        sum = continued(sum, part);
      }
      if (sum >>> 0 !== expected) throw damaged(path, `section ${name} does not match its checksum`);
    }
    return contents.version;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * A polynomial over little-endian words modulo 2^32. The factor is odd, so a change within a single word always changes the
 * result, and so does a change of the length alone.
 */
export function checksum(bytes: Uint8Array): number {
  return continued(bytes.length | 0, bytes) >>> 0;
}

/** The sum after more bytes; all pieces but the last are whole words long. */
function continued(before: number, bytes: Uint8Array): number {
  const whole = bytes.length & ~3;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole / 4);
  const fours = words.length & ~3;
  // Four words at a time: four independent polynomials in the fourth power of the factor run in parallel, their sum is the one.
  let [a, b, c, d] = [0, 0, 0, before];
  for (let index = 0; index < fours; index += 4) {
    a = (Math.imul(a, FACTOR_4) + words[index]!) | 0;
    b = (Math.imul(b, FACTOR_4) + words[index + 1]!) | 0;
    c = (Math.imul(c, FACTOR_4) + words[index + 2]!) | 0;
    d = (Math.imul(d, FACTOR_4) + words[index + 3]!) | 0;
  }
  let sum = (Math.imul(a, FACTOR_3) + Math.imul(b, FACTOR_2) + Math.imul(c, FACTOR) + d) | 0;
  for (let index = fours; index < words.length; index++) {
    sum = (Math.imul(sum, FACTOR) + words[index]!) | 0;
  }
  for (let index = whole; index < bytes.length; index++) sum = (Math.imul(sum, FACTOR) + bytes[index]!) | 0;
  return sum;
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
  if (checksum(bytes) !== view.getUint32(16, true)) {
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
