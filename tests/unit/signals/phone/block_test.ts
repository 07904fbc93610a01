import assert from "node:assert/strict";
import fc from "fast-check";
import { phoneBlock } from "../../../../src/signals/phone/block.ts";
import { parsePhone } from "../../../../src/signals/phone/parse.ts";

const blockOf = (text: string) => phoneBlock(parsePhone(text, null).number!);

Deno.test("the block of a number, and how it is shown", () => {
  const rows: readonly (readonly [number: string, text: string, shown: string])[] = [
    ["+992501834567", "+99250183", "+992 50 183 ••••"],
    ["+992 50 183 99 99", "+99250183", "+992 50 183 ••••"],
    ["+12133734253", "+1213373", "+1 213 373 ••••"],
    ["+33612345678", "+3361234", "+33 6 12 34 •• ••"],
    ["+4915112345678", "+491511234", "+49 1511 234••••"],
    ["+12133734253 ext. 77", "+1213373", "+1 213 373 ••••"],
    ["+6421123456", "+642112", "+64 21 12• •••"],
  ];
  for (const [number, text, shown] of rows) assert.deepEqual(blockOf(number), { text, shown }, number);
  for (const short of ["+29051234", "+4912345", "+6831234"]) assert.equal(blockOf(short), null, short);
});

Deno.test("numbers that differ in their last four digits only have one block, which shows none of them", () => {
  const last = fc.stringMatching(/^\d{4}$/);
  fc.assert(
    fc.property(
      fc.stringMatching(/^\+(?:99250|4479|3361|1213|861)\d{5}$/),
      last,
      last,
      (start, one, other) => {
        const [a, b] = [one, other].map((end) => parsePhone(start + end, null).number);
        fc.pre(a?.possible === true && b?.possible === true);
        const [first, second] = [phoneBlock(a), phoneBlock(b)];
        assert.equal(first?.text, start);
        assert.equal(second?.text, start);
        assert.equal(first?.shown.replace(/[^\d+]/g, ""), start);
        assert.equal(first?.shown.split("•").length, 5);
      },
    ),
  );
});
