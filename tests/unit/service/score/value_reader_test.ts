import assert from "node:assert/strict";
import { AppError } from "../../../../src/model/error.ts";
import { type Refuse, ValueReader } from "../../../../src/service/score/value_reader.ts";

const refuse: Refuse = (why, field) => new AppError("invalid_value", `${field} ${why}`);

Deno.test("ValueReader returns the same input for the same text, but not for another country or with a mailbox probe", () => {
  const values = new ValueReader();
  const email = () => values.read("email", "jane@gmail.com", refuse);
  assert.equal(email(), email());
  const waiting = values.read("email", "jane@gmail.com", refuse, { waitForMailbox: true });
  assert.deepEqual([waiting.waitForMailbox, email().waitForMailbox], [true, false]);
  assert.equal(values.read("domain", "example.org", refuse), values.read("domain", "example.org", refuse));
  const phone = (country: string | null) => values.read("phone", "020 8366 1177", refuse, { country });
  assert.equal(phone("GB"), phone(" GB "));
  assert.deepEqual([phone("GB").e164, phone(null).parseStatus], ["+442083661177", "country_required"]);
});

Deno.test("ValueReader says what is wrong, and of which field", () => {
  const values = new ValueReader();
  values.read("phone", "1 020 8366 1177", refuse, { country: "GB" });
  const rows = [
    ["ip", "1.2.3", null, /^value is not/],
    ["email", " ", null, /^value must not be empty$/],
    ["email", "x".repeat(321), null, /^value may have at most 320 characters$/],
    ["domain", "", null, /^value must not be empty$/],
    ["domain", "http://x/", null, /^value is a URL/],
    ["phone", "1".repeat(65), "GB", /^value may have at most 64 characters$/],
    ["phone", "", "Britain", /^value must not be empty$/],
    ["phone", "020 8366 1177", "Britain", /^country must be a two-letter country code/],
    ["phone", "020 8366 1177", "GB 1", /^country must be a two-letter country code/],
  ] as const;
  for (const [kind, text, country, message] of rows) {
    assert.throws(() => values.read(kind, text, refuse, { country }), { message });
  }
});
