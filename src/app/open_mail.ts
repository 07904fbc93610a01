/** The mailer of the settings. */
import { SERVICE } from "../model/service.ts";
import { mailAddress } from "../service/mail/mail_address.ts";
import type { Mailer } from "../service/mail/mailer.ts";
import { SmtpMailer } from "../service/mail/smtp_mailer.ts";
import type { Config } from "./settings/config.ts";

type MailConfig = Pick<Config, "smtpServer" | "mailFrom" | "offline" | "baseUrl" | "smtpHelo">;

/** Null: no mail server is set up, or outgoing traffic is switched off. */
export function openMail(config: MailConfig): Mailer | null {
  const { smtpServer: server, offline, smtpHelo } = config;
  if (server === null || offline) return null;
  return new SmtpMailer({
    server,
    from: senderOf(config),
    name: SERVICE.title,
    helo: smtpHelo ?? Deno.hostname(),
  });
}

function senderOf({ mailFrom, smtpServer, baseUrl }: MailConfig): string {
  const host = baseUrl === null ? Deno.hostname() : new URL(baseUrl).hostname;
  return mailFrom ?? mailAddress(smtpServer?.user ?? "") ?? mailAddress(`winnow@${host}`) ??
    "winnow@localhost";
}
