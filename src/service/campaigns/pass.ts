/** One pass over an account's sign-ups: what was found becomes campaigns, those of the last pass with their ids and states. */
import { findCampaigns } from "../../model/campaigns/find.ts";
import { describe, type Described } from "../../model/campaigns/describe.ts";
import type { Board } from "../../model/campaigns/board.ts";
import type { Group } from "../../model/campaigns/group.ts";
import { shortText } from "../../model/conditions/identities.ts";
import { DAY_MS } from "../../model/duration.ts";
import { type KeyMode, linksOwner } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Verdict, VERDICTS } from "../../model/verdict.ts";
import { bytesOf, MAX_COMMIT_BYTES, MAX_MEMBERS, type StoredCampaign } from "../../records/campaigns.ts";
import type { ScorePosition } from "../../records/scores/score_search.ts";
import type { Store } from "../../records/store.ts";
import { runInSlices, TimeSlice } from "../rules/time_slicing.ts";
import type { NewEvent, WebhookEvents } from "../webhooks/events.ts";
import { readBoard } from "./read_board.ts";

interface PassParts {
  readonly store: Store;
  readonly now: () => number;
  readonly events: WebhookEvents;
}

interface Found extends Described {
  readonly group: Group;
  /** The newest MAX_MEMBERS, oldest first. */
  readonly members: readonly ScorePosition[];
  readonly first: ScorePosition;
}

/** Steps of the drawing of a window. */
const STEPS = 30;
/** Of the members of a campaign that are in a group, it is the same. */
const SAME_SHARE = 0.5;
/** Of the members of the group that were in the campaign. */
const SAME_OF_FOUND = 0.25;
/** Growth of a watched campaign that is told of. */
const GROWN_SHARE = 0.5;
const GROWN_LEAST = 10;
/** Campaigns of an account that are kept; of more the oldest new ones go. */
const MAX_KEPT = 200;

/** False when another process wrote meanwhile. @param onRead called with the number of sign-ups */
export async function lookForCampaigns(
  { store, now, events }: PassParts,
  subject: { readonly account: string; readonly mode: KeyMode },
  onRead: (rows: number) => void,
): Promise<boolean> {
  const owner = linksOwner(subject.account, subject.mode);
  const { revision } = await store.campaigns.lastPass(owner);
  const at = now();
  const { board, positions } = await readBoard(store, subject, at);
  onRead(board.count);
  const groups = await runInSlices(findCampaigns(board));
  const found: Found[] = [];
  const slice = new TimeSlice();
  for (const group of groups) {
    if (slice.isOver) await slice.next();
    const [first] = await positions(group.rows.slice(0, 1));
    const members = await positions(group.rows.slice(-MAX_MEMBERS));
    if (first !== undefined) found.push({ ...describe(board, group), group, members, first });
  }
  const stored = await store.campaigns.list(owner, at);
  const set = inOneCommit(campaignsOf(board, found, stored));
  const removed = outdated(stored, set);
  const told = subject.mode === "live" ? eventsOf(subject.account, set, stored) : [];
  const announced = new Map(told.map(({ id, signups }) => [id, signups]));
  const written = set.map((campaign) => ({
    ...campaign,
    announced: announced.get(campaign.id) ?? campaign.announced,
  }));
  return await store.campaigns.commit(
    owner,
    revision,
    { set: written, removed },
    at,
    events.change(told.map(({ event }) => event)),
  );
}

