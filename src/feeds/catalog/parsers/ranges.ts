/** Parses feeds of address ranges: lines, geofeeds (RFC 8805) and JSON documents. */
import { type FeedParser, FeedRefused } from "../feed.ts";
import { RangeRowsBuilder } from "./range_rows.ts";
import { feedJson, feedLines, feedText } from "./text.ts";

/** One address or CIDR per line, up to a blank, a comma, `;` or `#`. */
export const rangeLines: FeedParser = (bytes) => {
  const builder = new RangeRowsBuilder();
  for (const line of feedLines(feedText(bytes))) builder.add(line.split(/[\s,;#]/, 1)[0]);
  return builder.parsed();
};

/** RFC 8805 rows whose second and fourth column give the place of the relay's users: the label is `GB|London`. */
export const placedGeofeed: FeedParser = (bytes) => {
  const builder = new RangeRowsBuilder();
  for (const line of feedLines(feedText(bytes))) {
    const [prefix, country = "", , city = ""] = line.split(",", 5);
    const placed = /^[A-Z]{2}$/.test(country) && !city.includes('"');
    builder.add(prefix, placed ? `${country}|${city.trim()}` : "");
  }
  return builder.parsed();
};

/** All strings at the given paths; `*` stands for every element of an array or every value of an object. */
export function jsonRanges(...paths: readonly string[]): FeedParser {
  const steps = paths.map((path) => path.split("."));
  return (bytes) => {
    const document = feedJson(bytes);
    const builder = new RangeRowsBuilder();
    for (const path of steps) visit(document, path, 0, builder);
    return builder.parsed();
  };
}

/** As `jsonRanges`, for a file whose first line is the document and whose rest is a signature. */
export function jsonLineRanges(...paths: readonly string[]): FeedParser {
  const parse = jsonRanges(...paths);
  return (bytes, limits) => {
    const end = bytes.indexOf(0x0a);
    return parse(end < 0 ? bytes : bytes.subarray(0, end), limits);
  };
}

/** Azure's service tags: only AzureCloud and AzureCloud.<region>, as the others repeat them or are not Azure. */
export const azureServiceTags: FeedParser = (bytes) => {
  const builder = new RangeRowsBuilder();
  for (const tag of members(feedJson(bytes), "values")) {
    if (!/^AzureCloud(\.|$)/.test(String(field(tag, "name")))) continue;
    for (const prefix of members(field(tag, "properties"), "addressPrefixes")) builder.add(prefix);
  }
  return builder.parsed();
};

/** An object's own property; undefined for anything else. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** @throws {FeedRefused} when the property is missing or not a list */
export function members(value: unknown, name: string): readonly unknown[] {
  const list = field(value, name);
  if (!Array.isArray(list)) throw new FeedRefused(`the document has no list "${name}"`);
  return list;
}

/** A path that ends early gives no row, as providers leave the second address family out. A value that is not text is a bad row. */
function visit(value: unknown, path: readonly string[], depth: number, builder: RangeRowsBuilder): void {
  if (depth === path.length) {
    if (value !== undefined && value !== null && value !== "") builder.add(value);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (path[depth] !== "*") return visit(field(value, path[depth]!), path, depth + 1, builder);
  for (const element of Object.values(value)) visit(element, path, depth + 1, builder);
}
