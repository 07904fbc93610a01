/** Reads a captured request as raw HTTP/1.1, the way a proxy or `curl -v` prints it. */
import type { AgentRequestInput } from "./parse.ts";

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+)(?: HTTP\/[\d.]+)?$/;

/**
 * Reads the request line and the headers; what follows is ignored. The URL is the target when that is absolute, otherwise
 * made of `scheme` and Host.
 * @param refuse makes the error to throw when the text is not a request
 */
export function readRawRequest(
  text: string,
  scheme: string,
  refuse: (why: string) => Error,
): AgentRequestInput {
  const [start = "", ...lines] = text.trim().split(/\r?\n/).map((line) => line.replace(/^> ?/, ""));
  const match = REQUEST_LINE.exec(start.trim());
  if (match === null) throw refuse("the first line is not a request line, such as: GET /shop HTTP/1.1");
  const [, method = "", target = ""] = match;
  const headers = joinHeaders(readFields(lines, refuse));
  if (/^https?:\/\//i.test(target)) return { method, url: target, headers };
  const host = headers["host"];
  if (host === undefined) {
    throw refuse("there is no Host header, so the URL is not known; put the whole URL into the first line");
  }
  return { method, url: `${scheme}://${host}${target}`, headers };
}

/** Lines up to the first blank one; a folded line (RFC 9112, 5.2) belongs to the field before it. */
function readFields(lines: readonly string[], refuse: (why: string) => Error): [string, string][] {
  const fields: [name: string, value: string][] = [];
  for (const line of lines) {
    if (line.trim() === "") break;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] += `\r\n${line}`;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 1) throw refuse(`this line is not a header: ${line.slice(0, 80)}`);
    fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** By lower-case name; the values of one name are joined by commas, as HTTP does. */
export function joinHeaders(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const byName = Map.groupBy(fields, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...byName].map(([name, lines]) => [name, lines.map(([, value]) => value).join(", ")]),
  );
}
