import assert from "node:assert/strict";
import fc from "fast-check";
import { ReplyReader, SmtpMalformed, type SmtpReply } from "../../../../src/net/smtp/smtp_reply.ts";

function read(text: string): SmtpReply[] {
  const reader = new ReplyReader();
  reader.push(new TextEncoder().encode(text));
  const replies: SmtpReply[] = [];
  for (let reply = reader.take(); reply !== null; reply = reader.take()) replies.push(reply);
  return replies;
}

const rows: {
  name: string;
  given: string;
  expected: [code: number, enhanced: string | null, lines: string[]][];
}[] = [
  { name: "one line", given: "250 Ok\r\n", expected: [[250, null, ["Ok"]]] },
  { name: "a code alone", given: "250\r\n", expected: [[250, null, [""]]] },
  {
    name: "several lines",
    given: "250-mx\r\n250-SIZE 1\r\n250 HELP\r\n",
    expected: [[250, null, ["mx", "SIZE 1", "HELP"]]],
  },
  {
    name: "an enhanced code",
    given: "550 5.1.1 No such user\r\n",
    expected: [[550, "5.1.1", ["5.1.1 No such user"]]],
  },
  {
    name: "an enhanced code on a later line",
    given: "550-no\r\n550 5.1.10 no\r\n",
    expected: [[550, "5.1.10", ["no", "5.1.10 no"]]],
  },
  { name: "qmail's way", given: "550 sorry (#5.1.1)\r\n", expected: [[550, "5.1.1", ["sorry (#5.1.1)"]]] },
  {
    name: "an address is no enhanced code",
    given: "550 client 5.1.1.9 refused\r\n",
    expected: [[550, null, ["client 5.1.1.9 refused"]]],
  },
  { name: "another class", given: "550 4.2.1 hm\r\n", expected: [[550, null, ["4.2.1 hm"]]] },
  {
    name: "bare line feeds",
    given: "220 hi\n250 ok\n",
    expected: [[220, null, ["hi"]], [250, null, ["ok"]]],
  },
  { name: "an unfinished line", given: "250-a\r\n250 b", expected: [] },
];

for (const { name, given, expected } of rows) {
  Deno.test(`ReplyReader: ${name}`, () => {
    assert.deepEqual(read(given).map((reply) => [reply.code, reply.enhanced, reply.lines]), expected);
  });
}

Deno.test("ReplyReader cuts very long lines and keeps their code", () => {
  const [reply] = read(`550-5.1.1 ${"x".repeat(10_000)}\r\n550 ${"y".repeat(10_000)} end\r\n`);
  assert.equal(reply?.code, 550);
  assert.equal(reply.enhanced, "5.1.1");
  assert(reply.lines.every((line) => line.length < 2_100));
});

Deno.test("ReplyReader refuses what is not SMTP or does not end", () => {
  const endless = Array.from({ length: 201 }, () => "250-more\r\n").join("");
  for (
    const text of [
      "HTTP/1.1 400\r\n",
      "\r\n",
      "99 x\r\n",
      "600 x\r\n",
      "250-a\r\n550 b\r\n",
      endless,
      "2".repeat(200_000),
    ]
  ) {
    assert.throws(() => read(text), SmtpMalformed, text.slice(0, 20));
  }
});

Deno.test("ReplyReader gives the same replies however the bytes are cut", () => {
  const text = "220-mx\r\n220 hello\r\n550-5.1.1 a\r\n550 5.1.1 b\r\n";
  const whole = read(text);
  fc.assert(fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
    const bytes = new TextEncoder().encode(text);
    const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
    const reader = new ReplyReader();
    for (let index = 1; index < at.length; index++) reader.push(bytes.subarray(at[index - 1], at[index]));
    assert.deepEqual([reader.take(), reader.take(), reader.take()], [...whole, null]);
    assert.equal(reader.unread, false);
  }));
});
