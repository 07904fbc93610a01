/** The groups of sign-ups: of stored ones, and of one that is scored, with words for people. */
import { clientSubnet } from "../../model/address/address.ts";
import { type Facts, NO_FACTS } from "../../model/facts/fact.ts";
import { type GroupKey, type GroupKind, groupsOf, kindOf } from "../../model/groups/group.ts";
import type { LabelledSignup, TaughtGroup } from "../../model/groups/labelled_groups.ts";
import { identitiesOf, type Identity, shortHash } from "../../model/conditions/identities.ts";
import type { Outcome, ScoreRecord, StoredComponent } from "../../model/records.ts";
import { positionOf } from "../../records/scores/score_search.ts";
import { type Decision, decisionOf } from "../score/decision.ts";

/** Labels of test keys' scores and of single values teach nothing. */
export function isTeaching({ subject, mode }: ScoreRecord): boolean {
  return subject === "user" && mode === "live";
}

export function labelledSignup(
  record: ScoreRecord,
  { outcome, at }: { readonly outcome: Outcome | null; readonly at: number },
): LabelledSignup {
  const { signup, components } = record;
  const identities = identitiesOf(components, signup?.userId ?? null);
  const id = idOf(record.id);
  const person = identities.email ?? identities.phone ?? identities.ip ?? id;
  const groups = groupsOfRecord(record).map((key) => {
    const identity = MEMBER_BY[kindOf(key)];
    return [key, identity === "person" ? person : identities[identity] ?? id] as const;
  });
  return { id, scoredAt: record.at, at, outcome, groups };
}

/** What the sign-ups of a group are told apart by. */
const MEMBER_BY: Readonly<Record<GroupKind, Identity | "person">> = {
  domain: "email",
  subdomain: "email",
  phone_block: "phone",
  network: "ip",
  hosting: "ip",
  referral: "person",
  client: "person",
  shape: "email",
};

/** By the place of its score, which is known from the columns too. */
function idOf(requestId: string): string {
  return positionOf(requestId) ?? requestId;
}

export function groupsOfRecord({ components, facts = NO_FACTS }: ScoreRecord): readonly GroupKey[] {
  const address = components.find(({ kind }) => kind === "ip");
  return groupsOf({
    facts,
    subnet: address === undefined ? null : subnetOf(address),
    hasDevice: components.some(({ kind }) => kind === "device"),
  });
}

export function groupsOfSignup(decisions: readonly Decision[], facts: Facts): readonly GroupKey[] {
  const ip = decisionOf(decisions, "ip");
  const { hash = null } = ip?.prepared ?? {};
  return groupsOf({
    facts,
    subnet: ip === undefined
      ? null
      : subnetOf({ hash: hash ?? "", relatedHashes: ip.evaluation.relatedHashes }),
    hasDevice: decisionOf(decisions, "device") !== undefined,
    isSharedPlace: ip?.evaluation.component.isSharedPlace ?? false,
  });
}

/** The first of what an address is related to is its /24 or /48. */
function subnetOf({ hash, relatedHashes }: Pick<StoredComponent, "hash" | "relatedHashes">): string | null {
  const [subnet] = relatedHashes;
  return hash === "" || subnet === undefined ? null : shortHash(subnet);
}

/** The /24 or /48 of the sign-up's address, as people may see it; null without one. */
export function networkOf(decisions: readonly Decision[]): string | null {
  const address = decisionOf(decisions, "ip")?.prepared.input;
  return address === undefined ? null : clientSubnet(address);
}

/**
 * What the sign-ups of a group have in common, after "labelled sign-ups".
 * @param facts of a sign-up in it @param network of its address, for people
 */
export function groupWords(
  { kind, key }: Pick<TaughtGroup, "kind" | "key">,
  facts: Facts,
  network: string | null,
): string {
  switch (kind) {
    case "domain":
      return `at ${facts["email.domain"]}`;
    case "subdomain":
      return "at sub-domains of private domains";
    case "phone_block":
      return `with numbers like ${facts["phone.block_shown"] ?? "this one"}`;
    case "network":
      return `from ${network ?? "this network"}`;
    case "hosting":
      return `from hosting network AS${facts["ip.asn"]}`;
    case "referral":
      return `with referral ${facts["signup.referral"]}`;
    case "client":
      return `from ${facts["signup.user_agent_family"]} without a device`;
    case "shape":
      return shapeWords(key, facts);
  }
}

const CLASS_WORDS: Readonly<Record<string, string>> = {
  free: "free mail providers",
  disposable: "disposable domains",
  relay: "relays",
  school: "schools",
  government: "governments",
  private: "private domains",
};

/** The key of one that is bound to a kind of network ends with it. */
function shapeWords(key: GroupKey, facts: Facts): string {
  const [domainClass, shape, network] = key.split(" ").slice(1);
  const bound = network === undefined
    ? ""
    : network === "unknown"
    ? " from ordinary networks"
    : ` from ${facts["ip.network"]} networks`;
  return `with addresses like ${shape} at ${CLASS_WORDS[domainClass ?? ""] ?? domainClass}${bound}`;
}
