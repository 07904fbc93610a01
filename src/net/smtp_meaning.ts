/**
 * What a server's reply about a recipient means. A refusal counts against the address only when the server says that the
 * mailbox is the reason; a refusal of who we are, or one that gives no reason, says nothing.
 */
import type { SmtpReply } from "./smtp_reply.ts";

export type Meaning =
  | "accepted"
  | "limited" // exists, but takes no more mail for the moment
  | "not_found"
  | "disabled"
  | "full"
  | "temporary" // ask again later: greylisting, local trouble
  | "busy" // the server wants less from us: leave the host alone for a while
  | "about_us" // our address, name, sender or manners
  | "unverified" // RFC 5321 section 3.5.3: taken without a look at whether it exists
  | "unclear"; // a permanent refusal without a usable reason

interface Row {
  /** Reply codes, by their digits. */
  readonly code: RegExp;
  /** Enhanced status codes; left out: any or none. */
  readonly enhanced?: RegExp;
  /** In the lower-case text; left out: any. */
  readonly text?: RegExp;
  readonly meaning: Meaning;
}

/** Words of block lists and of sender checks. They outweigh any code: servers put them behind 5.1.1 as well. */
const REPUTATION =
  /spamhaus|spamcop|barracudacentral|sorbs|uceprotect|\brbl\b|dnsbl|block ?list|black ?list|blocked (?:using|by|due)|poor reputation|reverse dns|\brdns\b|\bptr\b|client host rejected|helo (?:command )?rejected|sender (?:address )?rejected|sender verify|banned/;
const POLICY =
  /policy|access denied|not permitted|not allowed|prohibit|relay(?:ing)? (?:access )?denied|unable to relay|relay not|authentication required|spf|dkim|dmarc|spam|suspicious|refused by/;
const NO_SUCH =
  /(?:user|account|mailbox|recipient|address|customer|subscriber|alias)[^.]{0,60}(?:unknown|not found|not exist|n't exist|no longer exist|not known|not valid|invalid|undeliverable|not listed|not available here|does not have)|(?:unknown|no such|invalid|nonexistent|non-existent|not a valid|not a known|bad)[^.]{0,30}(?:user|account|mailbox|recipient|address|customer|local part|destination|person)|no mailbox|unrouteable address|not our customer|no one by that name|not in (?:my|our) (?:list|directory)/;

/** First row that holds. */
const ROWS: readonly Row[] = [
  { code: /^25[01]$/, meaning: "accepted" },
  { code: /^2/, meaning: "unverified" },
  { code: /^[45]/, text: /receiving mail (?:at a rate|too quickly)/, meaning: "limited" },
  { code: /^[45]/, text: REPUTATION, meaning: "about_us" },
  // Microsoft 365's directory-based edge blocking: the directory does not hold the recipient.
  {
    code: /^550$/,
    enhanced: /^5\.4\.1$/,
    text: /recipient address rejected: access denied/,
    meaning: "not_found",
  },
  { code: /^421$/, meaning: "busy" },
  { code: /^4/, enhanced: /^4\.2\.2$/, meaning: "full" },
  { code: /^4/, text: /quota|mailbox (?:is )?full|over ?quota|storage exceeded/, meaning: "full" },
  { code: /^452$/, meaning: "busy" },
  { code: /^4/, text: /too many|rate limit|slow down|throttl/, meaning: "busy" },
  { code: /^4/, meaning: "temporary" },
  { code: /^5/, enhanced: /^5\.2\.2$/, meaning: "full" },
  {
    code: /^55[024]$/,
    text: /over ?quota|quota exceeded|mailbox (?:is )?full|exceeded (?:its|their|the) (?:storage|quota)/,
    meaning: "full",
  },
  { code: /^5/, enhanced: /^5\.2\.1$/, meaning: "disabled" },
  {
    code: /^55[0-4]$/,
    text:
      /(?:account|mailbox|user|recipient)[^.]{0,40}(?:disabled|inactive|suspended|discontinued|deactivated|terminated|expired)/,
    meaning: "disabled",
  },
  { code: /^55[0134]$/, enhanced: /^5\.1\.(?:0|1|3|6|10)$/, meaning: "not_found" },
  { code: /^5/, enhanced: /^5\.(?:7\.\d+|1\.[78])$/, meaning: "about_us" },
  { code: /^55[0134]$/, text: NO_SUCH, meaning: "not_found" },
  { code: /^5/, text: POLICY, meaning: "about_us" },
  { code: /^5/, meaning: "unclear" },
];

/** Text beyond this is not looked at. */
const LONGEST_TEXT = 2_000;
const ADDRESS_CODE = /^5\.1\.(?:0|1|3|6|10)$/;

/** @param strict true: "not found" counts only with an enhanced code that says so */
export function meaningOf(reply: SmtpReply, strict = false): Meaning {
  const code = String(reply.code);
  const text = reply.lines.join(" ").slice(0, LONGEST_TEXT).toLowerCase();
  for (const row of ROWS) {
    if (!row.code.test(code)) continue;
    if (row.enhanced !== undefined && (reply.enhanced === null || !row.enhanced.test(reply.enhanced))) {
      continue;
    }
    if (row.text !== undefined && !row.text.test(text)) continue;
    const vague = strict && row.meaning === "not_found" && !ADDRESS_CODE.test(reply.enhanced ?? "");
    return vague ? "unclear" : row.meaning;
  }
  return "unclear";
}
