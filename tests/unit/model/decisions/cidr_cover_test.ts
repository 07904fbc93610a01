/** Networks that cover a range of addresses: all of it, nothing else, and in as few as there can be of the ends. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { coverOfV4, coverOfV6 } from "../../../../src/model/address/cidr_cover.ts";

const textOf = ({ address, prefix }: { address: { text: string }; prefix: number }) =>
  `${address.text}/${prefix}`;

Deno.test("ranges as networks", () => {
  const rows: readonly (readonly [first: number, last: number, networks: readonly string[]])[] = [
    [0, 2 ** 32 - 1, ["0.0.0.0/0"]],
    [0, 0, ["0.0.0.0/32"]],
    [2 ** 32 - 1, 2 ** 32 - 1, ["255.255.255.255/32"]],
    [0x80000000, 0xffffffff, ["128.0.0.0/1"]],
    [0x01020301, 0x01020304, ["1.2.3.1/32", "1.2.3.2/31", "1.2.3.4/32"]],
  ];
  for (const [first, last, networks] of rows) {
    assert.deepEqual([...coverOfV4(first, last)].map(textOf), networks);
  }
  const v6 = 0x2001_0db8n << 96n;
  assert.deepEqual([...coverOfV6(v6, v6 + (1n << 64n) - 1n)].map(textOf), ["2001:db8::/64"]);
  assert.deepEqual([...coverOfV6(0n, (1n << 128n) - 1n)].map(textOf), ["::/0"]);
});

Deno.test("any range of IPv4 addresses is covered once, without a gap", () => {
  const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(fc.property(address, address, (one, other) => {
    const [first, last] = [Math.min(one, other), Math.max(one, other)];
    let next = first;
    for (const { address: { v4 }, prefix } of coverOfV4(first, last)) {
      assert.equal(v4, next);
      next += 2 ** (32 - prefix);
    }
    assert.equal(next, last + 1);
  }));
});
