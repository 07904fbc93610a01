/** `GET /v1/values/{ref}`: what the account's scores know about a value. */
import { AppError } from "../../model/error.ts";
import {
  type Caller,
  type KeyMode,
  linksOwner,
  RETENTION_MS,
  type ScoreRecord,
} from "../../model/records.ts";
import { type GroupKind, kindOf } from "../../model/groups/group.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import { seenMode } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { groupsOfRecord, groupWords } from "../groups/signup_groups.ts";
import { type LabelledScore, withLabels } from "./found_score.ts";
import { countLabels, countValues, maskedValue, valuesOf } from "./seen_with.ts";
import { readRef, type ReferredValue } from "./value_ref.ts";

/** The newest scores that the answer is made of. */
export const MAX_VALUE_SCORES = 500;
/** The newest sign-ups of which one is in a ring, mostly. */
const MAX_RING_LOOKUPS = 100;
/** Values seen with it that are listed. */
const MAX_SEEN_WITH = 50;

/**
 * @param wanted of live or of test keys; null: those that the caller's own key sees
 * @throws AppError not_found for a reference of another account, or whose scores have expired; test_key_refused
 */
export async function valueOf(
  services: Services,
  caller: Caller,
  ref: string,
  wanted: KeyMode | null = null,
) {
  const account = caller.account.id;
  const mode = seenMode(caller, wanted);
  const value = readRef(services.hasher, account, ref);
  if (value === null) throw unknownRef();
  const { scores, truncated } = await scoresWith(services, account, mode, value);
  const [newest, oldest] = [scores[0], scores.at(-1)];
  if (newest === undefined || oldest === undefined) throw unknownRef();
  const first = truncated ? await firstScore(services, account, mode, value) : null;
  const isValue = (kind: string, hash: string) => kind === value.kind && hash === value.hash;
  // The network of an address is seen with it each time.
  const isSeen = (kind: string, hash: string) =>
    !isValue(kind, hash) && !(value.kind === "ip" && kind === "network");
  const verdicts = (verdict: Verdict) => scores.filter(({ record }) => record.verdict === verdict).length;
  return {
    ref,
    kind: value.kind,
    masked: valuesOf(newest.record.components).find(({ kind, hash }) => isValue(kind, hash))!.mask,
    first_seen: timestamp((first ?? oldest.record).at),
    last_seen: timestamp(newest.record.at),
    scores: { allow: verdicts("allow"), review: verdicts("review"), block: verdicts("block") },
    labels: countLabels(scores),
    labelled_groups: await labelledGroups(services, caller, mode, value.kind, scores),
    seen_with: countValues(scores).filter(({ kind, hash }) => isSeen(kind, hash)).slice(0, MAX_SEEN_WITH)
      .map((each) => ({ ...maskedValue(services, account, each), count: each.count, fraud: each.fraud })),
    ring: await ringOf(services, linksOwner(account, mode), scores),
    truncated,
  };
}

async function scoresWith(
  services: Services,
  account: string,
  mode: KeyMode,
  value: ReferredValue,
): Promise<{ scores: readonly LabelledScore[]; truncated: boolean }> {
  const { store, now } = services;
  const since = now() - RETENTION_MS;
  // One more than is used tells that there are more.
  const limit = MAX_VALUE_SCORES + 1;
  const { records, examined } = await store.scoreSearch.newestWith(account, [value.hash], { since, limit });
  const found = records.filter((record) => record.mode === mode && has(record, value));
  const newest = found.slice(0, MAX_VALUE_SCORES);
  const truncated = examined > MAX_VALUE_SCORES;
  return { scores: await withLabels(services, account, newest), truncated };
}

function has({ components }: ScoreRecord, value: ReferredValue): boolean {
  return valuesOf(components).some(({ kind, hash }) => kind === value.kind && hash === value.hash);
}

/** Null when the index leads to another value of the same term. */
async function firstScore({ store, now }: Services, account: string, mode: KeyMode, value: ReferredValue) {
  const record = await store.scoreSearch.oldestWith(account, value.hash, now() - RETENTION_MS);
  return record !== null && record.mode === mode && has(record, value) ? record : null;
}

/** Of each kind of value, the groups that it is in. */
const GROUPS_OF: Readonly<Record<ReferredValue["kind"], readonly GroupKind[]>> = {
  ip: ["network", "hosting"],
  network: ["network", "hosting"],
  email: ["domain", "subdomain", "shape"],
  phone: ["phone_block"],
  domain: ["domain"],
  device: [],
};

/** What the account's labels say of the groups of the value, by its newest sign-up that is in one. */
async function labelledGroups(
  services: Services,
  caller: Caller,
  mode: KeyMode,
  kind: ReferredValue["kind"],
  scores: readonly LabelledScore[],
) {
  const { labelGroups } = services;
  const account = caller.account.id;
  if (mode === "test") return [];
  await labelGroups.ready(account);
  const labelled = labelGroups.of(account);
  for (const { record } of scores.slice(0, MAX_RING_LOOKUPS)) {
    const keys = groupsOfRecord(record).filter((key) => GROUPS_OF[kind].includes(kindOf(key)));
    if (keys.length === 0 || labelled === null) continue;
    const network = record.components.find((component) => component.kind === "ip")?.mask ?? null;
    return keys.map((key) => {
      const { fraud, legit } = labelled.counts(key);
      return { where: groupWords({ kind: kindOf(key), key }, record.facts ?? {}, network), fraud, legit };
    });
  }
  return [];
}

/** Of the newest sign-up that is in one, as the ring is now. */
async function ringOf({ store, now }: Services, owner: string, scores: readonly LabelledScore[]) {
  const nodes = scores.flatMap(({ record: { signup } }) => signup?.node ?? []).slice(0, MAX_RING_LOOKUPS);
  const idOf = await store.rings.idsNow(owner, nodes, now());
  const node = nodes.find((node) => idOf(node) !== null);
  return node === undefined ? null : (await store.rings.find(owner, node, now()))?.ring ?? null;
}

function unknownRef(): AppError {
  return new AppError("not_found", "your account has no scores with a value of this reference");
}
