/** The labelled sign-ups of an account by their groups. */
import type { Outcome } from "../records.ts";
import { BOUNDS, type GroupEvidence, type GroupLevel, labelWeight, levelOf, reaches } from "./evidence.ts";
import { farmDomains } from "./farm_domains.ts";
import { goodCustomers, NARROW, WIDE } from "./good_customers.ts";
import { GROUP_KINDS, type GroupKey, type GroupKind, kindOf } from "./group.ts";

export interface LabelledSignup {
  /** The same for every label of the sign-up. */
  readonly id: string;
  readonly scoredAt: number;
  /** When it was labelled. */
  readonly at: number;
  /** Null: the label was removed. */
  readonly outcome: Outcome | null;
  /** With what it is in each by: sign-ups of one value are one member, as that value has a reputation of its own. */
  readonly groups: readonly (readonly [key: GroupKey, member: string])[];
}

/** A group in which the labels of an account are evidence against a sign-up. */
export interface TaughtGroup {
  readonly kind: GroupKind;
  readonly key: GroupKey;
  readonly level: GroupLevel;
  readonly fraud: number;
  readonly legit: number;
  readonly customers: number;
}

interface Label {
  readonly scoredAt: number;
  readonly at: number;
  readonly outcome: Outcome;
}

/** A labelled sign-up in a group. */
interface Entry {
  readonly group: Group;
  readonly member: string;
  readonly label: Label;
}

interface Group {
  readonly key: GroupKey;
  readonly entries: Set<Entry>;
  /** Of the entries; null: they changed. */
  labels: Labels | null;
  /** Null: not counted yet. */
  customers: number | null;
  /** Of the account's allowed sign-ups. */
  share: number;
  /** Of a group over several domains: known ones that it is not about. */
  others: ReadonlySet<GroupKey> | null;
}

/** By members, each with its newest label. */
interface Labels extends GroupCounts {
  /** As they would weigh at `#zero`. */
  readonly fraudWeight: number;
  readonly legitWeight: number;
}

export type GroupCounts = Pick<TaughtGroup, "fraud" | "legit">;
const NO_LABELS: GroupCounts = { fraud: 0, legit: 0 };
const NOTHING: readonly TaughtGroup[] = [];

/** Few get into these by chance; a campaign of one shape is slow, so that most of it is near nobody labelled. */
const NARROW_KINDS: ReadonlySet<GroupKind> = new Set([
  "domain",
  "phone_block",
  "network",
  "shape",
]);
/** A shape says something when it is so many times as frequent among labelled sign-ups as among those that are allowed. */
const SHAPE_TIMES = 5;
/** Of fewer sign-ups a share says little. */
const FEW_SIGNUPS = 20;
/** Labels of an account that are kept, those of the newest sign-ups: 1.6 kB each, 16 MB. */
export const MAX_LABELS = 10_000;
/** Groups of an account whose customers are counted, those with most fraud. */
const MAX_SUSPECTED = 300;

export class LabelledGroups {
  /** Weights are sums as of this time. */
  readonly #zero: number;
  readonly #maxLabels: number;
  /** Of each sign-up. */
  readonly #held = new Map<string, readonly Entry[]>();
  readonly #groups = new Map<GroupKey, Group>();
  /** Those that may have enough labels to be evidence. */
  readonly #many = new Map<GroupKey, Group>();

  constructor(now: number, maxLabels: number = MAX_LABELS) {
    this.#zero = now;
    this.#maxLabels = maxLabels;
  }

  /** Labels that are kept. */
  get size(): number {
    return this.#held.size;
  }

