/** Reads a captured request given as JSON or raw HTTP. */
import { asObject, stringMember } from "../../model/json.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { joinHeaders, readRawRequest } from "../../signals/agent/raw_request.ts";
import { UsageError } from "../usage.ts";

const MAX_INPUT = 1_048_576;

/**
 * JSON: `{"method","url","headers"}`, alone or below `agent` or `request`; headers as an object, or as a list of
 * `{"name","value"}` (HAR).
 * @param scheme of the URL where raw HTTP has only a path
 * @throws {UsageError} when the text is neither JSON nor raw HTTP
 */
export function readCapturedRequest(text: string, scheme: string): AgentRequestInput {
  const trimmed = text.trim();
  if (trimmed === "") {
    throw new UsageError("give the captured request on standard input, as JSON or raw HTTP");
  }
  return trimmed.startsWith("{")
    ? readJson(trimmed)
    : readRawRequest(text, scheme, (why) => new UsageError(why));
}

function readJson(text: string): AgentRequestInput {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the input starts like JSON but is not valid: ${(error as Error).message}`);
  }
  const whole = asObject(body) ?? {};
  const request = asObject(whole["agent"] ?? whole["request"] ?? whole) ?? {};
  const url = stringMember(request, "url");
  const method = stringMember(request, "method") ?? undefined;
  const headers = readHeaders(request["headers"]);
  if (url === null || headers === null || method !== request["method"]) {
    throw new UsageError('the JSON must be {"method": "GET", "url": "https://…", "headers": {"…": "…"}}');
  }
  return { url, method, headers };
}

function readHeaders(value: unknown): Readonly<Record<string, string>> | null {
  if (Array.isArray(value)) {
    const fields = value.map((entry) => [asObject(entry)?.["name"], asObject(entry)?.["value"]] as const);
    return fields.every(isField) ? joinHeaders(fields) : null;
  }
  const headers = asObject(value);
  if (headers === null) return null;
  const fields: (readonly [unknown, unknown])[] = Object.entries(headers);
  return fields.every(isField) ? Object.fromEntries(fields) : null;
}

function isField(pair: readonly [unknown, unknown]): pair is readonly [string, string] {
  return pair.every((part) => typeof part === "string");
}

/** @throws {UsageError} when it is too long */
export async function readStandardInput(): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of Deno.stdin.readable) {
    length += chunk.length;
    if (length > MAX_INPUT) throw new UsageError("the input is larger than 1 MiB");
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}
