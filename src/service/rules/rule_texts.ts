/** Rules as people call them. */
import type { Caller } from "../../model/records.ts";
import { ruleWords } from "../../model/rules/rule.ts";
import { listConditions } from "../conditions/conditions.ts";
import type { Services } from "../context.ts";
import { listRules } from "./rules.ts";

/** The notes or texts of these rules; one that is gone has none. */
export async function ruleTexts(
  services: Services,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (ids.length === 0) return texts;
  for (const { id, note, when } of await listConditions(services, caller)) texts.set(id, note ?? when);
  if (ids.some((id) => !texts.has(id))) {
    for (const rule of await listRules(services, caller)) texts.set(rule.id, ruleWords(rule));
  }
  return texts;
}
