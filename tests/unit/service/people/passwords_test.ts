/** Which passwords are refused, and how they are hashed: with a published vector's parameters, a few at a time. */
import assert from "node:assert/strict";
import { argon2id } from "@noble/hashes/argon2.js";
import { isCommonPassword } from "../../../../src/service/people/common_passwords.ts";
import { argon2 } from "../../../../src/service/people/hashing/argon2.ts";
import { passwordProblem, Passwords } from "../../../../src/service/people/passwords.ts";

const COMMON = [
  "polniypizdec0211",
  "Administrator",
  "1qaz2wsx3edc4rfv",
  "correcthorsebatterystaple",
  "password1234",
  "Password2024!",
  "qwertyuiop123",
  "letmeinletmein",
  "passwordpassword",
  "iloveyou1234",
  "aaaaaaaaaaaa",
  "123456789012",
  "987654321098",
  "2024football!",
];
const GOOD = [
  "violet anvil 93 tambourine",
  "kestrel-over-the-harbour",
  "Xk3!vbQ9zPm2",
  "dragon!8f%39d(2xq",
  "пароль из трёх слов",
];

Deno.test("leaked and lengthened passwords are common, others are not", () => {
  for (const password of COMMON) assert.ok(isCommonPassword(password), password);
  for (const password of GOOD) assert.equal(passwordProblem(password, "a@b.example"), null, password);
});

Deno.test("length is counted in characters", () => {
  assert.match(passwordProblem("ü-🦊-seven-x", "a@b.example") ?? "", /at least 12/);
  assert.equal(passwordProblem("ü-🦊-twelve-x", "a@b.example"), null);
});

Deno.test("a password takes no long time to judge, whatever it is", () => {
  for (const unit of ["a", "ab", "a1", "1", "!", "_a"]) {
    const started = performance.now();
    isCommonPassword(unit.repeat(200).slice(0, 199) + "\u0000");
    assert.ok(performance.now() - started < 50, unit);
  }
});

Deno.test("argon2id, as another library computes it", async () => {
  const salt = new Uint8Array(16).fill(7);
  const expected = argon2id("correct horse", salt, { m: 19 * 1024, t: 2, p: 1, dkLen: 32 });
  assert.deepEqual(await argon2("correct horse", salt), expected);
});

Deno.test("two are hashed at a time, thirty wait, others are refused", async () => {
  let [running, most] = [0, 0];
  const passwords = new Passwords({
    async hash() {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return new Uint8Array(32);
    },
    close() {},
  });
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.hash("x", "")));
  assert.equal(most, 2);
  const refused = all.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 8);
  assert.equal((refused[0] as PromiseRejectedResult).reason.code, "overloaded");
});
