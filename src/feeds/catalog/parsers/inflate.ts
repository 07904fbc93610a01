/** Decompresses a `.gz` file within a limit. */
import { gunzipSync } from "node:zlib";
import { FeedRefused } from "../feed.ts";

/** A file may unfold to this many times its size: tables reach 10, a bomb 1,000. Below the second figure nothing is asked. */
const MOST_UNFOLDED = 100;
const UNFOLDED_FREELY = 2 ** 20;

/**
 * The bytes themselves when they are not gzip. In one go, as a stream unfolds all that it was given before it can be stopped.
 * @throws {FeedRefused} when they do not decompress, or to more than `maxBytes`
 */
export function inflated(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const most = Math.min(maxBytes, Math.max(UNFOLDED_FREELY, MOST_UNFOLDED * bytes.length));
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: most }));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") {
      throw new FeedRefused(`more than ${most} bytes after decompression`);
    }
    throw new FeedRefused(`not valid gzip: ${(error as Error).message.slice(0, 120)}`);
  }
}
