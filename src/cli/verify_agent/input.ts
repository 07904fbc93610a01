/** A captured request as a person has it: JSON, or raw HTTP as a proxy or `curl -v` shows it. */
import { asObject } from "../../signals/agent/json.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { UsageError } from "../usage.ts";

/**
 * JSON: `{"method","url","headers"}`, bare or below `agent` or `request`; headers as an object, or as a list of
 * `{"name","value"}` (HAR). Raw HTTP: a request line and header lines; the URL is the target when it is absolute,
 * otherwise made of `scheme` and Host.
 * @throws {UsageError} when it is neither
 */
export function readCapturedRequest(text: string, scheme: string): AgentRequestInput {
  const trimmed = text.trim();
  if (trimmed === "") {
    throw new UsageError("give the captured request on standard input, as JSON or raw HTTP");
  }
  return trimmed.startsWith("{") ? readJson(trimmed) : readRaw(text, scheme);
}

function readJson(text: string): AgentRequestInput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the input looks like JSON and is not: ${(error as Error).message}`);
  }
  const body = value as Record<string, unknown>;
  const request = (body["agent"] ?? body["request"] ?? body) as Record<string, unknown>;
  const { url, method } = request;
  const headers = asHeaders(request["headers"]);
  if (typeof url !== "string" || headers === null || !(method === undefined || typeof method === "string")) {
    throw new UsageError('the JSON takes {"method": "GET", "url": "https://…", "headers": {"…": "…"}}');
  }
  return { url, method, headers };
}

function asHeaders(value: unknown): Record<string, string> | null {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) {
    const pairs = value.map((entry) => [asObject(entry)?.["name"], asObject(entry)?.["value"]]);
    return pairs.every((pair) => pair.every((part) => typeof part === "string"))
      ? joined(pairs as [string, string][])
      : null;
  }
  return Object.values(value).every((header) => typeof header === "string")
    ? value as Record<string, string>
    : null;
}

function readRaw(text: string, scheme: string): AgentRequestInput {
  const lines = text.replace(/^\s*\n/, "").split(/\r?\n/).map((line) => line.replace(/^> ?/, ""));
  const start = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+)(?: HTTP\/[0-9.]+)?$/.exec(lines[0] ?? "");
  if (start === null) {
    throw new UsageError(`the first line is not a request line like "GET /path HTTP/1.1"`);
  }
  const fields: [string, string][] = [];
  for (const line of lines.slice(1)) {
    if (line === "") break;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] += `\r\n${line}`;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 1) throw new UsageError(`not a header line: ${line.slice(0, 80)}`);
    fields.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  const headers = joined(fields);
  const [, method, target] = start as unknown as [string, string, string];
  if (/^https?:\/\//i.test(target)) return { method, url: target, headers };
  const host = fields.find(([name]) => name.toLowerCase() === "host")?.[1];
  if (host === undefined) throw new UsageError("the request has no Host header, so its URL is not known");
  return { method, url: `${scheme}://${host}${target}`, headers };
}

/** Lines of one name joined as HTTP joins them. */
function joined(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
