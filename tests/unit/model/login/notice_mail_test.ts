/** Mails about log-ins: complete in every language, whatever is known. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { CUSTOMER_LANGUAGES } from "../../../../src/model/customer_reason.ts";
import { factsIn, noticeMail } from "../../../../src/model/login/notice_mail.ts";

const FACTS = fc.record({
  at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  country: fc.option(fc.oneof(fc.constantFrom("DE", "BR", "XK", "ZZ", "T1", "de", ""), fc.string())),
  browser: fc.option(fc.constantFrom("Firefox 144", "Internet Explorer 11", "Safari")),
  os: fc.option(fc.constantFrom("Linux", "macOS")),
});

Deno.test("each language says all that is known, and both links once with the language", () => {
  fc.assert(fc.property(FACTS, fc.boolean(), (facts, isIn) => {
    const links = { me: "https://w.example/m", not_me: "https://w.example/n" };
    const mails = noticeMail(facts, { isIn, links });
    assert.deepEqual(Object.keys(mails), [...CUSTOMER_LANGUAGES]);
    for (const language of CUSTOMER_LANGUAGES) {
      const { subject, text } = mails[language];
      assert.ok(subject.length > 10 && !/[\r\n{}]/.test(subject));
      for (const link of Object.values(links)) {
        assert.equal(text.split(`${link}?lang=${language}\n`).length, 2);
      }
      const known = factsIn(facts, language);
      assert.equal(
        known.length,
        1 + [facts.country, facts.browser, facts.os].filter((each) => each !== null).length,
      );
      for (const [name, value] of known) {
        assert.ok(text.includes(value) && name.length > 2, `${language} ${value}`);
      }
    }
    const texts = CUSTOMER_LANGUAGES.map((language) => mails[language].text.split("\n")[0]);
    assert.equal(new Set(texts).size, CUSTOMER_LANGUAGES.length, "five languages");
  }));
});