function campaignsOf(
  board: Board,
  found: readonly Found[],
  stored: readonly StoredCampaign[],
): StoredCampaign[] {
  const before = new Map<Found, StoredCampaign>();
  const left = new Set(stored);
  // What is shared comes first: a larger group that has some of the members is another one.
  for (const same of [withFacts, withMembers]) {
    for (const each of found) {
      const known = before.has(each) ? null : same(each, left);
      if (known === null) continue;
      before.set(each, known);
      left.delete(known);
    }
  }
  const campaigns = found.map((each) => campaignOf(board, each, before.get(each) ?? null));
  const ids = new Set<string>();
  return campaigns.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Those that come first, as many as a commit holds: somebody may write long notes on all of them. */
function inOneCommit(campaigns: readonly StoredCampaign[]): StoredCampaign[] {
  let bytes = 0;
  return campaigns.filter((campaign) => (bytes += bytesOf(campaign)) <= MAX_COMMIT_BYTES);
}

function withFacts(found: Found, stored: ReadonlySet<StoredCampaign>): StoredCampaign | null {
  const key = keyOf(found);
  for (const campaign of stored) if (keyOf(campaign) === key) return campaign;
  return null;
}

/** That has most of the members, and they are a good part of the group: a few that somebody ignored are not the next hundred. */
function withMembers(found: Found, stored: ReadonlySet<StoredCampaign>): StoredCampaign | null {
  const members = new Set(found.members);
  let [best, most] = [null as StoredCampaign | null, 0];
  for (const campaign of stored) {
    const own = campaign.members.split(" ");
    const shared = own.filter((slot) => members.has(slot)).length;
    const least = Math.max(
      SAME_SHARE * Math.min(own.length, members.size),
      SAME_OF_FOUND * members.size,
    );
    if (shared >= least && shared > most) [best, most] = [campaign, shared];
  }
  return best;
}

function keyOf({ facts, shared }: Pick<StoredCampaign, "facts" | "shared">): string {
  const names = Object.keys(facts).sort();
  return JSON.stringify([names.map((name) => [name, facts[name]]), shared.toSorted()]);
}

function campaignOf(
  board: Board,
  { group, members, first, text, facts, shared, rule, shareOfGood }: Found,
  before: StoredCampaign | null,
): StoredCampaign {
  const { rows, days, expected } = group;
  const verdicts: Record<Verdict, number> = { allow: 0, review: 0, block: 0 };
  for (const row of rows) verdicts[VERDICTS[board.verdicts[row]!]!]++;
  const signups = rows.length;
  const isOver = before !== null && before.last < board.now - days * DAY_MS;
  // Sign-ups leave the window: a second wave grows from what is left of the first.
  const grownFrom = (known = signups) => isOver ? 0 : signups < known / 2 ? signups : known;
  return {
    id: before?.id ?? `cmp_${first}${shortText(keyOf({ facts, shared }))}`,
    text,
    facts,
    shared,
    days,
    signups,
    usual: Math.round(expected * 10) / 10,
    first: board.times[rows[0]!]!,
    last: board.times[rows.at(-1)!]!,
    verdicts,
    shareOfGood,
    overTime: overTime(board, group),
    rule,
    members: members.join(" "),
    ...olderLabels(board, rows),
    state: before?.state ?? "new",
    note: before?.note ?? null,
    until: before?.until ?? null,
    history: before?.history ?? [],
    foundAt: before?.foundAt ?? board.now,
    seenAt: board.now,
    signupsBefore: grownFrom(before?.signupsBefore),
    announced: grownFrom(before?.announced),
  };
}

/** Labels of the sign-ups whose places are not kept. */
function olderLabels({ labels }: Board, rows: readonly number[]): Pick<StoredCampaign, "olderLabels"> {
  const counts = { fraud: 0, legit: 0 };
  for (const row of rows.slice(0, -MAX_MEMBERS)) {
    if (labels[row] === 1) counts.fraud++;
    if (labels[row] === 2) counts.legit++;
  }
  return rows.length > MAX_MEMBERS ? { olderLabels: counts } : {};
}

function overTime({ times, now }: Board, { rows, days }: Group): number[] {
  const counts = new Array<number>(STEPS).fill(0);
  const stepMs = days * DAY_MS / STEPS;
  for (const row of rows) {
    const step = Math.floor((times[row]! - (now - days * DAY_MS)) / stepMs);
    counts[Math.max(0, Math.min(STEPS - 1, step))]!++;
  }
  return counts;
}

/** Where there are too many: the oldest that nobody has done anything with and no pass found. */
function outdated(stored: readonly StoredCampaign[], set: readonly StoredCampaign[]): string[] {
  const kept = new Set(set.map(({ id }) => id));
  const others = stored.filter(({ id }) => !kept.has(id));
  const over = others.length + set.length - MAX_KEPT;
  if (over <= 0) return [];
  return others.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, over).map(({ id }) => id);
}

function rankOf({ state, seenAt }: StoredCampaign): number {
  return state === "new" ? seenAt : seenAt + DAY_MS * MAX_KEPT;
}

interface Told {
  readonly id: string;
  readonly signups: number;
  readonly event: NewEvent;
}

function eventsOf(
  account: string,
  set: readonly StoredCampaign[],
  stored: readonly StoredCampaign[],
): readonly Told[] {
  const known = new Set(stored.map(({ id }) => id));
  return set.flatMap((campaign): Told[] => {
    const { id, signups, state, announced } = campaign;
    const told = (type: "campaign.found" | "campaign.grew"): Told => ({
      id,
      signups,
      event: { account, type, id: `${id}_${signups}_${account}`, data: dataOf(campaign, announced) },
    });
    if (!known.has(id)) return [told("campaign.found")];
    const isGrown = signups - announced >= Math.min(GROWN_LEAST, GROWN_SHARE * announced);
    return state === "watched" && signups > announced && isGrown ? [told("campaign.grew")] : [];
  });
}

function dataOf(campaign: StoredCampaign, before: number) {
  const { id, text, facts, days, signups, usual, first, last, verdicts, state } = campaign;
  return {
    campaign_id: id,
    text,
    facts: facts as Record<string, (string | number | boolean | null)[]>,
    days,
    signups,
    signups_before: before,
    usual,
    first: timestamp(first),
    last: timestamp(last),
    verdicts,
    state,
  };
}
