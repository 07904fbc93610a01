/** What is so now in an account that an alert may tell of: sentences with numbers, without anybody's identifier. */
import { type AlertKind, type Finding, QUOTA_PERCENT } from "../../model/alerts/alert.ts";
import type { Unusual } from "../../model/alerts/traffic.ts";
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { type Account, linksOwner, standingOf } from "../../model/records.ts";
import type { FeedLibrary } from "../../feeds/library.ts";
import type { Store } from "../../records/store.ts";
import type { RecentTraffic } from "./recent_traffic.ts";

export interface ObserveParts {
  readonly store: Store;
  readonly feeds: Pick<FeedLibrary, "statuses">;
  readonly now: () => number;
}

/** Campaigns that were found since then are told of. */
const CAMPAIGNS_MS = DAY_MS;

/** What does not depend on how an alert is set up, and is cheap to look at. */
type Observed = Readonly<Record<Exclude<AlertKind, "rule_hits" | "reviews_late">, readonly Finding[]>>;

export async function observe(
  parts: ObserveParts,
  account: Account,
  { traffic }: RecentTraffic,
): Promise<Observed> {
  const now = parts.now();
  return {
    campaign: await campaigns(parts, account, now),
    unusual: unusual(traffic.unusual(now)),
    feed_stale: standingOf(account) === "member" ? staleFeeds(parts) : [],
    quota: await quota(parts, account, now),
    webhook_disabled: disabledWebhooks(parts, account),
  };
}

/** @param limit scores an hour, above which an alert tells of a rule */
export function hotRules({ hits }: RecentTraffic, limit: number | null): readonly Finding[] {
  if (limit === null) return [];
  return [...hits].filter(([, count]) => count > limit).sort(([, one], [, other]) => other - one)
    .map(([id, count]) => ({
      key: id,
      begins: true,
      text: `A rule was true ${shown(count)} times in the last hour (you allow ${shown(limit)}).`,
    }));
}

async function campaigns({ store }: ObserveParts, { id }: Account, now: number): Promise<Finding[]> {
  const owner = linksOwner(id, "live");
  if ((await store.campaigns.lastPass(owner)).revision === 0) return [];
  const found = (await store.campaigns.list(owner, now))
    .filter(({ foundAt, state }) => state === "new" && foundAt > now - CAMPAIGNS_MS);
  return found.sort((one, other) => other.signups - one.signups).map((campaign) => {
    const { signups, usual, days } = campaign;
    const span = days === 1 ? "the last day" : `the last ${days} days`;
    const text = `${shown(signups)} sign-ups of ${span} have something in common, where ${
      shown(usual)
    } are usual.`;
    return { key: campaign.id, begins: true, text };
  });
}

/** One finding: an attack, a launch or a failure often shows in several figures, and more of them while it lasts. */
function unusual(all: readonly Unusual[]): Finding[] {
  if (all.length === 0) return [];
  const begins = all.some((each) => each.begins);
  const told = all.filter((each) => each.begins).map(({ verdict, signups, usual }) => {
    const what = verdict === null ? "" : ` with the verdict ${verdict}`;
    return `${shown(signups)} sign-ups${what} in the last hour, where ${shown(usual)} are usual.`;
  });
  return [{ key: "signups", begins, text: told.join(" ") }];
}

function staleFeeds({ feeds }: ObserveParts): Finding[] {
  return feeds.statuses().flatMap(({ name, state, age }) => {
    if (state !== "stale" || age === null) return [];
    const text = `The feed ${name} was last confirmed ${shown(Math.floor(age / HOUR_MS))} hours ago.`;
    return [{ key: name, begins: true, text }];
  });
}

async function quota(
  { store }: ObserveParts,
  { id, monthlyQuota }: Account,
  now: number,
): Promise<Finding[]> {
  if (monthlyQuota === null || monthlyQuota === 0) return [];
  const month = store.usage.monthOf(now);
  const used = await store.usage.used(id, month);
  const percent = Math.floor(100 * used / monthlyQuota);
  if (percent < QUOTA_PERCENT) return [];
  const text = `${shown(used)} of ${shown(monthlyQuota)} lookups of this month are used (${percent} %).`;
  return [{ key: `quota ${month}`, begins: true, text }];
}

function disabledWebhooks({ store }: ObserveParts, { id }: Account): Finding[] {
  const off = store.webhooks.of(id).filter(({ enabled, note }) => !enabled && note !== null);
  const text = "A webhook was switched off because its deliveries failed: events are not sent to it.";
  return off.map((webhook) => ({ key: webhook.id, begins: true, text }));
}

function shown(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 1 });
}
