import assert from "node:assert/strict";
import { type Meaning, meaningOf } from "../../../src/net/smtp_meaning.ts";
import { ReplyReader } from "../../../src/net/smtp_reply.ts";

const rows: { given: string; expected: Meaning; strict?: boolean }[] = [
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
  { given: "550 #5.1.0 Address rejected.", expected: "not_found" },
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

for (const { given, expected, strict } of rows) {
  Deno.test(`meaningOf${strict ? " (strict)" : ""}: ${given}`, () => {
    const reader = new ReplyReader();
    reader.push(new TextEncoder().encode(`${given}\r\n`));
    assert.equal(meaningOf(reader.take()!, strict), expected);
  });
}
