/** Settings of the mail server that invitations and alerts are sent through. */
import { mailAddress } from "../../service/mail/mail_address.ts";
import { parseSmtpUrl } from "../../service/mail/smtp_server.ts";
import { setting } from "./setting.ts";

export const MAIL_SETTINGS = {
  smtpServer: setting({
    name: "WINNOW_SMTP_URL",
    shown: "none: no e-mail is sent",
    secret: true,
    about:
      "The mail server that invitations and alerts are sent through, `smtp://[user:password@]host[:port]` (by STARTTLS, without which nothing is sent; plain on loopback, and with `?tls=off` for a relay without a password) or `smtps://…`",
    parse: (text) => text === "" ? null : parseSmtpUrl(text),
  }),
  mailFrom: setting({
    name: "WINNOW_MAIL_FROM",
    shown: "the user of `WINNOW_SMTP_URL` where that is an address, or winnow@ the host of `WINNOW_BASE_URL`",
    about: "The address that e-mail is sent from",
    parse: (text) => {
      const address = text === "" ? null : mailAddress(text);
      if (text !== "" && address === null) throw new Error("an e-mail address");
      return address;
    },
  }),
};