  /** In place of the earlier label of the sign-up. */
  label({ id, scoredAt, at, outcome, groups }: LabelledSignup): void {
    this.#drop(id);
    if (outcome === null) return;
    const label = { scoredAt, at, outcome };
    const entries = groups.map(([key, member]) => ({ group: this.#group(key), member, label }));
    this.#held.set(id, entries);
    for (const entry of entries) {
      entry.group.entries.add(entry);
      this.#changed(entry.group);
    }
    if (this.#held.size > this.#maxLabels) this.#drop(this.#held.keys().next().value!);
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** The labelled members of a group, whatever the age of their labels. */
  counts(key: GroupKey): GroupCounts {
    const group = this.#groups.get(key);
    return group === undefined ? NO_LABELS : this.#labels(group);
  }

  /** What the labels say of a sign-up in these groups: of each kind the strongest, the strongest first. */
  taught(groups: readonly GroupKey[], now: number): readonly TaughtGroup[] {
    if (this.#many.size === 0) return NOTHING;
    let found: TaughtGroup[] | null = null;
    for (const key of groups) {
      const group = this.#many.get(key);
      if (group === undefined || group.customers === null || !isAbout(group, groups)) continue;
      const { customers } = group;
      const evidence = this.#evidence(group, customers, now);
      const level = levelOf(evidence);
      const { fraud, legit } = evidence;
      const isUsual = kindOf(key) === "shape" && fraud < SHAPE_TIMES * group.share * this.size;
      if (level !== null && !isUsual) {
        (found ??= []).push({ kind: kindOf(key), key, level, fraud, legit, customers });
      }
    }
    return found === null ? NOTHING : strongestOfKinds(found);
  }

  /** Groups in which fraud was labelled often enough for it to matter how many good customers are in them. */
  suspected(now: number): readonly GroupKey[] {
    const found = [...this.#many.values()].filter((group) => this.#isSuspected(group, now));
    found.sort((one, other) => this.#labels(other).fraud - this.#labels(one).fraud);
    return found.slice(0, MAX_SUSPECTED).map(({ key }) => key);
  }

  /** Whether one of them was never counted. */
  isUncounted(now: number): boolean {
    for (const group of this.#many.values()) {
      if (group.customers === null && this.#isSuspected(group, now)) return true;
    }
    return false;
  }

  /**
   * @param allowed of each group: when those signed up that were allowed and have no label, ascending
   * @param total of all that were allowed
   * @param atSubdomains those of `allowed` that have addresses at sub-domains, by their domains
   */
  countCustomers(
    allowed: ReadonlyMap<GroupKey, ArrayLike<number>>,
    now: number,
    total = 0,
    atSubdomains: ReadonlyMap<GroupKey, readonly number[]> = new Map(),
  ): void {
    for (const [key, times] of allowed) {
      const group = this.#groups.get(key);
      if (group === undefined) continue;
      const labelled = [...group.entries].filter(({ label }) => label.outcome === "fraud");
      const fraud = labelled.map(({ label }) => label.scoredAt).sort((one, other) => one - other);
      group.share = times.length / (total + FEW_SIGNUPS);
      if (kindOf(key) === "subdomain") {
        const { others, customers } = farmDomains(fraud, this.#fraudByDomain(group), atSubdomains, now);
        group.others = others;
        group.customers = customers;
        continue;
      }
      const width = NARROW_KINDS.has(kindOf(key)) ? NARROW : WIDE;
      group.customers = goodCustomers(fraud, times, now, width);
    }
  }

  /** What was counted of the same account before, until it is counted again. */
  keepCustomers(before: LabelledGroups): void {
    for (const [key, group] of this.#many) {
      const known = before.#many.get(key);
      if (group.customers !== null || known === undefined) continue;
      group.customers = known.customers;
      group.share = known.share;
      group.others = known.others;
    }
  }

  /** Of the labelled sign-ups of a group. */
  #fraudByDomain(group: Group): ReadonlyMap<GroupKey, number> {
    const counts = new Map<GroupKey, number>();
    for (const entries of this.#held.values()) {
      if (!entries.some((entry) => entry.group === group && entry.label.outcome === "fraud")) continue;
      const domain = entries.find((entry) => kindOf(entry.group.key) === "domain")?.group.key;
      if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
    return counts;
  }

  #isSuspected(group: Group, now: number): boolean {
    return reaches("review", this.#evidence(group, 0, now));
  }

  #evidence(group: Group, customers: number, now: number): GroupEvidence {
    const { fraud, legit, fraudWeight, legitWeight } = this.#labels(group);
    const faded = labelWeight(now - this.#zero);
    return { fraud, legit, fraudWeight: fraudWeight * faded, legitWeight: legitWeight * faded, customers };
  }

  #labels(group: Group): Labels {
    return group.labels ??= labelsOf(group, this.#zero);
  }

  #drop(id: string): void {
    const entries = this.#held.get(id) ?? [];
    this.#held.delete(id);
    for (const entry of entries) {
      entry.group.entries.delete(entry);
      this.#changed(entry.group);
    }
  }

  #group(key: GroupKey): Group {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, entries: new Set(), labels: null, customers: null, share: 0, others: null };
      this.#groups.set(key, group);
    }
    return group;
  }

  #changed(group: Group): void {
    group.labels = null;
    if (group.entries.size === 0) this.#groups.delete(group.key);
    if (group.entries.size >= BOUNDS.review.labels) this.#many.set(group.key, group);
    else this.#many.delete(group.key);
  }
}

function isAbout({ others }: Group, groups: readonly GroupKey[]): boolean {
  return others === null || !groups.some((key) => others.has(key));
}

function labelsOf({ entries }: Group, zero: number): Labels {
  const newest = new Map<string, Label>();
  for (const { member, label } of entries) {
    const known = newest.get(member);
    if (known === undefined || isNewer(label, known)) newest.set(member, label);
  }
  const labels = { fraud: 0, legit: 0, fraudWeight: 0, legitWeight: 0 };
  for (const { outcome, at } of newest.values()) {
    labels[outcome]++;
    labels[`${outcome}Weight`] += labelWeight(zero - at);
  }
  return labels;
}

/** Of labels given at one time one that says legitimate counts. */
function isNewer(one: Label, other: Label): boolean {
  return one.at === other.at ? one.outcome === "legit" : one.at > other.at;
}

function strongestOfKinds(found: readonly TaughtGroup[]): readonly TaughtGroup[] {
  const rank = ({ level, fraud, kind }: TaughtGroup) =>
    (level === "block" ? 1e6 : 0) + fraud - GROUP_KINDS.indexOf(kind) / GROUP_KINDS.length;
  const sorted = found.toSorted((one, other) => rank(other) - rank(one));
  return sorted.filter(({ kind }, at) => sorted.findIndex((other) => other.kind === kind) === at);
}
