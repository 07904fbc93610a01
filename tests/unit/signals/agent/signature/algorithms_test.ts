import assert from "node:assert/strict";
import {
  agreedAlgorithm,
  type Algorithm,
  algorithmsOf,
} from "../../../../../src/signals/agent/signature/algorithms.ts";

Deno.test("agreedAlgorithm needs signature, key and JWK alg to agree", () => {
  const rows: readonly {
    kty: string;
    crv: string | null;
    alg: Algorithm | null;
    jwk: string | null;
    expected: string | null;
  }[] = [
    { kty: "OKP", crv: "Ed25519", alg: null, jwk: null, expected: "ed25519" },
    { kty: "OKP", crv: "Ed25519", alg: "ed25519", jwk: "EdDSA", expected: "ed25519" },
    { kty: "OKP", crv: "Ed25519", alg: "ed25519", jwk: "Ed25519", expected: "ed25519" },
    { kty: "OKP", crv: "Ed25519", alg: "ed25519", jwk: "ed25519", expected: "ed25519" },
    { kty: "OKP", crv: "Ed25519", alg: "rsa-pss-sha512", jwk: null, expected: null },
    { kty: "OKP", crv: "Ed25519", alg: null, jwk: "PS512", expected: null },
    { kty: "RSA", crv: null, alg: null, jwk: null, expected: "rsa-pss-sha512" },
    { kty: "RSA", crv: null, alg: null, jwk: "RS256", expected: "rsa-v1_5-sha256" },
    { kty: "RSA", crv: null, alg: null, jwk: "PS512", expected: "rsa-pss-sha512" },
    { kty: "RSA", crv: null, alg: "rsa-v1_5-sha256", jwk: null, expected: "rsa-v1_5-sha256" },
    { kty: "RSA", crv: null, alg: "rsa-v1_5-sha256", jwk: "PS512", expected: null },
    { kty: "RSA", crv: null, alg: "rsa-pss-sha512", jwk: "PS256", expected: null },
    { kty: "RSA", crv: null, alg: "ed25519", jwk: null, expected: null },
    { kty: "EC", crv: "P-256", alg: null, jwk: "ES256", expected: "ecdsa-p256-sha256" },
    { kty: "EC", crv: "P-384", alg: "ecdsa-p384-sha384", jwk: null, expected: "ecdsa-p384-sha384" },
    { kty: "EC", crv: "P-256", alg: "ecdsa-p384-sha384", jwk: null, expected: null },
    { kty: "EC", crv: "P-384", alg: null, jwk: "ES256", expected: null },
  ];
  for (const { kty, crv, alg, jwk, expected } of rows) {
    assert.equal(
      agreedAlgorithm(algorithmsOf(kty, crv), alg, jwk),
      expected,
      JSON.stringify({ kty, crv, alg, jwk }),
    );
  }
});
