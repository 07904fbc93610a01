/** Decompresses a `.gz` file within a limit. */
import { gunzipSync } from "node:zlib";
import { FeedRefused } from "../feed.ts";

/** Limit of the compression ratio (tables reach 10, a decompression bomb 1,000); files that expand to less are not limited. */
const MOST_RATIO = 100;
const UNLIMITED_BYTES = 2 ** 20;

/**
 * Returns the bytes themselves when they are not gzip. Not as a stream: a stream expands a whole chunk before it can be stopped.
 * @throws {FeedRefused} when they do not decompress, or to more than `maxBytes`
 */
export function inflated(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const most = Math.min(maxBytes, Math.max(UNLIMITED_BYTES, MOST_RATIO * bytes.length));
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: most }));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") {
      throw new FeedRefused(`more than ${most} bytes after decompression`);
    }
    throw new FeedRefused(`not valid gzip: ${(error as Error).message.slice(0, 120)}`);
  }
}
