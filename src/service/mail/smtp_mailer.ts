/** Sends e-mail through the operator's mail server, a connection for each. */
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { timeLimit } from "../../concurrency/time_limit.ts";
import { mailAddress } from "./mail_address.ts";
import { type Mail, type Mailer, MailError } from "./mailer.ts";
import type { SmtpServer } from "./smtp_server.ts";

interface SmtpMailerOptions {
  readonly server: SmtpServer;
  /** The sender's address. */
  readonly from: string;
  /** The sender's name. */
  readonly name: string;
  /** Of this machine, for EHLO. */
  readonly helo: string;
  /** PEM certificates that are trusted instead of the built-in ones. */
  readonly ca?: readonly string[];
}

/** Of each step, and of all together: less than a queue gives a job. */
const STEP_MS = 10_000;
const TOTAL_MS = 20_000;
const AT_ONCE = 4;
const MAX_WAITING = 200;
const MAX_SUBJECT = 200;
const MAX_TEXT = 20_000;
const MAX_REPLY_BYTES = 16_384;

/** What the server's error codes mean to who wants to send. */
const WORDS: Readonly<Record<string, string>> = {
  EAUTH: "the mail server refused the user and password",
  ENOAUTH: "the mail server asks for a user and a password",
  ETLS: "the connection to the mail server could not be encrypted",
  EDNS: "the mail server's name could not be resolved",
  ETIMEDOUT: "the mail server did not answer in time",
  EABORT: "the mail server did not answer in time",
};

export class SmtpMailer implements Mailer {
  readonly #options: SmtpMailerOptions;
  readonly #bulkhead = new Bulkhead(AT_ONCE, MAX_WAITING);

  constructor(options: SmtpMailerOptions) {
    this.#options = options;
  }

  async send(mail: Mail, signal?: AbortSignal): Promise<void> {
    const to = mailAddress(mail.to);
    if (to === null) throw new MailError("this is not an address that mail is sent to", { isFinal: true });
    const late = Promise.withResolvers<never>();
    const limit = new AbortController();
    using _limit = timeLimit(TOTAL_MS, () => {
      limit.abort();
      late.reject(new MailError("the mail server did not answer in time"));
    }, signal);
    const busy = () => Promise.reject(new MailError("too many mails wait to be sent"));
    const sending = this.#bulkhead.run(() => this.#send({ ...mail, to }, limit.signal), busy);
    // The one that is late is of no concern to anybody.
    sending.catch(() => {});
    await Promise.race([sending, late.promise]);
  }

  async #send({ to, subject, text }: Mail, signal: AbortSignal): Promise<void> {
    const { from, name } = this.#options;
    const transport = await this.#transport();
    try {
      await transport.sendMail({
        // As objects: an address that is a text would be read as a list of them.
        from: { name, address: from },
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        subject: oneLine(subject).slice(0, MAX_SUBJECT),
        text: text.slice(0, MAX_TEXT),
        messageId: `<${crypto.randomUUID()}@${from.slice(from.lastIndexOf("@") + 1)}>`,
        headers: { "auto-submitted": "auto-generated", "x-auto-response-suppress": "All" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
    } catch (error) {
      throw asMailError(error);
    } finally {
      transport.close();
    }
  }

  /** The package is loaded with the first mail: a start is a tenth faster without it. */
  async #transport() {
    const { createTransport } = await import("nodemailer");
    const { server: { host, port, encryption, user, password }, helo, ca } = this.#options;
    return createTransport({
      host,
      port,
      name: helo,
      secure: encryption === "tls",
      requireTLS: encryption === "starttls",
      ignoreTLS: encryption === "none",
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      maxResponseSize: MAX_REPLY_BYTES,
      allowInternalNetworkInterfaces: true,
      tls: { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca: [...ca] }) },
      ...(user === null ? {} : { auth: { user, pass: password } }),
    });
  }
}

/** A subject is one line: a break in it would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, " ").trim();
}

function asMailError(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const words = typeof code === "string" ? WORDS[code] : undefined;
  if (words !== undefined) return new MailError(words);
  if (typeof responseCode !== "number") return new MailError("the connection to the mail server failed");
  const isFinal = responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  return new MailError(`the mail server answered ${responseCode}`, { isFinal });
}
