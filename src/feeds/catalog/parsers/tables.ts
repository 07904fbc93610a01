/** Checks and counts feeds whose content is passed on unchanged to its consumer. */
import { Reader } from "mmdb-lib";
import { Buffer } from "node:buffer";
import { type FeedParser, FeedRefused } from "../feed.ts";
import { members } from "./ranges.ts";
import { feedJson, feedLines, feedText, RowCount } from "./text.ts";

/** RFC 9224: `{"services":[[["com"],["https://…/"]],…]}`. An entry is a top-level domain with an http(s) base URL. */
export const rdapBootstrap: FeedParser = (bytes) => {
  const count = new RowCount();
  for (const service of members(feedJson(bytes), "services")) {
    const [labels, bases] = Array.isArray(service) ? service : [];
    const usable = Array.isArray(labels) && Array.isArray(bases) && bases.some(isWebUrl);
    if (usable) count.entries += labels.filter((label) => typeof label === "string").length;
    else count.skip(service);
  }
  return count.parsed({ kind: "rdap", data: feedText(bytes) });
};

/** UTS 39: `0430 ;	0061 ;	MA	# comment` */
export const confusables: FeedParser = (bytes) => {
  const text = feedText(bytes);
  const count = new RowCount();
  for (const line of feedLines(text)) {
    if (/^[0-9A-F]{4,6}\s*;\s*[0-9A-F]{4,6}( [0-9A-F]{4,6})*\s*;\s*MA\b/.test(line)) count.entries++;
    else count.skip(line);
  }
  return count.parsed({ kind: "confusables", data: text });
};

/** An MMDB file; an entry is a node of its tree. Its consumer reads it from disk. */
export const cityDatabase: FeedParser = (bytes) => {
  const count = new RowCount();
  try {
    count.entries = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).metadata.nodeCount;
  } catch (error) {
    throw new FeedRefused(`not an MMDB file: ${(error as Error).message.slice(0, 120)}`);
  }
  return count.parsed({ kind: "city", data: null });
};

function isWebUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//.test(value);
}
