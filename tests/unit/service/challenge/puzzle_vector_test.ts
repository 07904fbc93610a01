/** ALTCHA's wire format by its published vector (altcha-org/altcha-lib), and that a wrong counter is refused. */
import assert from "node:assert/strict";
import { verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

const PARAMETERS = {
  algorithm: "PBKDF2/SHA-256",
  nonce: "39baf91a19d671f8231217f9e28342a6",
  salt: "5e00d5d152e1a5db7d44fb6404a40a5e",
  keyPrefix: "00",
  cost: 1000,
  keyLength: 32,
} as const;
const SECRET = "signature.secret";
const SIGNATURE = "a10045ef3381d5516e0c3fd6bf0b90e02fab68d576ffe9e0e1c2d1cd1e404f2a";

/** The password is the nonce and the counter in four bytes (big-endian). */
async function keyOf(counter: number): Promise<string> {
  const password = new Uint8Array([
    ...Uint8Array.fromHex(PARAMETERS.nonce),
    0,
    0,
    counter >> 8,
    counter & 255,
  ]);
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const salt = Uint8Array.fromHex(PARAMETERS.salt);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: PARAMETERS.cost },
    key,
    PARAMETERS.keyLength * 8,
  );
  return new Uint8Array(bits).toHex();
}

async function solve(): Promise<{ readonly counter: number; readonly derivedKey: string }> {
  for (let counter = 0;; counter++) {
    const derivedKey = await keyOf(counter);
    if (derivedKey.startsWith(PARAMETERS.keyPrefix)) return { counter, derivedKey };
  }
}

Deno.test("the published vector is accepted with its solution, and refused with any other", async () => {
  const { counter, derivedKey } = await solve();
  const other = counter + 1;
  const rows: [
    name: string,
    solution: { counter: number; derivedKey: string },
    signature: string,
    ok: boolean,
  ][] = [
    ["the solution", { counter, derivedKey }, SIGNATURE, true],
    ["another counter with the right key", { counter: other, derivedKey }, SIGNATURE, false],
    [
      "another counter with its own key",
      { counter: other, derivedKey: await keyOf(other) },
      SIGNATURE,
      false,
    ],
    ["a made-up key", { counter, derivedKey: "00".repeat(32) }, SIGNATURE, false],
    ["another signature", { counter, derivedKey }, `b${SIGNATURE.slice(1)}`, false],
  ];
  for (const [name, solution, signature, ok] of rows) {
    const { verified } = await verifySolution({
      challenge: { parameters: PARAMETERS, signature },
      solution,
      deriveKey,
      hmacSignatureSecret: SECRET,
    });
    assert.equal(verified, ok, name);
  }
});
