/**
 * IP addresses in one canonical form. IPv4 is strict dotted decimal (no leading zeros, four parts); IPv6 is RFC 4291
 * text without a zone id, written as RFC 5952. IPv4-mapped IPv6 (`::ffff:8.8.8.8`) becomes IPv4.
 */

export interface Address {
  readonly family: 4 | 6;
  /** Canonical text. */
  readonly text: string;
  /** The IPv4 address as an unsigned 32-bit integer; 0 for IPv6. */
  readonly v4: number;
  /** The IPv6 address as four unsigned 32-bit words, most significant first; zeros for IPv4. */
  readonly v6: readonly [number, number, number, number];
}

/** An address and a prefix length; host bits are zero. */
export interface Cidr {
  readonly address: Address;
  readonly prefix: number;
}

const NO_V6 = [0, 0, 0, 0] as const;
const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;

/** Null when the text is not an address. */
export function parseAddress(text: string): Address | null {
  const v4 = parseV4(text);
  if (v4 !== null) return { family: 4, text, v4, v6: NO_V6 };
  if (text.length > 45 || !text.includes(":") || text.includes("%")) return null;
  const hexadecimal = withoutDottedTail(text);
  const groups = hexadecimal === null ? null : parseV6(hexadecimal);
  if (groups === null) return null;
  return addressFromV6([wordAt(groups, 0), wordAt(groups, 2), wordAt(groups, 4), wordAt(groups, 6)]);
}

/** The 32-bit word of two 16-bit groups. */
function wordAt(groups: readonly number[], at: number): number {
  return ((groups[at]! << 16) | groups[at + 1]!) >>> 0;
}

/** The address of an unsigned 32-bit integer. */
export function addressFromV4(v4: number): Address {
  const n = v4 >>> 0;
  return {
    family: 4,
    text: `${n >>> 24}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`,
    v4: n,
    v6: NO_V6,
  };
}

/** The address of four unsigned 32-bit words. An IPv4-mapped one becomes IPv4. */
export function addressFromV6(v6: readonly [number, number, number, number]): Address {
  if (v6[0] === 0 && v6[1] === 0 && v6[2] === 0xffff) return addressFromV4(v6[3]);
  return fromWords([...v6]);
}

/** `a.b.c.d/n`, `x::/n`, or a bare address (its full length). Host bits are cleared. Null for other text. */
export function parseCidr(text: string): Cidr | null {
  const slash = text.indexOf("/");
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === null) return null;
  const mapped = address.family === 4 && text.includes(":");
  const bits = address.family === 4 ? 32 : 128;
  if (slash < 0) return { address, prefix: bits };
  const digits = text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(digits)) return null;
  const prefix = Number(digits) - (mapped ? 96 : 0);
  if (prefix < 0 || prefix > bits) return null;
  return { address: networkOf(address, prefix), prefix };
}

/** The network address of a prefix: the address with its host bits cleared. */
export function networkOf(address: Address, prefix: number): Address {
  if (address.family === 4) return addressFromV4(address.v4 & ~hostBits(prefix, 0));
  const [a, b, c, d] = address.v6;
  return fromWords([
    (a & ~hostBits(prefix, 0)) >>> 0,
    (b & ~hostBits(prefix, 1)) >>> 0,
    (c & ~hostBits(prefix, 2)) >>> 0,
    (d & ~hostBits(prefix, 3)) >>> 0,
  ]);
}

/** The bits of one 32-bit word of an address (word 0 is the most significant) that do not belong to the prefix. */
export function hostBits(prefix: number, word: number): number {
  const kept = Math.min(32, Math.max(0, prefix - word * 32));
  return kept === 32 ? 0 : 0xffffffff >>> kept;
}

/** For sorting: IPv4 before IPv6, then by value. */
export function compareAddresses(one: Address, other: Address): number {
  if (one.family !== other.family) return one.family - other.family;
  return one.family === 4 ? one.v4 - other.v4 : compareWords(one.v6, 0, other.v6, 0, 4);
}

