/** Addresses that mail is sent to: one mailbox that fits an SMTP command and a header without being quoted. Pure. */
import { parseEmail } from "../../signals/email/parse.ts";

/** `local@host` with the host as A-labels in lower case; null when mail is not sent there. */
export function mailAddress(text: string): string | null {
  const { mailbox, domain } = parseEmail(text);
  if (mailbox === null || domain === null || mailbox.literal || mailbox.local.quoted) return null;
  const { local: { text: local }, host } = mailbox;
  // Not every server takes a local part in UTF-8.
  return /^[\x21-\x7e]+$/.test(local) ? `${local}@${host}` : null;
}
