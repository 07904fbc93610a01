/** `POST /v1/rules/import`: a file of rule values. Every line is accounted for; all entries are imported or none. */
import type { Caller } from "../../model/records.ts";
import { type RuleAction, warningFor } from "../../model/rules/rule.ts";
import { canonicalPhone } from "../../signals/phone/parse.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { runInSlices } from "./time_slicing.ts";
import { countLineEnds, decodeRuleFile, readRuleFile } from "./rule_file.ts";
import { dryRunCandidates } from "./dry_run.ts";
import { recordRules } from "./rule_audit.ts";
import { insertRules } from "./rule_plan.ts";

/** @throws AppError too_many_items, rate_limited; nothing is imported then */
export async function importRules(
  services: Services,
  caller: Caller,
  file: Uint8Array,
  action: RuleAction,
  dryRun: boolean,
) {
  const text = decodeRuleFile(file);
  takeWork(services, caller, WORK.importedLine * (1 + countLineEnds(text)));
  const parsed = await runInSlices(readRuleFile(text, { canonicalPhone }));
  const options = { action, note: null, expiresAt: null };
  const dry = dryRun ? await dryRunCandidates(services, caller, parsed.entries, options) : null;
  const { rules, duplicates } = dry ?? await insertRules(services, caller, parsed.entries, options);
  if (dry === null) {
    const subjects = rules.map(({ id }) => id);
    await recordRules(services, caller, { action: "rules_imported", subjects, details: { action } });
  }
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
    ...(dry === null ? {} : { dry_run: true, clashes: dry.conflicts, trial: dry.counts }),
  };
}
