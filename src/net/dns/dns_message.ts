/** DNS messages (RFC 1035, 6891): encodes queries, and parses the responses that match them. */
import { Buffer } from "node:buffer";
// @ts-types="./dns_packet.d.ts"
import { decode, encode, type Packet, RECURSION_DESIRED, type ResourceRecord } from "dns-packet";
import { type Address, parseAddress } from "../../model/address/address.ts";
import type { MxRecord } from "../../model/outside_facts.ts";

export interface RecordData {
  A: Address;
  AAAA: Address;
  MX: MxRecord;
  TXT: string;
  NS: string;
}

export type RecordType = keyof RecordData;

export interface Question<T extends RecordType = RecordType> {
  /** Lower case, without the trailing dot. */
  readonly name: string;
  readonly type: T;
}

/** The content of a response, before any judgement whether the resolver is trustworthy. */
export interface ParsedAnswer<T extends RecordType = RecordType> {
  /** False on NXDOMAIN, unless the name itself is an alias whose target is missing. */
  readonly exists: boolean;
  readonly records: readonly RecordData[T][];
  /** The end of the alias chain when the response has no data for it. */
  readonly unresolvedAlias: string | null;
  /** Owner of the SOA record in the authority section, when it is the name or an ancestor; "" is the root. */
  readonly soa: string | null;
  readonly ttlSeconds: number;
}

export type Response =
  | { readonly kind: "truncated" }
  /** The resolver does not support EDNS, or its response is malformed. */
  | { readonly kind: "no_edns" }
  /** SERVFAIL, REFUSED and the like. */
  | { readonly kind: "failure"; readonly rcode: string }
  | { readonly kind: "answer"; readonly answer: ParsedAnswer };

/** The size that is not fragmented on any path (DNS flag day 2020). */
const UDP_SIZE = 1232;
const HEADER_BYTES = 12;
const QR = 0x80;
const TC = 0x02;
/** Except for TXT, where all records count to conclude that there is no SPF; the message size limits those. */
const MAX_RECORDS = 100;
const MAX_CHAIN_LENGTH = 16;
/** Time to live of an empty answer that carries no SOA, in seconds. */
const BARE_NEGATIVE_TTL = 60;

export function encodeQuery(id: number, question: Question, edns: boolean): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encode({
    type: "query",
    id,
    flags: RECURSION_DESIRED,
    questions: [question],
    additionals: edns ? [{ type: "OPT", name: ".", udpPayloadSize: UDP_SIZE }] : [],
  }));
}

/** Null when the bytes are not the response to the query: another id, another question, or no response. */
export function parseResponse(bytes: Uint8Array, query: Uint8Array, question: Question): Response | null {
  if (bytes.length < HEADER_BYTES || bytes[0] !== query[0] || bytes[1] !== query[1]) return null;
  if ((bytes[2]! & QR) === 0) return null;
  const rcode = bytes[3]! & 15;
  const echoed = sameQuestion(bytes, query);
  if (rcode === 1 || rcode === 4) return echoed || bytes[5] === 0 ? { kind: "no_edns" } : null;
  if (!echoed) return null;
  if ((bytes[2]! & TC) !== 0) return { kind: "truncated" };
  const packet = decoded(bytes);
  if (packet === null) return { kind: "no_edns" };
  if (packet.rcode !== "NOERROR" && packet.rcode !== "NXDOMAIN") {
    return { kind: "failure", rcode: packet.rcode };
  }
  const answer = parseAnswer(packet, question);
  return answer === null ? { kind: "no_edns" } : { kind: "answer", answer };
}

function decoded(bytes: Uint8Array): Packet | null {
  try {
    const packet = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return decode.bytes <= bytes.length ? packet : null;
  } catch {
    return null;
  }
}

/** True when the question sections are equal, ignoring letter case. No length, type or class byte of a query is a letter. */
function sameQuestion(bytes: Uint8Array, query: Uint8Array): boolean {
  if (bytes[4] !== 0 || bytes[5] !== 1) return false;
  let end = HEADER_BYTES;
  while (query[end] !== 0) end += query[end]! + 1;
  end += 5;
  if (bytes.length < end) return false;
  for (let at = HEADER_BYTES; at < end; at++) if (lower(bytes[at]!) !== lower(query[at]!)) return false;
  return true;
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Null when a requested record is malformed: without it the answer could look empty. */
function parseAnswer(packet: Packet, question: Question): ParsedAnswer | null {
  let name = question.name;
  let ttl = Infinity;
  for (let link = 0; link < MAX_CHAIN_LENGTH; link++) {
    const alias = packet.answers.find((row) => row.type === "CNAME" && plain(row.name) === name);
    if (alias === undefined) break;
    name = plain(alias.data);
    ttl = Math.min(ttl, alias.ttl);
  }
  const records: RecordData[RecordType][] = [];
  for (const row of packet.answers) {
    if (row.type !== question.type || plain(row.name) !== name || isFull(question, records)) continue;
    const data = PARSERS[question.type](row.data);
    if (data === null) return null;
    records.push(data);
    ttl = Math.min(ttl, row.ttl);
  }
  const authority = packet.authorities.find((row) => row.type === "SOA" && covers(plain(row.name), name));
  const missing = packet.rcode === "NXDOMAIN";
  if (records.length === 0) {
    ttl = Math.min(ttl, authority === undefined ? BARE_NEGATIVE_TTL : negativeTtl(authority));
  }
  const finished = records.length > 0 || missing || authority !== undefined || name === question.name;
  return {
    exists: !missing || name !== question.name,
    records,
    unresolvedAlias: finished ? null : name,
    soa: authority === undefined ? null : plain(authority.name),
    ttlSeconds: ttl,
  };
}

function isFull({ type }: Question, records: readonly unknown[]): boolean {
  return type !== "TXT" && records.length >= MAX_RECORDS;
}

/** RFC 2308: the lesser of the SOA's own time to live and its MINIMUM. */
function negativeTtl(soa: ResourceRecord): number {
  const { minimum } = soa.data as { readonly minimum?: unknown };
  return typeof minimum === "number" ? Math.min(minimum, soa.ttl) : soa.ttl;
}

function covers(zone: string, name: string): boolean {
  return zone === "" || name === zone || name.endsWith(`.${zone}`);
}

/** Lower case, no trailing dot; the root is "". */
function plain(name: unknown): string {
  return typeof name === "string" ? name.toLowerCase().replace(/\.$/, "") : "";
}

const PARSERS: { readonly [T in RecordType]: (data: unknown) => RecordData[T] | null } = {
  A: (data) => typeof data === "string" ? parseAddress(data) : null,
  AAAA: (data) => typeof data === "string" ? parseAddress(data) : null,
  MX: (data) => {
    const { preference, exchange } = (data ?? {}) as {
      readonly preference?: unknown;
      readonly exchange?: unknown;
    };
    return typeof exchange === "string"
      ? { preference: Number(preference ?? 0), exchange: plain(exchange) }
      : null;
  },
  TXT: (data) => {
    const parts = (Array.isArray(data) ? data : [data]) as readonly unknown[];
    return parts.map((part) => typeof part === "string" ? part : new TextDecoder().decode(part as Uint8Array))
      .join("");
  },
  NS: (data) => plain(data),
};
