import assert from "node:assert/strict";
import { emailPattern } from "../../../../src/signals/email/normalize.ts";

Deno.test("a pattern is what numbered addresses have in common; an organisation's number of somebody is none", () => {
  const rows: [address: string, anywhere: string | null, atOrganisation: string | null][] = [
    ["anna.k1@one.com", "anna.k@one.com", "anna.k@one.com"],
    ["anna.k22@one.com", "anna.k@one.com", "anna.k@one.com"],
    ["j.smith3@one.com", "j.smith@one.com", "j.smith@one.com"],
    ["user2036@one.com", "user@one.com", "user@one.com"],
    ["user20361@one.com", "user@one.com", null],
    ["stud48213@one.com", "stud@one.com", null],
    ["student48213@one.com", "student@one.com", "student@one.com"],
    ["s1234567@one.com", null, null],
    ["a1@one.com", null, null],
    ["12345@one.com", null, null],
  ];
  for (const [address, anywhere, atOrganisation] of rows) {
    assert.deepEqual(
      [emailPattern(address, false), emailPattern(address, true)],
      [anywhere, atOrganisation],
      address,
    );
  }
});