/** Compares two addresses of `width` words each, at index `i` of `a` and index `j` of `b`. */
export function compareWords(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  width: number,
): number {
  for (let word = 0; word < width; word++) {
    const difference = a[i + word]! - b[j + word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Writes the address that follows the one at index `at` of `words` to `into`, whose length is its width; false after the last address. */
export function successor(words: ArrayLike<number>, at: number, into: Uint32Array): boolean {
  let carry = 1;
  for (let word = into.length - 1; word >= 0; word--) {
    const value = words[at + word]! + carry;
    into[word] = value;
    carry = value > 0xffffffff ? 1 : 0;
  }
  return carry === 0;
}

/** The network that counts as one client in velocity and in limits: the /24 of an IPv4 address, the /48 of an IPv6 one, as CIDR text. */
export function clientSubnet(address: Address): string {
  const { family, text } = address;
  return family === 4 ? `${text.slice(0, text.lastIndexOf("."))}.0/24` : `${networkOf(address, 48).text}/48`;
}

/** What one line has: an IPv4 address itself, the /64 of an IPv6 one, as text. */
export function lineOf(address: Address): string {
  return address.family === 4 ? address.text : `${networkOf(address, 64).text}/64`;
}

/** The network of about one operator: the /16 of an IPv4 address, the /32 of an IPv6 one, as CIDR text. */
export function operatorSubnet(address: Address): string {
  const { family, text } = address;
  return family === 4
    ? `${text.slice(0, text.indexOf(".", text.indexOf(".") + 1))}.0.0/16`
    : `${networkOf(address, 32).text}/32`;
}

/** True when the network contains the address. */
export function contains(cidr: Cidr, address: Address): boolean {
  if (cidr.address.family !== address.family) return false;
  if (address.family === 4) {
    return cidr.prefix === 0 || (address.v4 ^ cidr.address.v4) >>> (32 - cidr.prefix) === 0;
  }
  for (let index = 0, left = cidr.prefix; left > 0; index++, left -= 32) {
    const shift = left >= 32 ? 0 : 32 - left;
    if ((address.v6[index]! ^ cidr.address.v6[index]!) >>> shift !== 0) return false;
  }
  return true;
}

/** The eight groups of RFC 4291 text without a dotted tail; null when it is none. */
function parseV6(text: string): readonly number[] | null {
  const groups: number[] = [];
  /** Where groups of zeros are left out. */
  let gap = -1;
  let at = 0;
  if (text.startsWith("::")) {
    gap = 0;
    at = 2;
  }
  while (at < text.length) {
    const start = at;
    let group = 0;
    for (let digit; (digit = hexDigit(text.charCodeAt(at))) >= 0; at++) group = group * 16 + digit;
    if (at === start || at - start > 4 || groups.push(group) > 8) return null;
    if (at === text.length) break;
    if (text[at++] !== ":" || at === text.length) return null;
    if (text[at] === ":") {
      if (gap >= 0) return null;
      gap = groups.length;
      at++;
    }
  }
  const missing = 8 - groups.length;
  if (gap < 0 ? missing !== 0 : missing < 1) return null;
  for (let zeros = 0; zeros < missing; zeros++) groups.splice(gap, 0, 0);
  return groups;
}

/** Of a character's code; -1 when it is not a hexadecimal digit, or NaN. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Replaces a dotted tail by two hexadecimal groups (RFC 4291 2.2); null when it is not an IPv4 address. */
function withoutDottedTail(text: string): string | null {
  const start = text.lastIndexOf(":") + 1;
  if (!text.includes(".", start)) return text;
  const tail = parseV4(text.slice(start));
  return tail === null
    ? null
    : `${text.slice(0, start)}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`;
}

function fromWords(v6: Address["v6"]): Address {
  return { family: 6, text: v6Text(v6), v4: 0, v6 };
}

/** As RFC 5952 writes it: the first of the longest runs of zero groups, of two or more, is `::`. */
function v6Text(v6: Address["v6"]): string {
  let [start, end] = [8, 9]; // none: a run must be longer than this one of one group
  for (let from = 0, at = 0; at < 8; from = ++at) {
    while (at < 8 && groupOf(v6, at) === 0) at++;
    if (at - from > end - start) [start, end] = [from, at];
  }
  let text = "";
  for (let at = 0; at < 8; at++) {
    if (at === start) text += at === 0 ? "::" : ":";
    if (at >= start && at < end) continue;
    text += groupOf(v6, at).toString(16);
    if (at < 7) text += ":";
  }
  return text;
}

/** One of the eight groups of 16 bits. */
function groupOf(v6: Address["v6"], at: number): number {
  return (v6[at >> 1]! >>> (at & 1 ? 0 : 16)) & 0xffff;
}

function parseV4(text: string): number | null {
  const match = V4.exec(text);
  if (match === null) return null;
  let value = 0;
  for (let index = 1; index <= 4; index++) {
    const part = Number(match[index]);
    if (part > 255) return null;
    value = value * 256 + part;
  }
  return value;
}
