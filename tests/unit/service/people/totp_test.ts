/** Codes of authenticators: the vectors of RFC 4226 and RFC 6238, once only, and what ten wrong codes do. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  judgeCode,
  lockedUntil,
  type SecondFactor,
  STEP_MS,
} from "../../../../src/model/access/second_factor.ts";
import {
  codeAt,
  newRecoveryCodes,
  newSecret,
  otpauthUri,
  readCode,
} from "../../../../src/service/people/totp.ts";

/** "12345678901234567890" in Base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-20T12:00:10Z");

Deno.test("RFC 4226, appendix D", () => {
  const codes = [
    "755224",
    "287082",
    "359152",
    "969429",
    "338314",
    "254676",
    "287922",
    "162583",
    "399871",
    "520489",
  ];
  assert.deepEqual(codes.map((_, counter) => codeAt(SECRET, counter)), codes);
});

Deno.test("RFC 6238, appendix B, the last six of eight digits", () => {
  const rows = [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ] as const;
  for (const [seconds, code] of rows) {
    assert.equal(codeAt(SECRET, Math.floor(seconds * 1000 / STEP_MS)), code);
  }
});

Deno.test("secrets are 160 random bits in Base32, in the address and by themselves", () => {
  const secret = newSecret((length) => new Uint8Array(length).fill(0xff));
  assert.equal(secret, "7".repeat(32));
  assert.equal(newSecret(() => new TextEncoder().encode("12345678901234567890")), SECRET);
  const uri = new URL(otpauthUri(SECRET, { account: "Shop: one", email: "anna@shop.example" }));
  assert.equal(uri.protocol, "otpauth:");
  assert.equal(uri.host, "totp");
  assert.equal(decodeURIComponent(uri.pathname), "/Winnow Shop  one:anna@shop.example");
  assert.equal(uri.searchParams.get("secret"), SECRET);
  assert.equal(uri.searchParams.get("issuer"), "Winnow Shop  one");
});

const fresh = (more: Partial<SecondFactor> = {}): SecondFactor => ({
  secret: "",
  usedStep: 0,
  wrong: [],
  recovery: [],
  ...more,
});
const at = (step: number) => codeAt(SECRET, step);
const step = Math.floor(NOW / STEP_MS);
const judge = (factor: SecondFactor, code: string, now = NOW) => judgeCode(factor, readCode(code), now, at);

Deno.test("a code of now, of the step before and of the one after is accepted, once, and none before it afterwards", () => {
  for (const near of [-1, 0, 1]) {
    const { result, factor } = judge(fresh(), at(step + near));
    assert.equal(result, "accepted");
    assert.equal(judge(factor, at(step + near)).result, "used");
    if (near > -1) assert.equal(judge(factor, at(step + near - 1)).result, "used");
  }
  for (const far of [-2, 2, 100]) assert.equal(judge(fresh(), at(step + far)).result, "wrong");
  assert.equal(judge(fresh(), ` ${at(step).slice(0, 3)} ${at(step).slice(3)} `).result, "accepted", "blanks");
});

Deno.test("after ten wrong codes in an hour only a recovery code is accepted, for that hour", () => {
  const { codes, stored } = newRecoveryCodes((length) => crypto.getRandomValues(new Uint8Array(length)));
  let factor = fresh({ recovery: stored });
  for (let count = 0; count < 10; count++) {
    assert.equal(lockedUntil(factor, NOW + count), null);
    const judged = judge(factor, "000000", NOW + count);
    assert.equal(judged.result, "wrong");
    factor = judged.factor;
  }
  assert.equal(judge(factor, at(step)).result, "locked", "the right one");
  assert.equal(lockedUntil(factor, NOW + 20), NOW + HOUR);
  const recovered = judge(factor, codes[3]!);
  assert.equal(recovered.result, "recovered");
  assert.equal(recovered.factor.recovery.length, 9);
  assert.equal(judge(recovered.factor, codes[3]!).result, "wrong", "a recovery code works once");
  assert.equal(judge(factor, at(Math.floor((NOW + HOUR) / STEP_MS)), NOW + HOUR - 1).result, "locked");
  assert.equal(judge(factor, at(Math.floor((NOW + HOUR) / STEP_MS)), NOW + HOUR).result, "accepted");
});

Deno.test("of any guesses at most ten are judged in any hour", () => {
  const guess = fc.record({
    wait: fc.integer({ min: 0, max: HOUR / 4 }),
    code: fc.stringMatching(/^\d{6}$/),
  });
  fc.assert(fc.property(fc.array(guess, { maxLength: 60 }), (guesses) => {
    let [factor, now] = [fresh(), NOW];
    const judged: number[] = [];
    for (const { wait, code } of guesses) {
      now += wait;
      const { result, factor: next } = judge(factor, code, now);
      factor = next;
      if (result === "wrong" || result === "used") judged.push(now);
      assert.ok(judged.filter((at) => at > now - HOUR).length <= 10);
    }
  }));
});
