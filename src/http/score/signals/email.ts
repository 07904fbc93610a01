/** Schema of the score of an e-mail address. */
import { z } from "@hono/zod-openapi";
import { EMAIL_TOKEN_REASONS, type EmailTokenReason } from "../../../model/facts/email_token.ts";
import { MAILBOX_STATUSES, type MailboxStatus } from "../../../model/outside_facts.ts";
import type { EmailFields } from "../../../signals/email/fields.ts";
import { EMAIL_STATUSES, EMAIL_SUB_STATUSES } from "../../../signals/email/status.ts";
import { abuseReports, count, described, envelope, flag, text } from "../../common_schema.ts";
import { ABOUT_SIGNALS, firstSeen, type Nullable } from "./fields.ts";

export const MAILBOX_MEANINGS = {
  verified: "The mail server answered",
  catch_all: "The domain accepts mail for any address, so none can be verified",
  pending: "It is being checked; a later request has the answer",
  unsupported: "The mail server does not tell",
  unavailable: "It could not be checked",
  unknown: "The request's time was up before the mailbox was checked",
} as const satisfies Readonly<Record<MailboxStatus, string>>;

const emailSubStatus = z.enum(EMAIL_SUB_STATUSES).openapi("EmailSubStatus", {
  description: "The reason for `status`. A later version may add reasons",
  example: "disposable",
});

const EMAIL_TOKEN_WORDS = Object.keys(EMAIL_TOKEN_REASONS) as EmailTokenReason[];

const emailTokenResult = z.object({
  status: z.enum(["verified", "invalid", "unknown"]).meta({ example: "verified" }).describe(
    "`verified`: its issuer says that the person is signed in to the mailbox. `invalid`: something in it is wrong. `unknown`: it could not be checked, or its issuer is not one to rely on",
  ),
  reason: z.enum(EMAIL_TOKEN_WORDS).nullable().meta({ example: null }).describe(
    "Why it is not verified. A later version may add reasons",
  ),
  issuer: text.meta({ example: "accounts.google.com" }).describe(
    "The issuer that the domain names in DNS; null where it was not asked or names none",
  ),
  is_private_email: z.boolean().nullable().meta({ example: false }).describe(
    "The address forwards to one that you do not see; null where the token is not verified",
  ),
}).openapi("EmailTokenResult", {
  description: "What became of the email_token of the request; absent where none was sent",
});

export const emailResult = z.object({
  email: z.string().meta({ description: "The address as scored", example: "jane@mailinator.com" }),
  normalized_email: z.string().meta({ example: "jane@mailinator.com" }).describe(
    "Without tags, and without the dots that the provider ignores: equal for addresses of one mailbox",
  ),
  status: z.enum(EMAIL_STATUSES).meta({ example: "do_not_mail" }).describe(
    "Whether mail should be sent there",
  ),
  sub_status: emailSubStatus,
  deliverability_score: z.int().min(0).max(100).meta({ example: 25 }).describe(
    "0 to 100; higher means mail is likelier to arrive. Not part of risk_score",
  ),
  did_you_mean: text.describe("The address that was probably meant; null when none is near"),
  domain: z.string().meta({ example: "mailinator.com" }).describe("The domain in lower case and A-labels"),
  domain_age_days: count.describe("Days since the domain was registered"),
  mx_provider: text.meta({ example: "Mailinator" }).describe(
    "Name of the provider of the domain's mail servers",
  ),
  mx_records: z.array(z.string()).meta({ example: ["mail.mailinator.com"] }).describe(
    "Names of the domain's mail servers, most preferred first",
  ),
  abuse_reports: abuseReports,
  first_seen: firstSeen,
  signals: z.object({
    ...described(flag, {
      syntax_valid: "A valid address by its form",
      mx_found: "The domain accepts mail",
      is_disposable: "The domain gives out throw-away addresses",
      is_homograph: "The domain imitates another by look-alike characters",
      is_role_account: "For a role such as info or billing, not a person",
      is_free_provider: "At a free mail provider",
      is_suspicious_handle: "The part before the @ looks machine-generated",
      is_tagged: "Has a tag, as in `jane+shop@example.org`",
      is_risky_tld: "Under a top-level domain often used for abuse",
      is_new_domain: "The domain was registered less than 30 days ago",
      has_spf: "The domain publishes SPF",
      has_dmarc: "The domain publishes DMARC",
      has_website: "The domain has a website",
      mailbox_exists: "The mail server's answer about this mailbox",
      is_catch_all: "The domain accepts mail for any address",
      has_digital_footprint: "The address has a public avatar or is in a known breach",
    }, { syntax_valid: true, mx_found: true, is_disposable: true }),
    mailbox_status: z.enum(MAILBOX_STATUSES).describe(
      Object.entries(MAILBOX_MEANINGS).map(([status, meaning]) => `\`${status}\`: ${meaning}`).join(". "),
    ),
    mailbox_basis: z.enum(["email_token", "mail_server"]).nullable().optional().describe(
      "What verified the mailbox: an e-mail verification token or the mail server's answer; null: nothing did. Absent where no token was sent",
    ),
  }).describe(ABOUT_SIGNALS),
  email_token: emailTokenResult.optional(),
  digital_footprint: z.object({
    has_avatar: flag.describe("A public avatar belongs to the address"),
    avatar_profile_url: text.describe("URL of its profile"),
    breach_count: count.describe("Known breaches that contain the address"),
    seen_in_breach: flag.describe("It is in at least one"),
  }).describe("Traces of the address elsewhere. Null where no source is configured"),
  ...envelope,
}).openapi("EmailResult", { description: "The score of an e-mail address" }) satisfies z.ZodType<
  Nullable<Omit<EmailFields, "first_seen">>
>;
