/** What the account's labels in the groups of a sign-up add to its score. Pure. */
import type { Breakdown } from "../model/component.ts";
import type { GroupLevel } from "../model/groups/evidence.ts";
import type { GroupKind } from "../model/groups/group.ts";
import type { TaughtGroup } from "../model/groups/labelled_groups.ts";
import type { Part } from "./combine.ts";
import { evaluate, type WeightRow } from "./evaluate.ts";

/** As many as are a block at every strictness. */
const POINTS = 95;
/** Of the points. A review is one from balanced on and at no strictness a block, as labels on what anybody could have given. */
const LEVEL_SHARE: Readonly<Record<GroupLevel, number>> = { review: 0.495, block: 1 };

/** The labels of one sign-up are in several groups, so only the strongest counts. */
export const WEIGHTS = {
  group_domain: { points: POINTS, group: "labelled", text: "labelled sign-ups at this domain were fraud" },
  group_subdomain: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups at sub-domains of private domains were fraud",
  },
  group_phone_block: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups with neighbouring numbers were fraud",
  },
  group_network: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups from this network were fraud",
  },
  group_hosting: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups from this hosting network were fraud",
  },
  group_referral: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups with this referral were fraud",
  },
  group_client: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups of this program without a device were fraud",
  },
  group_shape: {
    points: POINTS,
    group: "labelled",
    text: "labelled sign-ups with addresses of this shape were fraud",
  },
} as const satisfies { readonly [Kind in GroupKind as `group_${Kind}`]: WeightRow };

/** Groups that anybody can put a sign-up in. */
const CLAIMED: ReadonlySet<string> = new Set<keyof typeof WEIGHTS>([
  "group_domain",
  "group_subdomain",
  "group_phone_block",
  "group_referral",
  "group_shape",
]);

/** Of a finding, without the numbers of one sign-up; null for a name that this version does not have. */
export function groupText(name: string): string | null {
  return Object.entries(WEIGHTS).find(([known]) => known === name)?.[1].text ?? null;
}

/** @param taught the strongest first @param where of a group, as in "labelled sign-ups <where> were fraud" */
export function scoreGroups(
  taught: readonly TaughtGroup[],
  where: (group: TaughtGroup) => string,
): Breakdown {
  const fired = taught.map((group) => ({
    name: `group_${group.kind}` as const,
    share: LEVEL_SHARE[group.level],
    text: groupSentence(group, where(group)),
  }));
  return evaluate({ component: "linkage", weights: WEIGHTS, fired });
}

/** "9 of 10 labelled sign-ups at kestrelbyte.com were fraud" */
function groupSentence({ fraud, legit }: Pick<TaughtGroup, "fraud" | "legit">, where: string): string {
  return `${fraud} of ${fraud + legit} labelled sign-ups ${where} were fraud`;
}

/** As the combination takes it. */
export function groupsPart(breakdown: Breakdown): Part {
  return { kind: "linkage", score: breakdown.score, breakdown, ruled: false, claims: CLAIMED };
}
