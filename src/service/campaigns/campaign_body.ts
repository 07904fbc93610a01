/** A stored campaign in the form of the API. */
import type { Campaign, SampleSignup } from "../../model/campaigns/campaign.ts";
import { type Caller, type Outcome, OUTCOMES, type ScoreRecord } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { StoredCampaign } from "../../records/campaigns.ts";
import { type RefKind, refOf } from "../cases/value_ref.ts";
import type { Store } from "../../records/store.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { stateOf } from "./campaign_state.ts";
import type { LabelsByPlace } from "./label_counts.ts";

/** Members that are shown. */
const MAX_SAMPLE = 10;
/** Kinds of values of which a campaign has one: the dimension, and the kind of value. */
const VALUES: Readonly<Record<string, RefKind>> = {
  "dimension.device": "device",
  "dimension.ip": "ip",
  "dimension.email": "email",
  "dimension.phone": "phone",
  "dimension.subnet": "network",
};

interface BodyParts {
  readonly store: Pick<Store, "scores">;
  readonly hasher: IdentifierHasher;
  readonly now: () => number;
}

export async function bodyOf(
  { store, hasher, now }: BodyParts,
  { account }: Caller,
  campaign: StoredCampaign,
  labels: LabelsByPlace,
): Promise<Campaign> {
  const at = now();
  const slots = campaign.members.split(" ");
  const chosen = sampleSlots(slots);
  const records = await store.scores.bySlot(account.id, chosen, at);
  const shown = chosen.flatMap((slot) => {
    const record = records.get(slot);
    return record === undefined ? [] : [{ record, label: labels.get(slot) ?? null }];
  });
  const { olderLabels } = campaign;
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => {
    const newer = slots.filter((slot) => labels.get(slot) === outcome).length;
    return [outcome, newer + (olderLabels?.[outcome] ?? 0)];
  })) as Record<Outcome, number>;
  return {
    campaign_id: campaign.id,
    text: campaign.text,
    facts: campaign.facts,
    days: campaign.days,
    signups: campaign.signups,
    usual: campaign.usual,
    first: timestamp(campaign.first),
    last: timestamp(campaign.last),
    verdicts: campaign.verdicts,
    labels: counts,
    share_of_good: campaign.shareOfGood,
    sample: shown.map(sampleOf),
    over_time: campaign.overTime,
    links: linksOf(hasher, campaign, shown[0]?.record ?? null),
    suggested_rule: campaign.rule,
    state: stateOf(campaign, at),
    note: campaign.note,
    until: campaign.until === null ? null : timestamp(campaign.until),
    history: campaign.history,
    found_at: timestamp(campaign.foundAt),
    grown: Math.max(0, campaign.signups - campaign.signupsBefore),
  };
}

/** Over all of them, as the newest may be people who came by chance; the newest first. */
function sampleSlots(slots: readonly string[]): readonly string[] {
  const count = Math.min(MAX_SAMPLE, slots.length);
  return Array.from(
    { length: count },
    (_, at) => slots[slots.length - 1 - Math.floor(at * slots.length / count)]!,
  );
}

function sampleOf(
  { record, label }: { readonly record: ScoreRecord; readonly label: Outcome | null },
): SampleSignup {
  return {
    request_id: record.id,
    at: timestamp(record.at),
    score: record.score,
    verdict: record.verdict,
    label,
    user_id: record.signup?.userId ?? null,
  };
}

function linksOf(
  hasher: IdentifierHasher,
  { id, shared }: StoredCampaign,
  newest: ScoreRecord | null,
): Record<string, string> {
  const links: Record<string, string> = { self: `/v1/campaigns/${id}`, search: "/v1/scores/search" };
  for (const text of shared) {
    const [name = "", value = ""] = text.split(" ");
    const kind = VALUES[name];
    if (value.startsWith("ring_")) links[name] = `/v1/rings/${value}`;
    if (kind === undefined || newest === null) continue;
    const hash = hashOf(newest, kind);
    const ref = hash === "" ? null : refOf(hasher, newest.account, { kind, hash });
    if (ref !== null) links[kind] = `/v1/values/${ref}`;
  }
  return links;
}

/** "" when the score has no such value. A network is the first of the related hashes of its address. */
function hashOf({ components }: ScoreRecord, kind: RefKind): string {
  const found = components.find((each) => each.kind === (kind === "network" ? "ip" : kind));
  return (kind === "network" ? found?.relatedHashes[0] : found?.hash) ?? "";
}
