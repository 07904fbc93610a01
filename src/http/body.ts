/** Request bodies: read within a limit, as UTF-8, as JSON. */
import { AppError } from "../domain/error.ts";
import type { AppContext } from "./context.ts";

/** Bytes; design section 3. */
export const BODY_LIMIT = 256 * 1024;
export const LARGE_BODY_LIMIT = 4 * 1024 * 1024;
export const COMPAT_BODY_LIMIT = 20_000;

/** @throws AppError body_too_large */
export async function readBody(c: AppContext, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("body_too_large", `the body may have at most ${limit} bytes`);
  const announced = Number(c.req.header("content-length") ?? NaN);
  if (announced > limit) throw tooLarge();
  const stream = c.req.raw.body;
  if (stream === null) return new Uint8Array();
  if (announced <= limit) {
    const body = new Uint8Array(await c.req.raw.arrayBuffer());
    if (body.length > limit) throw tooLarge();
    return body;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** @throws AppError invalid_json, body_too_large, unsupported_media_type */
export async function readJson(c: AppContext, limit: number): Promise<unknown> {
  const type = c.req.header("content-type");
  if (
    type !== undefined && type !== "" &&
    !/^(application\/([\w.+-]+\+)?json|text\/plain|application\/octet-stream|application\/x-www-form-urlencoded)\b/i
      .test(type)
  ) {
    throw new AppError("unsupported_media_type", "send the body as application/json");
  }
  const bytes = await readBody(c, limit);
  if (bytes.length === 0) throw new AppError("invalid_json", "the body is empty; send a JSON object");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_json", "the body is not valid UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new AppError(
      "invalid_json",
      at === undefined ? "the body is not valid JSON" : `the body is not valid JSON (near character ${at})`,
    );
  }
}
