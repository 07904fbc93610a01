/** What sends e-mail. It is null where no mail server is set up (WINNOW_SMTP_URL), or outgoing traffic is switched off. */

export interface Mail {
  /** As `mailAddress` returns it. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server took it. Tried once, within half a minute.
   * @throws MailError
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

/** The message says why, without the address and without what the server said. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** True: the server refuses this mail for good, so that it is of no use to try it again. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}
