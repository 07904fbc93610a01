/**
 * The part of npm:dns-packet that is used here. The package has no types, and npm:@types/dns-packet does not fit: its decoded
 * packet has no `rcode`, it demands fields of an OPT record that the library fills in, and it trusts `data` from the network
 * to have the type of its record.
 */
export interface Packet {
  readonly id: number;
  readonly flags: number;
  readonly rcode: string;
  readonly questions: readonly { readonly name: string; readonly type: string }[];
  readonly answers: readonly ResourceRecord[];
  readonly authorities: readonly ResourceRecord[];
}

export interface ResourceRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** By type: text for A, AAAA, CNAME and NS, an object for MX and SOA, a list of bytes for TXT. */
  readonly data: unknown;
}

/** Parts left out are empty. */
export interface Draft {
  readonly type: "query" | "response";
  readonly id: number;
  readonly flags: number;
  readonly questions: readonly { readonly name: string; readonly type: string }[];
  readonly answers?: readonly object[];
  readonly authorities?: readonly object[];
  readonly additionals?: readonly object[];
}

export function encode(packet: Draft): Uint8Array<ArrayBuffer>;
/** Throws on most malformed bytes. `bytes` is how many the last call took, which may be more than there were. */
export const decode: { (bytes: Uint8Array): Packet; readonly bytes: number };
export const RECURSION_DESIRED: number;
