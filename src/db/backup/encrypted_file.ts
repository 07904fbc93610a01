/**
 * An encrypted backup: a first line of JSON that says how, then frames. The key comes from the operator's by scrypt. A frame is
 * the length of its ciphertext (four bytes), the ciphertext and a tag of AES-256-GCM, with the frame's number and whether it is
 * the last as the nonce, so that none can be changed, moved, left out or cut off. Inside is the file of `backup_file.ts`.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { BackupError, damaged } from "./backup_file.ts";

const CIPHER = "aes-256-gcm";
/** Told from an unencrypted file of this format by the other members. Programs of before 2026-11-24 say that it is a newer one's. */
const ENCRYPTED = 3;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const FRAME_BYTES = 65_536;
const MAX_FIRST_LINE = 1_000;

interface FirstLine {
  readonly winnow_backup: number;
  readonly encrypted: string;
  /** Base64. */
  readonly salt: string;
}

export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Encrypts what is written to it; `end` writes the last frame. */
export class Encryption {
  readonly #sink: Sink;
  readonly #key: Uint8Array;
  readonly #firstLine: Uint8Array;
  readonly #buffer = new Uint8Array(FRAME_BYTES);
  #length = 0;
  #frames = 0;

  private constructor(sink: Sink, key: Uint8Array, firstLine: Uint8Array) {
    this.#sink = sink;
    this.#key = key;
    this.#firstLine = firstLine;
  }

  static async begin(passphrase: string, sink: Sink): Promise<Encryption> {
    const salt = randomBytes(SALT_BYTES);
    const first: FirstLine = { winnow_backup: ENCRYPTED, encrypted: CIPHER, salt: salt.toString("base64") };
    const firstLine = new TextEncoder().encode(`${JSON.stringify(first)}\n`);
    await sink(firstLine);
    return new Encryption(sink, keyOf(passphrase, salt), firstLine);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (this.#length === FRAME_BYTES) await this.#frame(false);
      const part = bytes.subarray(at, at + FRAME_BYTES - this.#length);
      this.#buffer.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
    }
  }

  async end(): Promise<void> {
    await this.#frame(true);
  }

  async #frame(isLast: boolean): Promise<void> {
    const cipher = createCipheriv(CIPHER, this.#key, nonceOf(this.#frames++, isLast)).setAAD(this.#firstLine);
    const text = cipher.update(this.#buffer.subarray(0, this.#length));
    cipher.final();
    this.#length = 0;
    const frame = new Uint8Array(4 + text.length + TAG_BYTES);
    new DataView(frame.buffer).setUint32(0, text.length);
    frame.set(text, 4);
    frame.set(cipher.getAuthTag(), 4 + text.length);
    await this.#sink(frame);
  }
}

/**
 * The bytes of a backup from its start, decrypted where it is encrypted.
 * @param onRead called with the bytes of the file that were read, and its size
 * @throws BackupError while it is read
 */
export async function* plainBytes(
  path: string,
  passphrase: string | null,
  onRead: (read: number, size: number) => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path, { read: true });
  const { size } = await file.stat();
  const head = new Uint8Array(MAX_FIRST_LINE);
  const first = head.subarray(0, await readFully(file, head));
  const salt = saltOf(first);
  if (salt !== null) {
    if (passphrase === null) {
      throw new BackupError("it is encrypted: set WINNOW_BACKUP_KEY to the key it was made with");
    }
    const firstLine = first.slice(0, first.indexOf(0x0a) + 1);
    await file.seek(firstLine.length, Deno.SeekMode.Start);
    yield* decrypted(file, keyOf(passphrase, salt), firstLine, (read) => onRead(read, size));
    return;
  }
  await file.seek(0, Deno.SeekMode.Start);
  let read = 0;
  for (const buffer = new Uint8Array(FRAME_BYTES);;) {
    const count = await file.read(buffer);
    if (count === null) return;
    onRead(read += count, size);
    yield buffer.slice(0, count);
  }
}

async function* decrypted(
  file: Deno.FsFile,
  key: Uint8Array,
  firstLine: Uint8Array,
  onRead: (read: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const lengthBytes = new Uint8Array(4);
  let read = firstLine.length;
  for (let number = 0;; number++) {
    if (await readFully(file, lengthBytes) < 4) throw damaged("its end is missing");
    const length = new DataView(lengthBytes.buffer).getUint32(0);
    if (length > FRAME_BYTES) throw damaged("a frame is too long");
    const frame = new Uint8Array(length + TAG_BYTES);
    if (await readFully(file, frame) < frame.length) throw damaged("its end is missing");
    read += 4 + frame.length;
    const open = (isLast: boolean) => {
      const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast)).setAAD(firstLine);
      decipher.setAuthTag(frame.subarray(length));
      const text = Uint8Array.from(decipher.update(frame.subarray(0, length)));
      decipher.final();
      return text;
    };
    const [text, isLast] = opened(open, number);
    onRead(read);
    yield text;
    if (!isLast) continue;
    if (await file.read(lengthBytes) !== null) throw damaged("data follows its end");
    return;
  }
}

function opened<T>(open: (isLast: boolean) => T, number: number): [text: T, isLast: boolean] {
  for (const isLast of [false, true]) {
    try {
      return [open(isLast), isLast];
    } catch {
      // The other one, or neither.
    }
  }
  if (number > 0) throw damaged("a part of it was changed");
  throw new BackupError("it cannot be decrypted: WINNOW_BACKUP_KEY is another key, or the file was changed");
}

/** Null when the file is not encrypted. */
function saltOf(head: Uint8Array): Uint8Array | null {
  let first: Partial<FirstLine>;
  try {
    first = JSON.parse(new TextDecoder().decode(head.subarray(0, head.indexOf(0x0a) + 1)));
  } catch {
    return null;
  }
  if (first?.winnow_backup !== ENCRYPTED || first.encrypted !== CIPHER) return null;
  try {
    return Uint8Array.fromBase64(String(first.salt));
  } catch {
    throw damaged("its first line is not that of a backup");
  }
}

function keyOf(passphrase: string, salt: Uint8Array): Uint8Array {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
}

function nonceOf(number: number, isLast: boolean): Uint8Array {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(4, number);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Fewer bytes only at the end of the file. */
async function readFully(file: Deno.FsFile, bytes: Uint8Array): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return length;
}
