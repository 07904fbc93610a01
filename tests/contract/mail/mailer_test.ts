/** E-mail over a real mail server on loopback: encryption, passwords, time, headers, and what is refused. */
import assert from "node:assert/strict";
import { readConfig } from "../../../src/app/settings/config.ts";
import { openMail } from "../../../src/app/open_mail.ts";
import { mailAddress } from "../../../src/service/mail/mail_address.ts";
import { MailError } from "../../../src/service/mail/mailer.ts";
import { SmtpMailer } from "../../../src/service/mail/smtp_mailer.ts";
import { parseSmtpUrl } from "../../../src/service/mail/smtp_server.ts";
import { startApp } from "../../support/app/app.ts";
import { TEST_CA } from "../../support/servers/certificates.ts";
import { MailReceiver } from "../../support/servers/mail_receiver.ts";
import { SENDING } from "../../support/servers/webhook_receiver.ts";
import { HANG_UP, startSmtpServer } from "../../support/servers/smtp_server.ts";

const MAIL = { to: "anna@shop.example", subject: "Grüße", text: "Zeile eins\n.\nZeile ä drei" };

function mailer(url: string, ca: readonly string[] | null = [TEST_CA]) {
  return new SmtpMailer({
    server: parseSmtpUrl(url),
    from: "winnow@risk.example",
    name: "Winnow",
    helo: "risk.example",
    ...(ca === null ? {} : { ca }),
  });
}

Deno.test("a mail arrives as it was written", async () => {
  await using server = await MailReceiver.start();
  await mailer(`smtp://127.0.0.1:${server.port}`).send(MAIL);
  const [mail] = await server.take(1);
  assert.deepEqual([mail!.from, mail!.to], ["winnow@risk.example", ["anna@shop.example"]]);
  assert.equal(mail!.text, MAIL.text);
  const { headers } = mail!;
  assert.ok(headers.includes("From: Winnow <winnow@risk.example>"), headers.join("\n"));
  assert.ok(headers.includes("To: anna@shop.example"), headers.join("\n"));
  assert.ok(headers.includes("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?="), headers.join("\n"));
  assert.ok(headers.some((line) => /^auto-submitted: auto-generated$/i.test(line)));
  assert.ok(headers.some((line) => /^message-id: <[0-9a-f-]{36}@risk\.example>$/i.test(line)));
});

Deno.test("a line break in a subject or an address makes no header and no recipient", async () => {
  await using server = await MailReceiver.start();
  const own = mailer(`smtp://127.0.0.1:${server.port}`);
  const subject = "one\r\nBcc: eve@evil.example\r\n\r\nbody\u2028\u0000";
  await own.send({ ...MAIL, subject, text: "hello\r\n.\r\nMAIL FROM:<eve@evil.example>" });
  const [mail] = await server.take(1);
  assert.deepEqual(mail!.to, ["anna@shop.example"]);
  assert.ok(mail!.headers.includes("Subject: one Bcc: eve@evil.example body"), mail!.headers.join("\n"));
  assert.equal(mail!.headers.filter((line) => /^(bcc|cc|to):/i.test(line)).length, 1);
  assert.match(mail!.text, /hello\n\.\nMAIL FROM/);
  for (
    const to of [
      "a@shop.example\r\nRCPT TO:<eve@evil.example>",
      "a@shop.example, eve@evil.example",
      '"eve@evil.example x"@shop.example',
      "Anna <anna@shop.example>",
      "anna@[127.0.0.1]",
      "änna@shop.example",
      "anna@",
      "",
    ]
  ) {
    await assert.rejects(
      own.send({ ...MAIL, to }),
      (error) => error instanceof MailError && error.isFinal,
      to,
    );
  }
  assert.equal(server.received.length, 1);
});

Deno.test("an address in other letters is sent to in A-labels", () => {
  assert.equal(mailAddress(" anna@Bücher.Example "), "anna@xn--bcher-kva.example");
  assert.equal(mailAddress("o'neil+x@shop.example"), "o'neil+x@shop.example");
});

Deno.test("nothing is sent without encryption, or to a server of another name", async (t) => {
  const password = { user: "winnow", password: "p@ss word" };
  const login = "winnow:p%40ss%20word@127.0.0.1";
  await t.step("encrypted from the start", async () => {
    await using server = await MailReceiver.start({ encryption: "tls", password });
    await mailer(`smtps://${login}:${server.port}`).send(MAIL);
    assert.deepEqual([server.received[0]!.secure, server.received[0]!.user], [true, "winnow"]);
  });
  await t.step("by STARTTLS", async () => {
    await using server = await MailReceiver.start({ encryption: "starttls", password });
    await mailer(`smtp://${login}:${server.port}?tls=required`).send(MAIL);
    assert.deepEqual([server.received[0]!.secure, server.received[0]!.user], [true, "winnow"]);
  });
  await t.step("a wrong password", async () => {
    await using server = await MailReceiver.start({ encryption: "starttls", password });
    const url = `smtp://winnow:wrong@127.0.0.1:${server.port}?tls=required`;
    await assert.rejects(mailer(url).send(MAIL), { message: /refused the user and password/ });
  });
  await t.step("the server offers no STARTTLS", async () => {
    await using server = await MailReceiver.start();
    const url = `smtp://127.0.0.1:${server.port}?tls=required`;
    await assert.rejects(mailer(url).send(MAIL), MailError);
    assert.equal(server.received.length, 0);
  });
  await t.step("an unknown authority", async () => {
    for (const encryption of ["tls", "starttls"] as const) {
      await using server = await MailReceiver.start({ encryption });
      const scheme = encryption === "tls" ? "smtps" : "smtp";
      const url = `${scheme}://127.0.0.1:${server.port}${encryption === "tls" ? "" : "?tls=required"}`;
      await assert.rejects(mailer(url, null).send(MAIL), MailError);
      assert.equal(server.received.length, 0);
    }
  });
});

