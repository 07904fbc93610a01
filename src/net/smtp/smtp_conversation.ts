/** One session with one mail server, from its greeting to RCPT. */
import { type Meaning, meaningOf } from "./smtp_meaning.ts";
import type { SmtpReply } from "./smtp_reply.ts";
import { SmtpSession, type SmtpTarget } from "./smtp_session.ts";

/** Milliseconds. */
export interface SmtpLimits {
  readonly connectMs: number;
  /** Some servers delay their greeting on purpose. */
  readonly bannerMs: number;
  readonly commandMs: number;
  /** For all servers together. */
  readonly totalMs: number;
}

export interface Conversation {
  readonly target: SmtpTarget;
  readonly helo: string;
  /** Probed in this order, each only when the one before was accepted. */
  readonly recipients: readonly string[];
  readonly strict: boolean;
  /** Whether STARTTLS is used when it is offered. */
  tls: boolean;
  readonly limits: SmtpLimits;
  readonly signal: AbortSignal;
  /** Results so far, one per recipient; a repeated session continues after them. */
  readonly meanings: Meaning[];
  /** True once the server has sent its greeting. */
  greeted?: boolean;
}

const QUIT_MS = 1_000;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Fills `meanings`. A refusal before RCPT is the result for the real address: it is about the client, or temporary.
 * @throws {SmtpBroken} from the session
 */
export async function converse(conversation: Conversation): Promise<void> {
  const { target, limits, signal, meanings, recipients } = conversation;
  const session = await SmtpSession.open(target, limits.connectMs, signal);
  try {
    const refused = await introduce(session, conversation);
    if (refused !== null) {
      if (meanings.length === 0) meanings.push(refused);
      return;
    }
    while (meanings.length < recipients.length && (meanings.at(-1) ?? "accepted") === "accepted") {
      const reply = await session.command(`RCPT TO:<${recipients[meanings.length]}>`, limits.commandMs);
      meanings.push(meaningOf(reply, conversation.strict));
    }
    await session.command("RSET", limits.commandMs);
  } catch (error) {
    // All results are known: a failure of the closing commands does not matter.
    const done = meanings.length > 0 &&
      (meanings.length === recipients.length || meanings.at(-1) !== "accepted");
    if (!done) throw error;
  } finally {
    await session.quit(Math.min(limits.commandMs, QUIT_MS));
  }
}

/** Greeting, EHLO, TLS and MAIL FROM; null when the server is ready for RCPT. */
async function introduce(session: SmtpSession, conversation: Conversation): Promise<Meaning | null> {
  const { limits, helo, target } = conversation;
  const banner = await session.reply(limits.bannerMs);
  if (banner.code !== 220) return refusal(banner);
  conversation.greeted = true;
  let hello = await greet(session, conversation);
  if (hello.code !== 250) return refusal(hello);
  if (conversation.tls && offers(hello, "STARTTLS")) {
    const ready = await session.command("STARTTLS", limits.commandMs);
    if (ready.code === 220) {
      await session.startTls(target.exchange, limits.commandMs);
      hello = await greet(session, conversation);
      if (hello.code !== 250) return refusal(hello);
    }
  }
  const international = !conversation.recipients.every((recipient) => ASCII.test(recipient));
  if (international && !offers(hello, "SMTPUTF8")) return "unclear";
  const extra = international ? " SMTPUTF8" : "";
  let sender = await session.command(`MAIL FROM:<>${extra}`, limits.commandMs);
  if (sender.code >= 500) {
    sender = await session.command(`MAIL FROM:<probe@${helo}>${extra}`, limits.commandMs);
  }
  return sender.code === 250 ? null : refusal(sender);
}

async function greet(session: SmtpSession, { helo, limits }: Conversation): Promise<SmtpReply> {
  const reply = await session.command(`EHLO ${helo}`, limits.commandMs);
  return reply.code < 500 ? reply : await session.command(`HELO ${helo}`, limits.commandMs);
}

function offers(hello: SmtpReply, extension: string): boolean {
  return hello.lines.some((line) => line.toUpperCase().split(/[\s=]/, 1)[0] === extension);
}

/** Before RCPT a reply cannot be about a recipient. */
function refusal(reply: SmtpReply): Meaning {
  const meaning = meaningOf(reply);
  return meaning === "busy" || meaning === "temporary"
    ? meaning
    : reply.code < 500
    ? "temporary"
    : "about_us";
}
