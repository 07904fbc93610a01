import assert from "node:assert/strict";
import fc from "fast-check";
import { meaningOf } from "../../src/net/smtp/smtp_meaning.ts";
import type { SmtpReply } from "../../src/net/smtp/smtp_reply.ts";
import { rounds } from "../support/rounds.ts";

const HELD = ["not_found", "disabled", "full"];

const subject = fc.constantFrom(
  ...[
    "user",
    "recipient",
    "mailbox",
    "account",
    "address",
    "alias",
    "domain",
    "host",
    "server",
    "<a@b.test>",
    "",
  ],
);
const failing = fc.constantFrom(
  ...[
    "unknown",
    "not found",
    "invalid",
    "does not exist",
    "rejected",
    "disabled",
    "is full",
    "unavailable",
    "denied",
  ],
);
const clause = fc.constantFrom(
  ...["bad HELO name", "sender rejected", "client address unknown", "your IP is not listed", "SPF failed"],
  ...["DKIM key not found", "DMARC policy", "refused by policy", "no PTR", "sender unknown", "relay denied"],
  ...["IP address not found", "your host is unknown", "listed at spamhaus", "rate limit", "poor reputation"],
  ...[
    "EHLO argument invalid",
    "envelope from does not exist",
    "looks like spam",
    "<probe@mx.us.test> unknown",
  ],
);
const enhanced = fc.option(
  fc.tuple(fc.constantFrom(0, 1, 2, 3, 4, 5, 7), fc.nat({ max: 30 })).map(([x, y]) => `5.${x}.${y}`),
);
const refusal = fc.record({
  code: fc.constantFrom(550, 551, 552, 553, 554),
  enhanced,
  words: fc.array(fc.tuple(subject, failing).map((pair) => pair.join(" ")), { minLength: 1, maxLength: 3 }),
});

function reply({ code, enhanced }: { code: number; enhanced: string | null }, lines: string[]): SmtpReply {
  return { code, enhanced, lines };
}

Deno.test("with a clause about the client anywhere, a reply is never evidence against the mailbox", () => {
  fc.assert(
    fc.property(
      refusal,
      clause,
      fc.nat(),
      fc.constantFrom(", ", "; ", ": ", " - "),
      (given, ours, at, join) => {
        const words = given.words.toSpliced(at % (given.words.length + 1), 0, ours);
        for (const lines of [[words.join(join)], words]) {
          assert.ok(!HELD.includes(meaningOf(reply(given, lines))), lines.join("|"));
        }
      },
    ),
    { numRuns: rounds(2_000) },
  );
});

Deno.test("a code of the sender, the system, the route, the protocol or security is never a missing mailbox", () => {
  const other = fc.constantFrom(
    ...["5.1.2", "5.1.3", "5.1.7", "5.1.8", "5.1.9", "5.3.0", "5.3.3", "5.4.4", "5.5.0", "5.7.0"],
    ...["5.4.1", "5.5.4", "5.6.0", "5.7.1", "5.7.26", "5.7.606", "5.2.3", "5.2.4"],
  );
  fc.assert(fc.property(refusal, other, (given, enhanced) => {
    assert.notEqual(meaningOf(reply({ ...given, enhanced }, given.words)), "not_found");
  }));
});

Deno.test("words alone never say not found without a word for who is written to", () => {
  const word = fc.constantFrom(
    ...[
      "address",
      "domain",
      "host",
      "unknown",
      "not found",
      "invalid",
      "does not exist",
      "no such",
      "rejected",
      "this",
    ],
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 6 }), (words) => {
    const text = words.join(" ");
    fc.pre(!/no such address/.test(text));
    assert.equal(HELD.includes(meaningOf(reply({ code: 550, enhanced: null }, [text]))), false, text);
  }));
});