Deno.test("what a server refuses for good is told apart from what may go later", async () => {
  await using server = await MailReceiver.start();
  const own = mailer(`smtp://127.0.0.1:${server.port}`);
  for (const [code, isFinal] of [[550, true], [451, false]] as const) {
    server.refuse = () => ({ code, message: "anna@shop.example is not here" });
    await assert.rejects(own.send(MAIL), (error) => {
      assert.ok(error instanceof MailError);
      assert.deepEqual([error.message, error.isFinal], [`the mail server answered ${code}`, isFinal]);
      return true;
    });
  }
  await using hangsUp = await startSmtpServer({ banner: HANG_UP });
  await assert.rejects(
    mailer(`smtp://127.0.0.1:${hangsUp.port}`).send(MAIL),
    (error) => error instanceof MailError && !error.isFinal,
  );
});

Deno.test("a server that never answers costs no more than the time limit, and stops when its caller does", async () => {
  await using server = await startSmtpServer({ answer: () => "250-more" });
  const stop = new AbortController();
  const begun = performance.now();
  const sending = mailer(`smtp://127.0.0.1:${server.port}`).send(MAIL, stop.signal);
  setTimeout(() => stop.abort(), 300);
  await assert.rejects(sending, MailError);
  assert.ok(performance.now() - begun < 5_000);
});

Deno.test("WINNOW_SMTP_URL says how the connection is encrypted", () => {
  const rows: readonly (readonly [string, string, number, string | null])[] = [
    ["smtps://mail.example", "tls", 465, null],
    ["smtp://mail.example", "starttls", 587, null],
    ["smtp://user%40shop.example:x@mail.example:2525", "starttls", 2525, "user@shop.example"],
    ["smtp://localhost", "none", 25, null],
    ["smtp://127.0.0.1:1025", "none", 1025, null],
    ["smtp://[::1]:1025/", "none", 1025, null],
    ["smtp://127.0.0.1?tls=required", "starttls", 587, null],
    ["smtp://relay.lan?tls=off", "none", 25, null],
  ];
  for (const [url, encryption, port, user] of rows) {
    const server = parseSmtpUrl(url);
    assert.deepEqual([server.encryption, server.port, server.user], [encryption, port, user], url);
  }
  for (
    const url of [
      "mail.example",
      "http://mail.example",
      "smtp://",
      "smtp://mail.example/path",
      "smtp://user:x@relay.lan?tls=off",
      "smtps://mail.example?tls=off",
      "smtp://mail.example?secure=false",
      "smtp://mail.example?tls=maybe",
      "smtp://a%ZZ@mail.example",
    ]
  ) assert.throws(() => parseSmtpUrl(url), Error, url);
});

Deno.test("the settings: a secret with its file, a sender, nothing where there is no server or no traffic", async () => {
  const file = await Deno.makeTempFile({ prefix: "winnow-test-" });
  await Deno.writeTextFile(file, "smtp://bot%40shop.example:secret@mail.example\n");
  const fromFile = readConfig({ WINNOW_SMTP_URL_FILE: file });
  await Deno.remove(file);
  assert.equal(fromFile.smtpServer?.host, "mail.example");
  assert.deepEqual(fromFile.secretFiles, [file]);
  assert.throws(
    () => readConfig({ WINNOW_SMTP_URL: "smtp://user:hunter2@mail.example/x" }),
    (error: Error) => /WINNOW_SMTP_URL must be/.test(error.message) && !error.message.includes("hunter2"),
  );
  assert.throws(() => readConfig({ WINNOW_MAIL_FROM: "a@b.example\nBcc: c" }), /WINNOW_MAIL_FROM/);
  const url = { WINNOW_SMTP_URL: "smtp://mail.example" };
  assert.equal(openMail(readConfig({})), null);
  assert.equal(openMail(readConfig({ ...url, WINNOW_OFFLINE: "true" })), null);
  assert.notEqual(openMail(readConfig(url)), null);
});

Deno.test("the sender is what the settings say, or follows from them", async () => {
  await using server = await MailReceiver.start();
  const WINNOW_SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  const rows = [
    [{ WINNOW_MAIL_FROM: "alerts@shop.example" }, "alerts@shop.example"],
    [{ WINNOW_BASE_URL: "https://risk.shop.example" }, "winnow@risk.shop.example"],
    [{ WINNOW_BASE_URL: "http://127.0.0.1:8080" }, "winnow@localhost"],
  ] as const;
  for (const [env, from] of rows) {
    server.received.length = 0;
    await using app = await startApp({ env: { ...SENDING, WINNOW_SMTP_URL, ...env } });
    await app.app.services.mail!.send(MAIL);
    assert.equal(server.received[0]!.from, from);
  }
  await using without = await startApp({ env: SENDING });
  assert.equal(without.app.services.mail, null);
});
