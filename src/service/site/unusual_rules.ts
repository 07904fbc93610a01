/** Rules that were true of many more scores in the last 24 hours than is usual, or of many fewer. */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import { ruleWords } from "../../model/rules/rule.ts";
import { changeOf, usualOf } from "../../model/usual.ts";
import { listConditions } from "../conditions/conditions.ts";
import type { Services } from "../context.ts";
import { listRules } from "../rules/rules.ts";
import type { RecentDays } from "./recent_days.ts";

export interface UnusualRule {
  readonly id: string;
  /** What the rule is, in words. */
  readonly text: string;
  readonly change: "more" | "less";
  /** In the last 24 hours. */
  readonly hits: number;
  readonly usual: number;
}

/** Those with most hits first. */
export async function unusualRules(
  services: Services,
  caller: Caller,
  { hits }: RecentDays,
): Promise<UnusualRule[]> {
  if (hits.size === 0) return [];
  const now = services.now();
  const found: UnusualRule[] = [];
  const look = (id: string, text: string, created_at: string) => {
    const [today = 0, ...earlier] = hits.get(id) ?? [];
    // Of the days on which the rule was there.
    const days = earlier.slice(0, Math.max(0, Math.floor((now - Date.parse(created_at)) / DAY_MS) - 1));
    const change = changeOf(today, days);
    if (change !== null) found.push({ id, text, change, hits: today, usual: usualOf(days)! });
  };
  for (const { id, when, note, state, created_at } of await listConditions(services, caller)) {
    if (state === "live" || state === "shadow") look(id, note ?? when, created_at);
  }
  // Most accounts have more rules of lists than rules of lists that were true of something.
  for (const rule of await listRules(services, caller)) {
    if (rule.paused !== true && hits.has(rule.id)) look(rule.id, ruleWords(rule), rule.created_at);
  }
  return found.toSorted((one, other) => other.hits - one.hits);
}
