import assert from "node:assert/strict";
import { FOUND, type Given, probe, REAL } from "../../../support/clients/smtp_prober.ts";
import { HANG_UP, mailboxes, type SmtpScript, STALL } from "../../../support/servers/smtp_server.ts";

const rows: { name: string; script: SmtpScript; given?: Given; expected: string; lines?: string[] }[] = [
  {
    name: "a mailbox that exists, without any mail",
    script: { rcpt: mailboxes(FOUND) },
    expected: "accepted/false",
    lines: ["EHLO probe.test", "MAIL FROM:<>", `RCPT TO:<${REAL}>`, "RCPT TO:<random>", "RSET", "QUIT"],
  },
  {
    name: "no such mailbox is asked once",
    script: { rcpt: mailboxes({}) },
    expected: "not_found/false",
    lines: ["EHLO probe.test", "MAIL FROM:<>", `RCPT TO:<${REAL}>`, "RSET", "QUIT"],
  },
  {
    name: "policy is about us",
    script: { rcpt: mailboxes({ "*": "550 5.7.1 Blocked" }) },
    expected: "unavailable",
  },
  {
    name: "a server that accepts everything",
    script: { rcpt: mailboxes({ "*": "250 Ok" }) },
    expected: "accepted/true",
  },
  { name: "greylisting", script: { rcpt: mailboxes({ "*": "450 4.7.1 Greylisted" }) }, expected: "later" },
  {
    name: "a full mailbox",
    script: { rcpt: mailboxes({ "*": "552 5.2.2 Over quota" }) },
    expected: "full/null",
  },
  {
    name: "a disabled mailbox",
    script: { rcpt: mailboxes({ "*": "550 5.2.1 Disabled" }) },
    expected: "disabled/null",
  },
  { name: "a busy server", script: { rcpt: mailboxes({ "*": "421 4.7.0 Later" }) }, expected: "busy" },
  {
    name: "cannot verify",
    script: { rcpt: mailboxes({ "*": "252 Cannot verify" }) },
    expected: "unavailable",
  },
  {
    name: "the made-up mailbox cannot be verified",
    script: { rcpt: mailboxes({ ...FOUND, "*": "252 2.1.5 Cannot verify" }) },
    expected: "unavailable",
    lines: ["EHLO probe.test", "MAIL FROM:<>", `RCPT TO:<${REAL}>`, "RCPT TO:<random>", "RSET", "QUIT"],
  },
  {
    name: "the second question put off, as Outlook does",
    script: { rcpt: mailboxes({ ...FOUND, "*": "452 4.5.3 Too many recipients" }) },
    expected: "accepted/null",
  },
  {
    name: "multi-line replies of 10,000 characters",
    script: {
      banner: `220-${"x".repeat(10_000)}\r\n220 mx`,
      rcpt: mailboxes({
        "*": `550-5.1.1 ${"y".repeat(10_000)}\r\n550-5.1.1 ${"z".repeat(10_000)}\r\n550 5.1.1 end`,
      }),
    },
    expected: "not_found/false",
  },
  { name: "a refusal in the greeting", script: { banner: "554 5.7.1 No" }, expected: "unavailable" },
  { name: "busy in the greeting", script: { banner: "421 Too many connections" }, expected: "busy" },
  {
    name: "an endless reply",
    script: { banner: Array.from({ length: 300 }, () => "220-x").join("\r\n") },
    expected: "unavailable",
  },
  { name: "a server of another kind", script: { banner: "SSH-2.0-OpenSSH_9.2" }, expected: "unavailable" },
  {
    name: "HELO when EHLO is not known",
    script: { rcpt: mailboxes(FOUND), answer: ({ verb }) => verb === "EHLO" ? "502 5.5.2 What" : undefined },
    expected: "accepted/false",
    lines: [
      "EHLO probe.test",
      "HELO probe.test",
      "MAIL FROM:<>",
      `RCPT TO:<${REAL}>`,
      "RCPT TO:<random>",
      "RSET",
      "QUIT",
    ],
  },
  {
    name: "another sender when the empty one is refused",
    script: {
      rcpt: mailboxes(FOUND),
      answer: ({ line }) => line === "MAIL FROM:<>" ? "550 5.7.1 No null sender" : undefined,
    },
    expected: "accepted/false",
    lines: [
      "EHLO probe.test",
      "MAIL FROM:<>",
      "MAIL FROM:<probe@probe.test>",
      `RCPT TO:<${REAL}>`,
      "RCPT TO:<random>",
      "RSET",
      "QUIT",
    ],
  },
  {
    name: "both senders refused",
    script: { answer: ({ verb }) => verb === "MAIL" ? "550 5.1.8 Sender unknown" : undefined },
    expected: "unavailable",
  },
  {
    name: "greylisting at MAIL",
    script: { answer: ({ verb }) => verb === "MAIL" ? "451 4.7.1 Greylisted" : undefined },
    expected: "later",
  },
  {
    name: "STARTTLS when it is offered",
    script: {
      extensions: ["SIZE 1000", "STARTTLS"],
      rcpt: (command) => command.secure ? mailboxes(FOUND)(command) : "530 5.7.0 TLS first",
    },
    expected: "accepted/false",
    lines: [
      "EHLO probe.test",
      "STARTTLS",
      "EHLO probe.test",
      "MAIL FROM:<>",
      `RCPT TO:<${REAL}>`,
      "RCPT TO:<random>",
      "RSET",
      "QUIT",
    ],
  },
  {
    name: "without TLS when the handshake fails",
    script: { extensions: ["STARTTLS"], brokenTls: true, rcpt: mailboxes(FOUND) },
    expected: "accepted/false",
  },
  {
    name: "without TLS when STARTTLS is refused after all",
    script: {
      extensions: ["STARTTLS"],
      rcpt: mailboxes(FOUND),
      answer: ({ verb }) => verb === "STARTTLS" ? "454 4.7.0 Not now" : undefined,
    },
    expected: "accepted/false",
  },
  {
    name: "a server that disconnects between two recipients is resumed at the second",
    script: {
      rcpt: (command) =>
        command.connection === 0 && command.path !== REAL ? HANG_UP : mailboxes(FOUND)(command),
    },
    expected: "accepted/false",
  },
  {
    name: "a server that always disconnects there",
    script: { rcpt: ({ path }) => path === REAL ? "250 Ok" : HANG_UP },
    expected: "accepted/null",
  },
  {
    name: "a server that closes the connection immediately",
    script: { banner: HANG_UP },
    expected: "unavailable",
  },
  {
    name: "a server that disconnects after the greeting, twice",
    script: { answer: ({ verb }) => verb === "EHLO" ? HANG_UP : undefined },
    expected: "unavailable",
  },
  {
    name: "an unexpected reply",
    script: {
      answer: ({ verb, connection }) =>
        verb === "MAIL" && connection === 0 ? "250 Ok\r\n250 5.1.1 Ok" : undefined,
      rcpt: mailboxes(FOUND),
    },
    expected: "accepted/false",
  },
  {
    name: "a server that does not take RSET",
    script: { rcpt: mailboxes({}), answer: ({ verb }) => verb === "RSET" ? HANG_UP : undefined },
    expected: "not_found/false",
  },
  {
    name: "a stall before the greeting",
    script: { banner: STALL },
    given: { limits: { bannerMs: 60 } },
    expected: "unavailable",
  },
  {
    name: "a stall at RCPT",
    script: { rcpt: () => STALL },
    given: { limits: { commandMs: 60 } },
    expected: "unavailable",
  },
  {
    name: "a stall at the second recipient",
    script: { rcpt: ({ path }) => path === REAL ? "250 Ok" : STALL },
    given: { limits: { commandMs: 60 } },
    expected: "accepted/null",
  },
  {
    name: "a server that drips",
    script: { rcpt: () => STALL, banner: "220 hello" },
    given: { limits: { totalMs: 80, commandMs: 5_000 } },
    expected: "unavailable",
  },
  {
    name: "an international address where it is understood",
    script: { extensions: ["SMTPUTF8"], rcpt: mailboxes({ "änne@shop.test": "250 Ok" }) },
    given: { address: "änne@shop.test" },
    expected: "accepted/false",
    lines: [
      "EHLO probe.test",
      "MAIL FROM:<> SMTPUTF8",
      "RCPT TO:<änne@shop.test>",
      "RCPT TO:<random>",
      "RSET",
      "QUIT",
    ],
  },
  {
    name: "an international address where it is not",
    script: {},
    given: { address: "änne@shop.test" },
    expected: "unavailable",
  },
  {
    name: "Gmail is asked once",
    script: { rcpt: mailboxes({ "*": "250 Ok" }) },
    given: { mx: [{ preference: 5, exchange: "gmail-smtp-in.l.google.com" }] },
    expected: "accepted/null",
    lines: ["EHLO probe.test", "MAIL FROM:<>", `RCPT TO:<${REAL}>`, "RSET", "QUIT"],
  },
  {
    name: "a bare 550 of Outlook is no evidence",
    script: { rcpt: mailboxes({ "*": "550 No such user" }) },
    given: { mx: [{ preference: 5, exchange: "x.olc.protection.outlook.com" }] },
    expected: "unavailable",
  },
];

for (const row of rows) {
  Deno.test(`SmtpProber: ${row.name}`, async () => {
    const [result, server] = await probe(row.script, row.given);
    assert.equal(result, row.expected);
    const lines = server.lines.map((line) => line.replace(/<[a-z0-9]{20}@shop\.test>/, "<random>"));
    if (row.lines !== undefined) assert.deepEqual(lines, row.lines);
    assert(!server.lines.some((line) => /^(DATA|BDAT|VRFY|EXPN)/i.test(line)));
  });
}
