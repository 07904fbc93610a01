/** The two inputs of a form with which a browser can prove an e-mail address (Email Verification Protocol). */

export interface EmailTokenInputs {
  /** New for each page: from your session, or of `POST /v1/email-tokens/nonce`. */
  readonly nonce: string;
  /** Names of the inputs. Default "email" and "token". */
  readonly emailName?: string | undefined;
  readonly tokenName?: string | undefined;
  /** What the e-mail address already is. */
  readonly email?: string | undefined;
}

/** HTML. A browser without the protocol leaves the hidden input empty, and the form works as before. */
export function emailTokenInputs(
  { nonce, emailName = "email", tokenName = "token", email = "" }: EmailTokenInputs,
): string {
  return `<input type="email" name="${escaped(emailName)}" value="${
    escaped(email)
  }" autocomplete="email" required>\n` +
    `<input type="hidden" name="${escaped(tokenName)}" nonce="${
      escaped(nonce)
    }" autocomplete="email-verification-token">`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char]!);
}
