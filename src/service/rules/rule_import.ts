/** `POST /v1/rules/import`: a file of rule values. Every line is accounted for; the import is there whole or not at all. */
import type { Caller } from "../../model/records.ts";
import { type RuleAction, warningFor } from "../../model/rules/rule.ts";
import { phoneCanon } from "../../signals/phone/canonical.ts";
import type { Services } from "../context.ts";
import { inTurns } from "./time_slicing.ts";
import { decodeRuleFile, ruleFileSteps } from "./rule_file.ts";
import { tryCandidates } from "./dry_run.ts";
import { insert } from "./rules.ts";

/** @throws AppError too_many_items; nothing is done then */
export async function importRules(
  services: Services,
  caller: Caller,
  file: Uint8Array,
  action: RuleAction,
  dryRun: boolean,
) {
  const parsed = await inTurns(ruleFileSteps(decodeRuleFile(file), { canonicalPhone: phoneCanon }));
  const wish = { action, note: null, expiresAt: null };
  const tried = dryRun ? await tryCandidates(services, caller, parsed.entries, wish) : null;
  const { rules, duplicates } = tried ?? await insert(services, caller, parsed.entries, wish);
  const byKind: Record<string, number> = {};
  for (const { kind } of rules) byKind[kind] = (byKind[kind] ?? 0) + 1;
  const warnings = rules.flatMap((rule) => {
    const warning = warningFor(rule, services.sources.lists);
    return warning === null ? [] : [warning];
  });
  return {
    action,
    imported: rules.length,
    duplicates: duplicates.length,
    duplicates_in_file: parsed.duplicatesInFile,
    by_kind: byKind,
    skipped: parsed.skipped,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(tried === null ? {} : { dry_run: true, clashes: tried.clashes, trial: tried.trial }),
  };
}
