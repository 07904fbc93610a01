/**
 * Classifies a server's reply about a recipient. A refusal counts against the address only when the mailbox is the stated
 * reason: words about the client are checked first, then the enhanced code (RFC 3463 and IANA's registry), then other words,
 * where there is no specific code. Everything else is unclear.
 */
import type { SmtpReply } from "./smtp_reply.ts";

export type Meaning =
  | "accepted"
  | "limited" // exists, but accepts no more mail at the moment
  | "not_found"
  | "disabled"
  | "full"
  | "temporary" // try again later: greylisting, a local failure
  | "busy" // the server limits the client: no further probes for a while
  | "about_us" // about the client: its address, name, sender or behaviour
  | "unverified" // RFC 5321 section 3.5.3: accepted without checking that it exists
  | "unclear"; // a permanent refusal without a usable reason

interface Row {
  /** Reply codes, by their digits. */
  readonly code: RegExp;
  /** Enhanced status codes; left out: any or none. */
  readonly enhanced?: RegExp;
  /** True: only where there is no specific enhanced code. */
  readonly unspecific?: true;
  /** In the plain text; left out: any. */
  readonly text?: RegExp;
  readonly meaning: Meaning;
}

/** Words of block lists and sender checks: a permanent refusal of the client, even with a temporary code. */
const REPUTATION = oneOf(
  "spamhaus|spamcop|barracudacentral|sorbs|uceprotect|\\brbl\\b|dnsbl|block ?list|black ?list|blocked (?:using|by|due)",
  "poor reputation|reverse dns|\\brdns\\b|\\bptr\\b|client host rejected|helo (?:command )?rejected",
  "sender (?:address )?rejected|sender verify|banned",
);

/**
 * Words about the client: its address, name, sender, host, behaviour, and checks of these. With one of them, "unknown" and "not
 * found" are about the client. They override any code, as servers use them with 5.1.1 too.
 */
const CLIENT = oneOf(
  "\\b(?:helo|ehlo|clients?|senders?|ip|ips|ipv4|ipv6|probe_sender)\\b|(?<!recipient )verif(?:y|ication) fail|callout",
  "\\bsending (?:address|domain|host|ip|mail|mta|server|system)|\\bauth\\b|\\blog ?in\\b|\\byou are not\\b|dial-?up|dynamic",
  "envelope[ -]from|mail from|return[ -]path|from (?:address|domain|header)|originat|spoof|forged|forgery",
  "\\byour (?:address|connection|country|domain|host|isp|location|mail ?server|mail (?:host|system)|mta|network|provider|server|system)",
  "host ?name|unknown host|(?:bad|connecting|destination|remote|sending|invalid) (?:destination )?host\\b",
  "\\bhost (?:address|name|unknown|is |not |rejected|denied|blocked)|\\b(?:dns|rdns|ptr)\\b|reverse",
  "\\bspf\\b|dkim|dmarc|authenticat|\\bpolic(?:y|ies)\\b|reputation|block ?list|black ?list|deny ?list|\\bblocked\\b|blocking",
  "\\bspam|abuse|suspicious|gr[ae]y ?list|\\brate\\b|too (?:many|fast)|throttl",
  // Not Postfix's "unknown in relay recipient table".
  "\\brelay(?! recipient| domain| table|_)",
);

/** A refusal of the command, not of a mailbox. */
const FORBIDDEN =
  /access denied|not permitted|permission|not allowed|prohibit|authori[sz]ed|authori[sz]ation|refused by/;

/** The recipient; an "address" alone may be the sender's. */
const RECIPIENT =
  "\\b(?:user ?(?:name|id)?|recipients?|rcpt|mailbox(?:es)?|mail box|inbox|account|alias|customer|subscriber|local[ -]part|addressee|e?-?mail user)\\b";
const MISSING = "(?:unknown|invalid|undeliverable|no longer (?:exists?|valid|available|active)|" +
  "(?:not|n['’]t) (?:exists?|(?:a )?valid|(?:be |been )?(?:found|known|listed|recogni[sz]ed)))";
/** Between the two: nothing else that could be missing. */
const BETWEEN = "(?:(?!domain|host|server|system|network|site|name service)[^.;]){0,60}?";
const NO_SUCH = oneOf(
  `${RECIPIENT}${BETWEEN}${MISSING}`,
  `\\b(?:unknown|no such|no valid|invalid|non-?existent|not a (?:valid|known)|bad|illegal|unrecogni[sz]ed|undeliverable)\\b(?:(?!domain|host|server|system|network|site)[^.;:]){0,25}?${RECIPIENT}`,
  `(?:not|n['’]t) have (?:an? )?(?:[\\w.-]{1,60} )?(?:account|mailbox)`,
  // An address in the reply that is not the sender's is the probed one.
  `@probed\\W{1,4}(?:(?:is|was|does|could) |does(?=n)|could(?=n)|is(?=n))?(?:an? )?(?:address )?${MISSING}|(?:does not|doesn['’]t|no such|unknown|invalid|undeliverable) (?:e-?mail )?address\\W{1,4}@probed`,
  "\\bno mailbox|unroute?able address|no such (?:(?:e-?mail )?address|person|name)|not our customer|no one by that name|not in (?:my|our) directory",
);
const GONE = oneOf(
  `\\b(?:account|mailbox|user|recipient)\\b(?:(?!domain|host|server|system|network|site)[^.;]){0,40}?(?:disabled|inactive|suspended|discontinued|deactivated|terminated|expired)`,
);
const OVER_QUOTA =
  /over ?quota|quota exceeded|mailbox (?:is )?full|exceeded (?:its|their|the) (?:storage|quota)/;

