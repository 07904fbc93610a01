/** The row of e-mail addresses in the registry. */
import { chain } from "../../concurrency/awaitable.ts";
import type { EmailTokenClaim } from "../../model/facts/email_token.ts";
import { sizeProblem } from "../../model/invalid_value.ts";
import { hostTexts } from "../../model/related_texts.ts";
import { OUTSIDE_REUSE_MS, type ValueRow } from "../signal.ts";
import { collectEmail, type EmailSources } from "./collect.ts";
import { emailIdentity, type EmailInput, maskEmail, MAX_EMAIL_LENGTH, parseEmail } from "./parse.ts";
import { type EmailComponent, scoreEmail } from "./score.ts";
import { emailFacts, type EmailFactSources } from "./stored_facts.ts";

export interface EmailRequest {
  readonly email: EmailInput;
  /** `wait_for_mailbox=true`: wait for the mailbox probe. */
  readonly waitForMailbox: boolean;
  /** Checked once, and never taken from a cache. */
  readonly token?: EmailTokenClaim;
}

export const emailRow: ValueRow<EmailRequest, EmailComponent, EmailSources & EmailFactSources> = {
  noun: "e-mail address",
  // A text that is not an address is an input too: it is scored as invalid.
  parse: (text, { waitForMailbox = false, emailToken: token = null, phone = null }) =>
    sizeProblem(text, MAX_EMAIL_LENGTH) ??
      { email: parseEmail(text, phone), waitForMailbox, ...(token === null ? {} : { token }) },
  cacheKey: (text, { waitForMailbox = false, emailToken = null, phone = null }) =>
    waitForMailbox || emailToken !== null || (phone !== null && NUMBER.test(text)) ? null : text,
  batchRefusal: syntaxProblem,
  reportRefusal: (input) => {
    const problem = syntaxProblem(input);
    return problem === null ? null : `not a valid e-mail address: ${problem}`;
  },
  identity: ({ email }) => email.mailbox === null ? null : emailIdentity(email),
  earlierIdentities: ({ email }) => email.mailbox === null ? [emailIdentity(email)] : [],
  mask: ({ email }) => maskEmail(email),
  evaluate: ({ email, waitForMailbox, token = null }, sources, context) =>
    chain(collectEmail(email, sources, context, { waitForMailbox, token }), scoreEmail),
  ruleSubject: ({ email }) => ({
    email: { address: email.email.toLowerCase(), normalized: email.normalized, host: email.host },
  }),
  facts: ({ email }, component, { names }) => emailFacts(email, component, names),
  relatedTexts: ({ email }) => hostTexts(email.host),
  checked: () => true,
  recount: (fields, first_seen) => fields.first_seen === first_seen ? fields : { ...fields, first_seen },
  reuse: {
    forMs: OUTSIDE_REUSE_MS,
    key: ({ email, waitForMailbox, token }) => waitForMailbox || token !== undefined ? null : email,
  },
};

/** The local part may be a telephone number: only then the input depends on the one given with it. */
const NUMBER = /\d{9}/;

function syntaxProblem({ email }: EmailRequest): string | null {
  return email.mailbox === null ? email.reason ?? "its syntax is wrong" : null;
}
