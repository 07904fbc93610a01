/** Campaigns for the console: cards with examples, the page of one, a label for all of its sign-ups. */
import type { Campaign, CampaignState } from "../../model/campaigns/campaign.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { ConditionRule } from "../../model/rules/condition_rule.ts";
import { requestTime } from "../../records/scores/request_id.ts";
import { type LabelledScore, withLabels } from "../cases/found_score.ts";
import { type SearchPage, searchScores } from "../cases/search.ts";
import { ANY_SCORE, type FactFilters, readSearch } from "../cases/search_request.ts";
import { listConditions } from "../conditions/conditions.ts";
import type { Services } from "../context.ts";
import { type BulkLabel, labelMany, type LabelUndo, MAX_BULK } from "../feedback/bulk_label.ts";

export interface ShownCampaign {
  readonly campaign: Campaign;
  /** Some of its sign-ups. */
  readonly examples: readonly LabelledScore[];
}

export interface CampaignPage {
  readonly shown: readonly ShownCampaign[];
  /** There are more. */
  readonly more: boolean;
}

const EXAMPLES = 5;

/** Those that grew last first. */
export async function listShownCampaigns(
  services: Services,
  caller: Caller,
  { limit, ...wanted }: {
    readonly states: readonly CampaignState[] | null;
    readonly handledIn?: { readonly from: number; readonly to: number };
    readonly limit: number;
  },
): Promise<CampaignPage> {
  const found = await services.campaigns.list(caller, { ...wanted, limit: limit + 1 });
  const campaigns = found.slice(0, limit);
  const ids = campaigns.flatMap((campaign) => exampleIds(campaign));
  const records = await services.store.scores.getMany(caller.account.id, ids, services.now());
  const labelled = await withLabels(services, caller.account.id, [...records.values()]);
  const scores = new Map(labelled.map((score) => [score.record.id, score]));
  return {
    shown: campaigns.map((campaign) => ({
      campaign,
      examples: exampleIds(campaign).flatMap((id) => scores.get(id) ?? []),
    })),
    more: found.length > limit,
  };
}

function exampleIds({ sample }: Campaign): string[] {
  return sample.slice(0, EXAMPLES).map(({ request_id }) => request_id);
}

export interface CampaignView {
  readonly campaign: Campaign;
  /** A page of its sign-ups, the newest first. */
  readonly members: readonly LabelledScore[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** Rules with a condition that were made of it. */
  readonly rules: readonly ConditionRule[];
}

const MEMBERS_PER_PAGE = 50;

/** @param after `next` of the page before; null: the first one @throws AppError not_found, invalid_value */
export async function campaignView(
  services: Services,
  caller: Caller,
  id: string,
  after: string | null,
): Promise<CampaignView> {
  const campaign = await services.campaigns.get(caller, id);
  const conditions = await listConditions(services, caller);
  const rules = conditions.filter(({ note = "" }) => note.includes(id));
  if (isFound(campaign)) {
    const { found, cursor } = await findMembers(services, caller, campaign, MEMBERS_PER_PAGE, after);
    return { campaign, members: found, next: cursor, rules };
  }
  const ids = await services.campaigns.members(caller, id, { limit: MAX_BULK });
  const from = after !== null && /^\d{1,4}$/.test(after) ? Number(after) : 0;
  const shown = ids.slice(from, from + MEMBERS_PER_PAGE);
  const records = await services.store.scores.getMany(caller.account.id, shown, services.now());
  const present = shown.flatMap((id) => records.get(id) ?? []);
  const to = from + MEMBERS_PER_PAGE;
  return {
    campaign,
    members: await withLabels(services, caller.account.id, present),
    next: to < ids.length ? String(to) : null,
    rules,
  };
}

/**
 * Labels the sign-ups of a campaign that a person has seen: not those that joined since.
 * @param until RFC 3339: when the newest that was shown was scored
 * @throws AppError not_found; as `labelMany`
 */
export async function labelCampaign(
  services: Services,
  caller: Caller,
  { id, until, wanted }: { readonly id: string; readonly until: string; readonly wanted: BulkLabel },
): Promise<LabelUndo | null> {
  const seen = Date.parse(until);
  if (Number.isNaN(seen)) throw new AppError("invalid_value", "This form is not valid.");
  const ids = await membersOf(services, caller, await services.campaigns.get(caller, id));
  // No score is older than its id.
  const shown = ids.filter((id) => requestTime(id) <= seen);
  return await labelMany(services, caller, shown, wanted);
}

const PAGE = 500;

/**
 * Ids of requests, the newest first: all that fit the facts, where they say what the campaign is; of more than can be labelled
 * at once the newest.
 */
async function membersOf(services: Services, caller: Caller, campaign: Campaign): Promise<readonly string[]> {
  const { campaign_id: id, signups } = campaign;
  const known = await services.campaigns.members(caller, id, { limit: MAX_BULK });
  if (known.length >= signups || !isFound(campaign)) return known;
  const ids: string[] = [];
  for (let cursor: string | null = null; ids.length < MAX_BULK;) {
    const page: SearchPage = await findMembers(services, caller, campaign, PAGE, cursor);
    ids.push(...page.found.map(({ record }) => record.id));
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return ids.slice(0, MAX_BULK);
}

/** A search of its facts finds its sign-ups, and no others. */
function isFound({ facts, links }: Campaign): boolean {
  return Object.keys(facts).length > 0 && SHARED.every((name) => links[name] === undefined);
}

/** What campaigns share that is no fact. */
const SHARED = ["device", "ip", "network", "email", "phone", "ring"] as const;

/** @throws AppError invalid_value for a cursor of something else */
async function findMembers(
  services: Services,
  caller: Caller,
  { facts, first }: Campaign,
  limit: number,
  cursor: string | null,
): Promise<SearchPage> {
  const refuse = (field: string, why: string) => new AppError("invalid_value", `${field} ${why}`);
  const request = { ...ANY_SCORE, facts: facts as FactFilters, from: Date.parse(first) }; // they are of the same names
  const search = await readSearch(services, caller, request, refuse);
  const page = await searchScores(services, caller, search, { limit, cursor, uncounted: true }, refuse);
  return { ...page, found: page.found.filter(({ record }) => record.subject === "user") };
}
