/** Which reports change the list of a value alone, without a read of the account's own entry. */
import assert from "node:assert/strict";
import { isListedOnly } from "../../../../src/records/reputation/reputation_write.ts";
import type { Value } from "../../../../src/db/engine.ts";

const ONE = { reports: 1, labels: 0, days: [[20_000, 1]] };
/** Of all accounts that have entries of their own. */
const APART = { reports: 1, labels: 0, days: [] };

/** Undefined: not in memory. */
const CASES: readonly {
  name: string;
  shared: Value | null | undefined;
  own?: Value | null;
  account?: string;
  expected: boolean;
}[] = [
  { name: "the list is not in memory", shared: undefined, own: null, expected: false },
  { name: "nobody reported the value", shared: null, expected: true },
  { name: "others reported it", shared: { other: ONE }, expected: true },
  { name: "the account did", shared: { member: ONE }, expected: true },
  { name: "some have entries of their own, perhaps the account", shared: { "+": APART }, expected: false },
  {
    name: "some have entries of their own, the account has none",
    shared: { "+": APART },
    own: null,
    expected: true,
  },
  { name: "the account has an entry of its own", shared: { "+": APART }, own: ONE, expected: false },
  { name: "a guest", shared: { other: ONE }, own: null, account: "guest", expected: false },
];

for (const { name, shared, own, account = "member", expected } of CASES) {
  Deno.test(`a report changes the list alone: ${name}: ${expected}`, () => {
    const writer = { peek: ([first]: readonly string[]) => first === "reputation" ? shared : own };
    const isMember = (id: string) => id !== "guest";
    assert.equal(isListedOnly(writer, { kind: "ip", hash: "hash" }, account, isMember), expected);
  });
}
