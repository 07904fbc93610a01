/** The networks that together are a range of addresses. */
import { type Address, addressFromV4, addressFromV6, type Cidr } from "./address.ts";

const V4_BITS = 32;
const V6_BITS = 128;

/** @param first unsigned 32-bit integers, both included */
export function* coverOfV4(first: number, last: number): IterableIterator<Cidr> {
  for (let at = first; at <= last;) {
    let size = at === 0 ? 2 ** V4_BITS : at % 2 ** V4_BITS & -at;
    if (size <= 0) size += 2 ** V4_BITS;
    while (at + size - 1 > last) size /= 2;
    yield { address: addressFromV4(at), prefix: V4_BITS - Math.log2(size) };
    at += size;
  }
}

export function* coverOfV6(first: bigint, last: bigint): IterableIterator<Cidr> {
  for (let at = first; at <= last;) {
    let bits = 0n;
    while (bits < BigInt(V6_BITS) && (at & (1n << bits)) === 0n && at + (2n << bits) - 1n <= last) bits++;
    yield { address: addressOf(at), prefix: V6_BITS - Number(bits) };
    at += 1n << bits;
  }
}

function addressOf(value: bigint): Address {
  const word = (index: bigint) => Number(value >> (96n - 32n * index) & 0xffffffffn);
  return addressFromV6([word(0n), word(1n), word(2n), word(3n)]);
}
