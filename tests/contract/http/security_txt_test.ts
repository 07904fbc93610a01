import assert from "node:assert/strict";
import { readConfig } from "../../../src/app/settings/config.ts";
import { startApp } from "../../support/app/app.ts";

const PATH = "/.well-known/security.txt";

Deno.test("security.txt names the contact, and a day within the year", async () => {
  const now = () => Date.parse("2026-03-05T17:20:11.123Z");
  const rows: [env: Record<string, string>, text: string][] = [
    [{}, ""],
    [
      { WINNOW_SECURITY_CONTACT: "security@example.com" },
      "Contact: mailto:security@example.com\nExpires: 2026-09-01T00:00:00Z\nPreferred-Languages: en\n",
    ],
    [
      { WINNOW_SECURITY_CONTACT: "https://example.com/report", WINNOW_BASE_URL: "https://risk.example.com/" },
      "Contact: https://example.com/report\nExpires: 2026-09-01T00:00:00Z\nPreferred-Languages: en\n" +
      `Canonical: https://risk.example.com${PATH}\n`,
    ],
    [
      { WINNOW_SECURITY_CONTACT: "tel:+1-201-555-0123", WINNOW_BASE_URL: "http://risk.example.com" },
      "Contact: tel:+1-201-555-0123\nExpires: 2026-09-01T00:00:00Z\nPreferred-Languages: en\n",
    ],
  ];
  for (const [env, text] of rows) {
    await using app = await startApp({ env, now });
    const answer = await app.ask(PATH, { key: null });
    if (env.WINNOW_SECURITY_CONTACT === undefined) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.code, "not_found");
      continue;
    }
    assert.equal(answer.status, 200);
    assert.equal(answer.text, text);
    assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.equal((await app.ask(PATH, { key: null, method: "HEAD" })).status, 200);
  }
});

Deno.test("a contact is an e-mail address or a URI that the standard takes", () => {
  const contact = (text: string) => readConfig({ WINNOW_SECURITY_CONTACT: text }).securityContact;
  assert.equal(contact(""), null);
  assert.equal(contact("a.b+c@example.com"), "mailto:a.b+c@example.com");
  for (const uri of ["mailto:a@example.com", "https://example.com/.well-known?x=1", "tel:+12015550123"]) {
    assert.equal(contact(uri), uri);
  }
  for (
    const text of [
      "example.com",
      "http://example.com/report",
      "javascript:alert(1)",
      "ftp://example.com",
      "mailto:nobody",
      "tel:call me",
      "https://",
      "https://exa mple.com",
      "a@example.com\nExpires: 2099-01-01T00:00:00Z",
      "https://example.com/\r\nContact: mailto:x@example.com",
      "m\u00fcller@example.com",
      "a@b@c",
    ]
  ) {
    assert.throws(
      () => contact(text),
      /^SettingError: WINNOW_SECURITY_CONTACT must be an e-mail address/,
      text,
    );
  }
});
