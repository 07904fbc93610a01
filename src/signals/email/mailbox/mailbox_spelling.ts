/**
 * How a mail server is asked about an address. What the provider's own rules fold may stand for one another; a tag is only
 * a habit of most servers. Where the server has no tags, `bob+x` is a name of its own and says nothing about `bob`.
 */
import type { EmailInput } from "../parse.ts";

export interface Spelling {
  /** As it goes into RCPT TO, the domain in A-labels. */
  readonly address: string;
  /** What its answer is kept under: no other mailbox has it. */
  readonly key: string;
}

/**
 * The address without its tag, which all its tags share, then the address itself: it is asked about only where the first
 * one does not exist. The domain stays as written, because `bob@me.com` need not exist where `bob@icloud.com` does.
 */
export function spellingsOf(input: EmailInput): readonly Spelling[] {
  const { mailbox, host, handle, normalized, tagged } = input;
  if (mailbox === null) return [];
  const folded = `${normalized.slice(0, normalized.lastIndexOf("@"))}@${host}`;
  const { text, quoted } = mailbox.local;
  if (quoted) {
    return [{ address: `${input.email.slice(0, input.email.lastIndexOf("@"))}@${host}`, key: folded }];
  }
  const itself = { address: `${text}@${host}`, key: `${lowerCase(text)}@${host}` };
  const plus = tagged ? text.indexOf("+") : -1;
  const untagged = plus < 0 ? text : text.slice(0, plus).replace(/\.$/, "");
  // Where the handle comes from the domain (`anything@user.fastmail.com`), nothing is the untagged form of the local part.
  if (lowerCase(untagged) !== handle) return [itself];
  const base = { address: `${untagged}@${host}`, key: folded };
  return plus < 0 ? [base] : [base, itself];
}

function lowerCase(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}
