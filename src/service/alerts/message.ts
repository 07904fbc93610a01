/** What alerts say, and in which form: none of it identifies a person. */
import type { Alert, AlertKind, Finding } from "../../model/alerts/alert.ts";
import { SERVICE } from "../../model/service.ts";
import { timestamp } from "../../model/timestamp.ts";

export const TEST_KIND = "test";

/** What an alert says; with the alert's id it is what a URL is sent. */
export interface AlertMessage {
  /** The same for all attempts. */
  readonly id: string;
  readonly kind: AlertKind | typeof TEST_KIND;
  readonly title: string;
  readonly text: string;
  /** The page of the console where one sees more. */
  readonly link: string;
  /** RFC 3339. */
  readonly at: string;
  /** True: somebody tries the alert, and nothing is wrong. */
  readonly test: boolean;
}

/** Findings that a message spells out. */
const MAX_SENTENCES = 5;

const TITLES: Readonly<Record<AlertKind | typeof TEST_KIND, string>> = {
  campaign: "A campaign was found",
  unusual: "Sign-ups are far from the usual",
  rule_hits: "A rule is true more often than you allow",
  reviews_late: "Reviews are older than your target",
  feed_stale: "A data feed is too old",
  quota: "Most of the month's quota is used",
  webhook_disabled: "A webhook was switched off",
  test: "This is a test",
};

/** Pages of the console. */
const PAGES: Readonly<Record<AlertKind | typeof TEST_KIND, string>> = {
  campaign: "/console/campaigns",
  unusual: "/console",
  rule_hits: "/console/rules",
  reviews_late: "/console/review",
  feed_stale: "/console/sources",
  quota: "/console",
  webhook_disabled: "/console/webhooks",
  test: "/console/alerts",
};

interface Said {
  readonly id: string;
  readonly kind: AlertKind | typeof TEST_KIND;
  readonly findings: readonly Pick<Finding, "text">[];
  readonly now: number;
  /** Where the console is, without a slash at the end. */
  readonly base: string;
}

export function messageOf({ id, kind, findings, now, base }: Said): AlertMessage {
  const sentences = findings.slice(0, MAX_SENTENCES).map(({ text }) => text);
  const left = findings.length - sentences.length;
  if (left > 0) sentences.push(`And ${left} more.`);
  return {
    id: `alm_${id}`,
    kind,
    title: TITLES[kind],
    text: sentences.join(" "),
    link: `${base}${PAGES[kind]}`,
    at: timestamp(now),
    test: kind === TEST_KIND,
  };
}

/** As it is sent to a URL. */
export function jsonOf(message: AlertMessage, { id }: Pick<Alert, "id">): string {
  return JSON.stringify({ alert_id: id, ...message });
}

/** As Slack's incoming webhooks take it, and what understands them (Mattermost, Rocket.Chat, Discord's `/slack`). */
export function slackOf({ kind, title, text, link }: AlertMessage): string {
  const body = `*${escaped(title)}*\n${escaped(text)}\n<${link}|Open in ${SERVICE.title}>`;
  return JSON.stringify({
    // `text` is what notifications show.
    text: `${escaped(title)}: ${escaped(text)} <${link}|Open in ${SERVICE.title}>`,
    blocks: [{ type: "section", text: { type: "mrkdwn", text: body } }],
    kind,
  });
}

export function mailOf({ kind, title, text, link }: AlertMessage) {
  const page = new URL(PAGES.test, link).href;
  const end = `An alert of your account (${kind}). Change or delete it: ${page}`;
  return { subject: `${SERVICE.title}: ${title}`, text: `${text}\n\n${link}\n\n--\n${end}\n` };
}

/** Slack reads these three in another way. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
