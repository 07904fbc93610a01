/**
 * The spellings under which a mail server is asked about an address. What a provider's own rules fold is one mailbox; a tag
 * is only a convention. Where the server has no tags, `bob+x` is another mailbox than `bob`.
 */
import { lowerCase } from "../normalize.ts";
import type { EmailInput } from "../parse.ts";

export interface Spelling {
  /** As in RCPT TO, the domain in A-labels. */
  readonly address: string;
  /** Identifies the mailbox; its answer is stored under the hash of this. */
  readonly key: string;
}

/**
 * The address without its tag, shared by all its tags, then the address itself, which is asked about only when the first
 * one does not exist. The domain stays as written, because `bob@me.com` need not exist where `bob@icloud.com` does.
 */
export function spellingsOf(input: EmailInput): readonly Spelling[] {
  const { mailbox, host, untaggedLocal, normalized, tagged } = input;
  if (mailbox === null) return [];
  const folded = `${normalized.slice(0, normalized.lastIndexOf("@"))}@${host}`;
  const { text, quoted } = mailbox.local;
  if (quoted) {
    return [{ address: `${input.email.slice(0, input.email.lastIndexOf("@"))}@${host}`, key: folded }];
  }
  const itself = { address: `${text}@${host}`, key: `${lowerCase(text)}@${host}` };
  const plus = tagged ? text.indexOf("+") : -1;
  const untagged = plus < 0 ? text : text.slice(0, plus).replace(/\.$/, "");
  // In `anything@user.fastmail.com` the user is in the domain, so the local part has no untagged form.
  if (lowerCase(untagged) !== untaggedLocal) return [itself];
  const base = { address: `${untagged}@${host}`, key: folded };
  return plus < 0 ? [base] : [base, itself];
}
