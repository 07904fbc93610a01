import assert from "node:assert/strict";
import { type Meaning, meaningOf } from "../../../../src/net/smtp/smtp_meaning.ts";
import { ReplyReader } from "../../../../src/net/smtp/smtp_reply.ts";

/** The address gets the benefit of the doubt. */
const UNHELD: readonly Meaning[] = ["about_us", "unclear"];

const rows: { given: string; expected: Meaning | "about_us or unclear"; strict?: boolean }[] = [
  { given: "250 2.1.5 Ok", expected: "accepted" },
  { given: "251 User not local; will forward", expected: "accepted" },
  { given: "252 2.0.0 Cannot VRFY user", expected: "unverified" },
  { given: "550 5.1.1 The email account that you tried to reach does not exist.", expected: "not_found" },
  {
    given: "550 5.1.1 <a@b.test>: Recipient address rejected: User unknown in local recipient table",
    expected: "not_found",
  },
  {
    given: "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient a@b.test not found by SMTP address lookup",
    expected: "not_found",
  },
  { given: "550 #5.1.0 Address rejected.", expected: "unclear" },
  { given: "550 No such user here", expected: "not_found" },
  { given: "550 sorry, no mailbox here by that name. (#5.1.1)", expected: "not_found" },
  { given: "550 Invalid Recipient - https://community.example/docs#550", expected: "not_found" },
  { given: "550 Unrouteable address", expected: "not_found" },
  { given: "551 User unknown", expected: "not_found" },
  { given: "553 5.1.6 recipient moved", expected: "not_found" },
  { given: "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", expected: "not_found" },
  { given: "550 5.2.1 The email account that you tried to reach is disabled.", expected: "disabled" },
  { given: "554 delivery error: This mailbox is disabled", expected: "disabled" },
  { given: "550 Account inactive", expected: "disabled" },
  { given: "552 5.2.2 The email account that you tried to reach is over quota", expected: "full" },
  { given: "452 4.2.2 The email account that you tried to reach is over quota", expected: "full" },
  { given: "552 Mailbox full", expected: "full" },
  {
    given: "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents",
    expected: "limited",
  },
  {
    given: "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents",
    expected: "limited",
  },
  { given: "450 4.7.1 Greylisted, try again in 5 minutes", expected: "temporary" },
  { given: "451 4.3.0 Temporary lookup failure", expected: "temporary" },
  { given: "450 4.2.0 Recipient address rejected: Greylisted", expected: "temporary" },
  { given: "421 4.7.0 Try again later", expected: "busy" },
  { given: "452 4.5.3 Too many recipients", expected: "busy" },
  { given: "451 4.7.1 Rate limit exceeded", expected: "busy" },
  {
    given: "550 5.7.1 Service unavailable; client [192.0.2.1] blocked using zen.spamhaus.org",
    expected: "about_us",
  },
  { given: "554 5.7.1 Access denied", expected: "about_us" },
  { given: "550 5.7.606 Access denied, banned sending IP", expected: "about_us" },
  { given: "550 5.1.1 rejected: blocked by Spamhaus", expected: "about_us" },
  { given: "451 4.7.1 Client host rejected: cannot find your reverse hostname, rDNS", expected: "about_us" },
  { given: "550 5.1.8 Sender address rejected: Domain not found", expected: "about_us" },
  { given: "550 5.1.0 <probe@x.test>: Sender address rejected", expected: "about_us" },
  { given: "554 5.7.1 <a@b.test>: Relay access denied", expected: "about_us" },
  { given: "550 Administrative prohibition", expected: "about_us" },
  { given: "550 Requested action not taken: mailbox unavailable", expected: "unclear" },
  { given: "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).", expected: "unclear" },
  { given: "550 no", expected: "unclear" },
  { given: "503 5.5.1 Bad sequence of commands", expected: "unclear" },
  { given: "354 Go ahead", expected: "unclear" },
  { given: "550 No such user here", expected: "unclear", strict: true },
  { given: "550 5.1.1 No such user here", expected: "not_found", strict: true },
  { given: "250 2.1.5 Ok", expected: "accepted", strict: true },
];

