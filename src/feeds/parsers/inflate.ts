/** Decompresses a `.gz` file within a limit. */
import { FeedRefused } from "../feed.ts";

/**
 * The bytes themselves when they are not gzip.
 * @throws {FeedRefused} when they do not decompress, or to more than `maxBytes`
 */
export async function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new FeedRefused(`not valid gzip: ${(error as Error).message.slice(0, 120)}`);
  }
  if (size > maxBytes) throw new FeedRefused(`more than ${maxBytes} bytes after decompression`);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
