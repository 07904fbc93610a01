/** Request bodies: read within a limit, as UTF-8, as JSON. */
import { AppError } from "../model/error.ts";
import type { AppContext } from "./context.ts";
import { header, isJson, listed, mediaType } from "./header.ts";
import { type Share, SMALL_BODY } from "./admission/load.ts";
import { outlineOf } from "./json_outline.ts";
import { limitLists, limitOutline, type MaxItems } from "./validate.ts";

/** In bytes. */
export const BODY_LIMIT = 256 * 1024;
export const LARGE_BODY_LIMIT = 4 * 1024 * 1024;
export const COMPAT_BODY_LIMIT = 20_000;

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * @throws AppError unsupported_media_type for a compressed body, body_too_large, body_timeout, overloaded, unavailable
 * when the connection breaks off (the client left, or this server stops)
 */
export async function readBody(c: AppContext, limit: number): Promise<Uint8Array> {
  refuseCoded(header(c, "content-encoding"));
  return await readBytes(c, limit);
}

/**
 * As `readBody`, but it may be compressed with gzip.
 * @param expanded bytes that it may have then
 */
export async function readGzipBody(c: AppContext, limit: number, expanded: number): Promise<Uint8Array> {
  const coding = header(c, "content-encoding")?.trim().toLowerCase();
  if (coding !== "gzip" && coding !== "x-gzip") return await readBody(c, limit);
  const bytes = await readBytes(c, limit);
  // A copy in memory of its own, as a stream of bytes wants it.
  const inflated = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of inflated) {
      length += chunk.length;
      if (length > expanded) throw tooLarge(expanded);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_json", "the body is not compressed with gzip");
  }
  return await new Blob(chunks).bytes();
}

/** @throws as `readBody` */
async function readBytes(c: AppContext, limit: number): Promise<Uint8Array> {
  const announced = Number(header(c, "content-length") ?? NaN);
  if (announced > limit) throw tooLarge(limit);
  const request = c.req.raw;
  const whole = announced <= Math.min(limit, SMALL_BODY);
  // Reading `request.body` creates a stream, so it is only looked at when no length was announced.
  if (!whole && request.body === null) return new Uint8Array();
  const late = Promise.withResolvers<never>();
  const { bodies, load } = c.env;
  const seconds = bodies.milliseconds / 1000;
  const expire = () =>
    late.reject(new AppError("body_timeout", `the body took longer than ${seconds} seconds`));
  const pause = () => load.pause();
  bodies.begin(expire);
  bodies.slow.begin(pause);
  const reading = whole ? request.bytes() : readWithin(request.body!, limit, load);
  reading.catch(() => {});
  try {
    const body = await Promise.race([reading, late.promise]);
    if (body.length > limit) throw tooLarge(limit);
    if (load.paused) await load.resume();
    return body;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("unavailable", "the body was cut off before its end; send the request again", {
      retryAfter: 1,
    });
  } finally {
    bodies.end(expire);
    bodies.slow.end(pause);
    bodies.settle(request);
  }
}

/** A content coding that is not accepted is a 415, with the accepted one in Accept-Encoding (RFC 9110, 15.5.16). */
function refuseCoded(codings: string | undefined): void {
  if (codings === undefined || listed(codings).every((coding) => coding === "" || coding === "identity")) {
    return;
  }
  throw new AppError(
    "unsupported_media_type",
    `compressed bodies are not accepted: send it without Content-Encoding (it was ${codings.slice(0, 60)})`,
    { acceptEncoding: "identity" },
  );
}

function tooLarge(limit: number): AppError {
  return new AppError("body_too_large", `the body may have at most ${limit} bytes`);
}

/** Reads a large body, or one of unknown length. @throws AppError body_too_large, overloaded */
async function readWithin(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  load: Share,
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    load.addBytes(chunk.length);
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}

/** Types that clients send by default: their bodies are read as JSON too. "" is none. */
const READ_AS_JSON: ReadonlySet<string> = new Set([
  "",
  "text/plain",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
]);

interface JsonOptions {
  /** What no body means; undefined: there must be one. */
  readonly absent?: unknown;
  readonly maxItems?: MaxItems;
}

const UNLIMITED: MaxItems = {};

/**
 * @throws AppError invalid_json, body_too_large, body_timeout, overloaded, unavailable, unsupported_media_type;
 * too_many_items, invalid_value when it holds too much
 */
export async function readJson(
  c: AppContext,
  limit: number,
  { absent, maxItems = UNLIMITED }: JsonOptions = {},
): Promise<unknown> {
  const type = mediaType(header(c, "content-type"));
  if (!isJson(type) && !READ_AS_JSON.has(type)) {
    throw new AppError("unsupported_media_type", "send the body as application/json");
  }
  const bytes = await readBody(c, limit);
  if (bytes.length === 0 && absent !== undefined) return absent;
  if (bytes.length === 0) throw new AppError("invalid_json", "the body is empty; send a JSON object");
  // A small one cannot become many objects.
  if (bytes.length > SMALL_BODY) limitOutline(outlineOf(bytes), maxItems);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new AppError("invalid_json", "the body is not valid UTF-8");
  }
  try {
    const body: unknown = JSON.parse(text);
    limitLists(body, maxItems);
    return body;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new AppError(
      "invalid_json",
      at === undefined ? "the body is not valid JSON" : `the body is not valid JSON (near character ${at})`,
    );
  }
}
