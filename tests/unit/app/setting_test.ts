/** Addresses of settings: what is shown to people holds no password. */
import assert from "node:assert/strict";
import { optionalUrl } from "../../../src/app/settings/setting.ts";

Deno.test("a URL of a setting has neither a user name nor a password", () => {
  const rows: readonly (readonly [text: string, value: string | null])[] = [
    ["", null],
    ["https://mirror.lan/winnow/", "https://mirror.lan/winnow"],
  ];
  for (const [text, value] of rows) assert.equal(optionalUrl(text), value, text);
  for (
    const text of [
      "https://feeds:s3cret@mirror.lan/",
      "https://feeds@mirror.lan/",
      "ftp://mirror.lan/",
      "mirror",
    ]
  ) {
    assert.throws(() => optionalUrl(text), (error: Error) => !error.message.includes("s3cret"), text);
  }
});