/** 5.1.1 bad mailbox, 5.1.6 mailbox has moved, 5.1.10 takes no mail (RFC 7505; Microsoft: recipient not found). */
const NO_MAILBOX = /^5\.1\.(?:1|6|10)$/;
/** 5.1.7 and 5.1.8 the sender's address, 5.7.x security and policy. */
const ABOUT_CLIENT = /^5\.(?:1\.[78]|7\.\d+)$/;
/** "Other" of RFC 3463: undefined, address, mailbox. All other codes are specific. */
const UNSPECIFIC = /^5\.(?:0\.\d+|1\.0|2\.0)$/;

/** The first row that matches counts. */
const ROWS: readonly Row[] = [
  { code: /^25[01]$/, meaning: "accepted" },
  { code: /^2/, meaning: "unverified" },
  { code: /^[45]/, text: /receiving mail (?:at a rate|too quickly)/, meaning: "limited" },
  { code: /^[45]/, text: REPUTATION, meaning: "about_us" },
  { code: /^421$/, meaning: "busy" },
  { code: /^4/, enhanced: /^4\.2\.2$/, meaning: "full" },
  { code: /^4/, text: /quota|mailbox (?:is )?full|over ?quota|storage exceeded/, meaning: "full" },
  { code: /^452$/, meaning: "busy" },
  { code: /^4/, text: /too many|rate limit|slow down|throttl/, meaning: "busy" },
  { code: /^4/, meaning: "temporary" },
  { code: /^5/, text: CLIENT, meaning: "about_us" },
  // Microsoft 365's directory-based edge blocking: the directory does not hold the recipient.
  {
    code: /^550$/,
    enhanced: /^5\.4\.1$/,
    text: /recipient address rejected: access denied/,
    meaning: "not_found",
  },
  { code: /^5/, text: FORBIDDEN, meaning: "about_us" },
  { code: /^5/, enhanced: ABOUT_CLIENT, meaning: "about_us" },
  { code: /^5/, enhanced: /^5\.2\.2$/, meaning: "full" },
  { code: /^55[024]$/, text: OVER_QUOTA, meaning: "full" },
  { code: /^5/, enhanced: /^5\.2\.1$/, meaning: "disabled" },
  { code: /^55[0-4]$/, enhanced: NO_MAILBOX, text: GONE, meaning: "disabled" },
  { code: /^55[0-4]$/, unspecific: true, text: GONE, meaning: "disabled" },
  { code: /^55[0134]$/, enhanced: NO_MAILBOX, meaning: "not_found" },
  { code: /^55[0134]$/, unspecific: true, text: NO_SUCH, meaning: "not_found" },
  { code: /^5/, meaning: "unclear" },
];

/** Longer text is cut. */
const MAX_TEXT_LENGTH = 2_000;
const LEADING_CODE = /^\s*#?[245]\.\d{1,3}\.\d{1,3}\s/;
const ADDRESS = /([^\s<>@"'(),;:]{1,64})@[a-z0-9.-]{1,255}/g;
/** Local part of the sender in `smtp_conversation.ts`. */
const OUR_SENDER = "probe";

/** @param strict true: "not found" counts only with an enhanced code that says so */
export function meaningOf(reply: SmtpReply, strict = false): Meaning {
  const code = String(reply.code);
  const text = plainText(reply);
  const unspecific = reply.enhanced === null || UNSPECIFIC.test(reply.enhanced);
  for (const row of ROWS) {
    if (!row.code.test(code) || (row.unspecific === true && !unspecific)) continue;
    if (row.enhanced !== undefined && (reply.enhanced === null || !row.enhanced.test(reply.enhanced))) {
      continue;
    }
    if (row.text !== undefined && !row.text.test(text)) continue;
    const vague = strict && row.meaning === "not_found" && !NO_MAILBOX.test(reply.enhanced ?? "");
    return vague ? "unclear" : row.meaning;
  }
  return "unclear";
}

/** Lower case, one line, without codes, and with addresses replaced by placeholders, as they may contain any word. */
function plainText({ lines }: SmtpReply): string {
  return lines.map((line) => line.replace(LEADING_CODE, "")).join(" ").slice(0, MAX_TEXT_LENGTH).toLowerCase()
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/\s+/g, " ")
    .replace(ADDRESS, (_, local: string) => local === OUR_SENDER ? "probe_sender" : "@probed");
}

function oneOf(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join("|"));
}
