/** Where the pages of a campaign lead to. */
import type { Campaign } from "../../model/campaigns/campaign.ts";
import { MAX_RULE_NOTE } from "../../service/rules/rule_options.ts";
import { type ScoreQuery, scoresAddress } from "../cases/pages/score_query.ts";
import { VALUE_NOUNS } from "../site/words.ts";
import { triedAddress } from "../rules/new_condition.tsx";

/** The sign-ups of a campaign, in the list of scores. @param query further filters */
export function scoresOf(campaign: Campaign, query: Partial<ScoreQuery>): string {
  const { campaign_id, facts, first, links } = campaign;
  const value = VALUES.map((name) => links[name]).find((path) => path !== undefined);
  if (Object.keys(facts).length === 0 && value === undefined && links.ring === undefined) {
    return `/console/campaigns/${campaign_id}`;
  }
  return scoresAddress({
    from: first,
    ...(Object.keys(facts).length === 0 ? {} : { facts: JSON.stringify(facts) }),
    ...(value === undefined ? {} : { q: lastPart(value) }),
    ...(links.ring === undefined ? {} : { ring: lastPart(links.ring) }),
    ...query,
  });
}

/** Values that a campaign can share. */
const VALUES = ["device", "ip", "network", "email", "phone"] as const;

/** The pages of the ring and of the values that all of them share, with names. */
export function valuesOf({ links }: Campaign): readonly (readonly [href: string, name: string])[] {
  const ring = links.ring === undefined
    ? []
    : [[`/console/rings/${lastPart(links.ring)}`, "Their ring"] as const];
  const values = VALUES.flatMap((kind) => {
    const path = links[kind];
    return path === undefined
      ? []
      : [[`/console/values/${lastPart(path)}`, `Their ${VALUE_NOUNS[kind]}`] as const];
  });
  return [...ring, ...values];
}

function lastPart(path: string): string {
  return path.split("/").at(-1)!;
}

/** The form of a rule with the suggested condition, in shadow, tried on the past. */
export function ruleAddress({ campaign_id, text, suggested_rule: rule }: Campaign): string {
  const note = `${campaign_id}: ${text}`.slice(0, MAX_RULE_NOTE);
  const form = {
    when: rule.when,
    action: rule.action,
    tag: "",
    overrides: "",
    state: "shadow",
    note,
    expires: "",
  };
  return triedAddress(form, { days: 30 });
}