/** About us, our host, our greeting, our sender, or about no mailbox at all: never held against the address. */
const UNAVAILABLE = [
  ...["550 Invalid HELO: bad IP address", "550 5.0.0 HELO name invalid: address does not resolve"],
  ...[
    "550 EHLO argument not valid, user unknown",
    "550 <mx.probe.test>: Helo command rejected: Host not found",
  ],
  ...["554 Client address unknown", "550 Unknown client host [203.0.113.9], address not found"],
  ...["550 IP address not listed in SPF", "550 Your IP address is not known to be a valid mail server"],
  ...["550 rejected, your mail server address is unknown", "550 Your host is not a known customer"],
  ...["550 Your domain is unknown to this user", "550 PTR not found for this account's connection"],
  ...["550 Sender address does not exist", "550 invalid sender address", "554 5.1.0 Sender denied"],
  ...["553 5.3.3 unknown sender account", "550 Sender user unknown", "550 5.1.1 Sender unknown"],
  ...["550 <probe@mx.probe.test>: user unknown", "550 5.1.1 <probe@mx.probe.test>: User unknown"],
  ...["550 Envelope from address invalid: no such user", "550 Return path mailbox not found"],
  ...[
    "550 Callout verification failed: no such user",
    "550 Verification failed for <a@b.test>: No Such User Here",
  ],
  ...["550 DMARC: address not valid for policy", "550 5.1.1 SPF check: address not found"],
  ...["550 DKIM key not found for user", "550 User not found by policy", "550 recipient not found: spam"],
  ...["550 5.1.2 Bad destination host", "550 5.1.2 <a@b.test>: Recipient address rejected: Domain not found"],
  ...["550 5.1.3 Bad recipient address syntax", "550 5.1.7 Bad sender's mailbox address syntax"],
  ...[
    "550 5.1.9 No such user",
    "550 5.3.0 User unknown",
    "550 5.3.2 Mailbox not found",
    "554 5.4.4 User unknown",
  ],
  ...["550 5.4.1 Recipient not found", "550 5.5.1 Unknown user", "550 5.7.1 No such user!"],
  ...["554 5.4.14 Recipient not found", "554 5.7.1 <a@b.test>: Recipient address rejected: Access denied"],
  ...[
    "550 5.7.1 Account suspended",
    "550 Relaying denied, no such user",
    "550 5.1.1 Too many invalid recipients",
  ],
  ...[
    "550 Rate exceeded for unknown users",
    "550 Recipient refused: sender on block list",
    "550 Access denied, user",
  ],
  ...[
    "550 Host unknown",
    "550 5.1.1 Your address reputation is poor",
    "550 No such domain here",
    "550 Unknown domain",
  ],
  ...["550 Recipient domain not found", "550 mailbox server not found", "550 user's network unknown"],
  ...["550 Address unknown", "550 invalid address", "550 Address does not exist", "550 Address rejected"],
  ...[
    "550 mailbox unavailable",
    "550 Requested action not taken: mailbox unavailable",
    "550 Recipient rejected",
  ],
  ...[
    "550 5.1.0 Address rejected",
    "550 5.1.0 mailbox unavailable",
    "550 Policy rejection: recipient unknown",
  ],
  ...[
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    "500 No such user",
    "555 User unknown",
  ],
  ...[
    "550 sorry, your envelope sender has been denied (#5.7.1)",
    "550 Message rejected as spam by user",
    "550 no",
  ],
  ...["550 5.7.26 This mail is unauthenticated, recipient unknown", "550 not authorized: unknown user"],
];

/** The mailbox is the reason, in the words of the mail systems in use. */
const NOT_FOUND = [
  "550 5.1.1 <a@b.test>: Recipient address rejected: User unknown in virtual mailbox table",
  "550 5.1.1 <a@b.test>: Recipient address rejected: User unknown in relay recipient table",
  "550 5.1.1 <a@b.test>: Recipient address rejected: User unknown",
  "550 <a@b.test>: Recipient address rejected: User unknown in virtual alias table",
  "550 5.1.1 <a@b.test>: Recipient address rejected: undeliverable address: host mx.b.test[192.0.2.7] said: 550 5.1.1" +
  " <a@b.test>: User unknown (in reply to RCPT TO command)",
  "550 5.1.1 <spam.policy@b.test>: Recipient address rejected: b.test",
  "550 5.1.1 <a@b.test>... User unknown",
  "550 5.0.0 <a@b.test>... User unknown",
  "550 5.1.0 User unknown",
  "550 5.2.0 No such mailbox",
  "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found",
  "550 5.1.1 User unknown; rejecting",
  "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n" +
  "550-5.1.1 double-checking the recipient's email address for typos or\r\n" +
  "550 5.1.1 unnecessary spaces. For more information, go to https://mail.example/?p=NoSuchUser x1 - gsmtp",
  "554 delivery error: dd This user doesn't have a yahoo.com account (a@b.test) [0] - mta.example",
  "554 delivery error: dd This user doesn’t have an example.com account",
  "550 unknown or illegal alias: a@b.test",
  "550 No Such User Here",
  "550 No such local user",
  "550 unknown user",
  "550 Unknown local part a in <a@b.test>",
  "550 user a@b.test does not exist",
  "550 The user you wrote to couldn't be found",
  "550 Mailbox not found",
  "550 User not found: a@b.test",
  "550 Message was not accepted -- invalid mailbox. Local mailbox a@b.test is unavailable: user not found",
  "550 <a@b.test> is not a valid mailbox",
  "550 <a@b.test>: does not exist",
  "550 a@b.test: unknown",
  "550 no such address <a@b.test>",
  "550 No such address here",
  "550 Account is no longer active",
  "550 sorry, no mailbox here by that name",
  "550 Not our customer",
  "550-The recipient address is not one of ours:\r\n550 unknown recipient",
  "551 5.1.1 Invalid recipient",
  "553 5.1.10 Recipient takes no mail",
];

for (const given of UNAVAILABLE) rows.push({ given, expected: "about_us or unclear" });
for (const given of NOT_FOUND) rows.push({ given, expected: "not_found" });

for (const { given, expected, strict } of rows) {
  Deno.test(`meaningOf${strict ? " (strict)" : ""}: ${given}`, () => {
    const meaning = read(given, strict);
    if (expected === "about_us or unclear") assert.ok(UNHELD.includes(meaning), meaning);
    else assert.equal(meaning, expected);
  });
}

Deno.test("meaningOf reads a refusal of us that is broken over lines", () => {
  const given = "550-Your IP address is not known to be a valid\r\n550 mail server";
  assert.equal(read(given), "about_us");
  assert.equal(
    read("550-5.0.0 User unknown:\r\n550 5.0.0 your\r\n".replace(/\r\n$/, "") + " host"),
    "about_us",
  );
});

Deno.test("meaningOf takes its time for no text", () => {
  for (const word of ["user ", "unknown ", "user\t", "a@", "not ", "host ", "@", "no such "]) {
    assert.ok(read(`550 ${word.repeat(2_000).trim()}`) !== "accepted");
  }
});

function read(given: string, strict = false): Meaning {
  const reader = new ReplyReader();
  reader.push(new TextEncoder().encode(`${given}\r\n`));
  return meaningOf(reader.take()!, strict);
}
