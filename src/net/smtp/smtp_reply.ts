/** Parses SMTP replies (RFC 5321 section 4.2, RFC 3463) from untrusted bytes, within limits. */

export interface SmtpReply {
  readonly code: number;
  /** Enhanced status code such as `5.1.1`, of the same class as the code; null when there is none. */
  readonly enhanced: string | null;
  /** Text of each line without code and separator, cut where it is very long. */
  readonly lines: readonly string[];
}

/** The server's reply is not SMTP, or too long. */
export class SmtpMalformed extends Error {
  override readonly name = "SmtpMalformed";
}

/** Longer lines are cut; the standard allows 512. */
const MAX_LINE_LENGTH = 2_048;
const MAX_REPLY_BYTES = 128 * 1024;
const MAX_REPLY_LINES = 200;
const LF = 10;
const CR = 13;
const LINE = /^([2-5]\d\d)([ -]?)(.*)$/s;
/** At the start of the text, or as qmail writes it, `(#5.1.1)`. Not part of an address such as 5.1.1.9. */
const ENHANCED = /(?:^|[\s(#])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/;

export class ReplyReader {
  #line: number[] = [];
  #lines: string[] = [];
  #code: number | null = null;
  #bytes = 0;
  readonly #ready: SmtpReply[] = [];

  /** @throws {SmtpMalformed} */
  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (++this.#bytes > MAX_REPLY_BYTES) throw new SmtpMalformed("the reply does not end");
      if (byte !== LF) {
        if (this.#line.length < MAX_LINE_LENGTH) this.#line.push(byte);
        continue;
      }
      if (this.#line.at(-1) === CR) this.#line.pop();
      this.#endLine(new TextDecoder().decode(new Uint8Array(this.#line)));
      this.#line = [];
    }
  }

  /** The next complete reply, or null. */
  take(): SmtpReply | null {
    return this.#ready.shift() ?? null;
  }

  /** True when bytes arrived that belong to no command. */
  get unread(): boolean {
    return this.#ready.length > 0 || this.#lines.length > 0 || this.#line.length > 0;
  }

  #endLine(line: string): void {
    const match = LINE.exec(line);
    const code = Number(match?.[1]);
    if (
      match === null || (this.#code !== null && this.#code !== code) || this.#lines.length >= MAX_REPLY_LINES
    ) {
      throw new SmtpMalformed("the reply is not SMTP");
    }
    this.#code = code;
    this.#lines.push(match[3]!);
    if (match[2] === "-") return;
    this.#ready.push({ code, enhanced: enhancedOf(code, this.#lines), lines: this.#lines });
    this.#code = null;
    this.#lines = [];
    this.#bytes = 0;
  }
}

function enhancedOf(code: number, lines: readonly string[]): string | null {
  for (const line of lines) {
    const match = ENHANCED.exec(line);
    if (match !== null && Number(match[1]) === Math.floor(code / 100)) {
      return `${match[1]}.${match[2]}.${match[3]}`;
    }
  }
  return null;
}
