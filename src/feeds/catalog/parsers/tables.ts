/** Feeds handed on as they are to the part of the program that reads them; here they are only checked and counted. */
import { Reader } from "mmdb-lib";
import { Buffer } from "node:buffer";
import { parseAddress } from "../../../model/address.ts";
import { type FeedParser, FeedRefused } from "../feed.ts";
import { inflated } from "./inflate.ts";
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
  const { entries, bad, dropped, example } = count;
  return { content: { kind: "rdap", text: feedText(bytes) }, entries, bad, dropped, example };
};

/** UTS 39: `0430 ;	0061 ;	MA	# comment` */
export const confusables: FeedParser = (bytes) => {
  const text = feedText(bytes);
  const count = new RowCount();
  for (const line of feedLines(text)) {
    if (/^[0-9A-F]{4,6}\s*;\s*[0-9A-F]{4,6}( [0-9A-F]{4,6})*\s*;\s*MA\b/.test(line)) count.entries++;
    else count.skip(line);
  }
  const { entries, bad, dropped, example } = count;
  return { content: { kind: "confusables", text }, entries, bad, dropped, example };
};

/** IPtoASN: `1.0.0.0	1.0.0.255	13335	US	CLOUDFLARENET`, gzip or plain. An entry is a routed row in good order. */
export const networkTable: FeedParser = (bytes, { maxBytes }) => {
  const tsv = inflated(bytes, maxBytes);
  const count = new RowCount();
  for (const line of feedLines(feedText(tsv))) {
    const [first = "", last = "", asn = ""] = line.split("\t", 4);
    const ends = [parseAddress(first), parseAddress(last)] as const;
    const ordered = ends[0] !== null && ends[1] !== null && ends[0].family === ends[1].family &&
      (ends[0].v4 <= ends[1].v4) && atMost(ends[0].v6, ends[1].v6);
    if (!ordered || !/^\d{1,10}$/.test(asn)) count.skip(line);
    else if (asn !== "0") count.entries++;
  }
  const { entries, bad, dropped, example } = count;
  return { content: { kind: "networks", tsv }, entries, bad, dropped, example };
};

/** An MMDB file; an entry is a node of its tree. Read again from disk by whoever uses it. */
export const cityDatabase: FeedParser = (bytes) => {
  let entries: number;
  try {
    entries = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).metadata.nodeCount;
  } catch (error) {
    throw new FeedRefused(`not an MMDB file: ${(error as Error).message.slice(0, 120)}`);
  }
  return { content: { kind: "city" }, entries, bad: 0, dropped: 0, example: null };
};

function isWebUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//.test(value);
}

function atMost(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, word] of a.entries()) if (word !== b[index]!) return word < b[index]!;
  return true;
}
