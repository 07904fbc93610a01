/** Writes small MaxMind DB files (MaxMind DB File Format Specification 2.0) for tests. */
import { parseCidr } from "../../src/model/address.ts";

/** What a record may hold; a number is written as uint32. */
export type MmdbValue = string | number | boolean | readonly MmdbValue[] | {
  readonly [key: string]: MmdbValue;
};

export interface MmdbDraft {
  readonly type: string;
  readonly ipVersion?: 4 | 6;
  readonly recordSize?: 24 | 28;
  /** CIDR to record. In a tree of version 6 an IPv4 network stands below `::/96`. */
  readonly networks: Readonly<Record<string, MmdbValue>>;
  /** Bytes to use as the data section instead of the records; every network then points at its beginning. */
  readonly rawData?: readonly number[];
  readonly metadata?: Readonly<Record<string, MmdbValue>>;
}

type Node = [left: Branch, right: Branch];
type Branch = Node | { readonly data: number } | null;

export function mmdbBytes(draft: MmdbDraft): Uint8Array {
  const ipVersion = draft.ipVersion ?? 6;
  const data: number[] = [...draft.rawData ?? []];
  const root: Node = [null, null];
  for (const [cidr, record] of Object.entries(draft.networks)) {
    const at = draft.rawData === undefined ? data.length : 0;
    if (draft.rawData === undefined) data.push(...encode(record));
    insert(root, bitsOf(cidr, ipVersion), { data: at });
  }
  const nodes: Node[] = [];
  number(root, nodes);
  const places = new Map(nodes.map((node, index) => [node, index]));
  const recordSize = draft.recordSize ?? 24;
  const tree = nodes.flatMap((node) => {
    const [left, right] = node.map((branch) => {
      if (branch === null) return nodes.length;
      return Array.isArray(branch) ? places.get(branch)! : nodes.length + 16 + branch.data;
    }) as [number, number];
    const middle = recordSize === 24 ? [] : [((left >>> 24) << 4) | (right >>> 24)];
    return [...bigEndian(left, 3), ...middle, ...bigEndian(right, 3)];
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: recordSize,
    ip_version: ipVersion,
    database_type: draft.type,
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    description: { en: "test" },
    ...draft.metadata,
  });
  const marker = [0xab, 0xcd, 0xef, ...new TextEncoder().encode("MaxMind.com")];
  return Uint8Array.from([...tree, ...new Array(16).fill(0), ...data, ...marker, ...metadata]);
}

/** One value in the data section's own form. */
export function encode(value: MmdbValue): number[] {
  if (typeof value === "string") {
    const bytes = [...new TextEncoder().encode(value)];
    return [...control(2, bytes.length), ...bytes];
  }
  if (typeof value === "number") return [...control(6, 4), ...bigEndian(value, 4)];
  if (typeof value === "boolean") return control(14, value ? 1 : 0);
  if (Array.isArray(value)) return [...control(11, value.length), ...value.flatMap(encode)];
  const pairs = Object.entries(value as Record<string, MmdbValue>);
  return [...control(7, pairs.length), ...pairs.flatMap(([key, item]) => [...encode(key), ...encode(item)])];
}

function control(type: number, size: number): number[] {
  const [low, extra] = size < 29
    ? [size, []]
    : size < 285
    ? [29, [size - 29]]
    : [30, bigEndian(size - 285, 2)];
  return type < 8 ? [(type << 5) | low, ...extra] : [low, type - 7, ...extra];
}

function bigEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256);
}

function bitsOf(text: string, ipVersion: 4 | 6): string {
  const cidr = parseCidr(text);
  if (cidr === null) throw new Error(`not a network: ${text}`);
  const { address, prefix } = cidr;
  const binary = (word: number) => word.toString(2).padStart(32, "0");
  if (address.family === 6) return address.v6.map(binary).join("").slice(0, prefix);
  return (ipVersion === 6 ? "0".repeat(96) : "") + binary(address.v4).slice(0, prefix);
}

function insert(root: Node, bits: string, leaf: { data: number }): void {
  let node = root;
  for (let depth = 0; depth < bits.length - 1; depth++) {
    const side = Number(bits[depth]) as 0 | 1;
    const next = node[side];
    node = Array.isArray(next) ? next : (node[side] = [null, null]) as Node;
  }
  node[Number(bits.at(-1)) as 0 | 1] = leaf;
}

function number(node: Node, nodes: Node[]): void {
  nodes.push(node);
  for (const branch of node) if (Array.isArray(branch)) number(branch, nodes);
}
