/**
 * The log of an SQLite file, as it is read and written: a header, then frames, each with a page, checksums that continue from frame to
 * frame, and the salts of the header; the last frame of a transaction says how many pages the file has after it
 * (https://www.sqlite.org/fileformat2.html#walformat). Pure.
 */

export const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit says which byte order checksums are made in. */
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
const SALT_AT = 16;
const SALT_BYTES = 8;
const SUM_AT = 24;

type Checksum = readonly [number, number];

interface LogHeader {
  /** All of it, by which a log is told from the one before it. */
  readonly bytes: Uint8Array;
  readonly pageSize: number;
}

export interface PageFrame {
  /** The number of the page; the first is 1. */
  readonly page: number;
  readonly data: Uint8Array;
  /** Pages of the file after the transaction that ends with this frame; 0: it goes on. */
  readonly pagesAfter: number;
}

/** Null: there is no whole header. */
export function readLogHeader(bytes: Uint8Array): LogHeader | null {
  if (bytes.length < LOG_HEADER_BYTES) return null;
  const view = viewOf(bytes);
  if ((view.getUint32(0) & ~1) !== MAGIC || view.getUint32(4) !== VERSION) return null;
  const sum = sumOf(bytes.subarray(0, SUM_AT), [0, 0], isLittle(bytes));
  if (sum[0] !== view.getUint32(SUM_AT) || sum[1] !== view.getUint32(SUM_AT + 4)) return null;
  return { bytes: bytes.slice(0, LOG_HEADER_BYTES), pageSize: view.getUint32(8) };
}

/** Finds what was committed in a log that is being written. */
export class LogReader {
  readonly header: LogHeader;
  readonly #little: boolean;
  #sum: Checksum;
  #end = LOG_HEADER_BYTES;
  #isCut = false;

  constructor(header: LogHeader) {
    this.header = header;
    this.#little = isLittle(header.bytes);
    const view = viewOf(header.bytes);
    this.#sum = [view.getUint32(SUM_AT), view.getUint32(SUM_AT + 4)];
  }

  get frameBytes(): number {
    return FRAME_HEADER_BYTES + this.header.pageSize;
  }

  /** Where the last transaction that was read ends. */
  get end(): number {
    return this.#end;
  }

  /** True: with more bytes there might have been more. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get frames(): number {
    return (this.#end - LOG_HEADER_BYTES) / this.frameBytes;
  }

  /**
   * The frames of whole transactions, of which the data are parts of the bytes; what is behind them is not moved past.
   * @param bytes what the log has from `end` on
   */
  take(bytes: Uint8Array): PageFrame[] {
    const view = viewOf(bytes);
    const frames: PageFrame[] = [];
    let committed = 0;
    let sum = this.#sum;
    this.#isCut = false;
    for (let at = 0;; at += this.frameBytes) {
      this.#isCut = at + this.frameBytes > bytes.length;
      if (this.#isCut) break;
      const data = bytes.subarray(at + FRAME_HEADER_BYTES, at + this.frameBytes);
      if (!this.#isOwn(bytes, at)) break;
      sum = sumOf(data, sumOf(bytes.subarray(at, at + 8), sum, this.#little), this.#little);
      if (sum[0] !== view.getUint32(at + 16) || sum[1] !== view.getUint32(at + 20)) break;
      const pagesAfter = view.getUint32(at + 4);
      frames.push({ page: view.getUint32(at), data, pagesAfter });
      if (pagesAfter === 0) continue;
      committed = frames.length;
      this.#sum = sum;
    }
    this.#end += committed * this.frameBytes;
    return frames.slice(0, committed);
  }

  /** Whether a frame has the salts of this log, and not those of an earlier one. */
  #isOwn(bytes: Uint8Array, at: number): boolean {
    for (let index = 0; index < SALT_BYTES; index++) {
      if (bytes[at + SALT_BYTES + index] !== this.header.bytes[SALT_AT + index]) return false;
    }
    return true;
  }
}

/** Makes the bytes of a log. */
export class LogWriter {
  readonly pageSize: number;
  /** To be written first. */
  readonly header: Uint8Array<ArrayBuffer>;
  readonly #salts: Uint8Array;
  #sum: Checksum;

  /** @param salts eight bytes that no log of the file had before */
  constructor(pageSize: number, salts: Uint8Array) {
    this.pageSize = pageSize;
    this.#salts = salts;
    this.header = new Uint8Array(LOG_HEADER_BYTES);
    const view = viewOf(this.header);
    view.setUint32(0, MAGIC);
    view.setUint32(4, VERSION);
    view.setUint32(8, pageSize);
    this.header.set(salts, SALT_AT);
    this.#sum = sumOf(this.header.subarray(0, SUM_AT), [0, 0], true);
    view.setUint32(SUM_AT, this.#sum[0]);
    view.setUint32(SUM_AT + 4, this.#sum[1]);
  }

  frame({ page, data, pagesAfter }: PageFrame): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(FRAME_HEADER_BYTES + data.length);
    const view = viewOf(bytes);
    view.setUint32(0, page);
    view.setUint32(4, pagesAfter);
    bytes.set(this.#salts, 8);
    this.#sum = sumOf(data, sumOf(bytes.subarray(0, 8), this.#sum, true), true);
    view.setUint32(16, this.#sum[0]);
    view.setUint32(20, this.#sum[1]);
    bytes.set(data, FRAME_HEADER_BYTES);
    return bytes;
  }
}

/** @param bytes a multiple of eight */
function sumOf(bytes: Uint8Array, [first, second]: Checksum, little: boolean): Checksum {
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, little) + second) >>> 0;
    second = (second + view.getUint32(at + 4, little) + first) >>> 0;
  }
  return [first, second];
}

function isLittle(header: Uint8Array): boolean {
  return (header[3]! & 1) === 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
