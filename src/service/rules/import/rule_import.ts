/** `POST /v1/rules/import`: a file of rule values. Every line is accounted for; all entries are imported or none. */
import { invalidParameter } from "../../../model/error.ts";
import type { Caller } from "../../../model/records.ts";
import {
  type ClassifiedValue,
  type Rule,
  type RuleAction,
  type RuleKind,
  type RuleValue,
  trustRefusal,
  warningFor,
} from "../../../model/rules/rule.ts";
import { rulePhone } from "../../../signals/phone/parse.ts";
import { takeWork, WORK } from "../../access/work.ts";
import type { Services } from "../../context.ts";
import { excerpt } from "../../excerpt.ts";
import { dryRunWanted } from "../dry_run.ts";
import { type ReadOtherwise, readRuleFile, type RuleFile, type RuleFileEntry } from "./rule_file.ts";
import { decodeRuleFile, lineEndsOf } from "./rule_lines.ts";
import { type Duplicate, insertRules, type WantedRule } from "../rule_plan.ts";
import { sharedValueLists, warningLists } from "../rules.ts";
import { exportedValue } from "../rule_refs.ts";
import { runInSlices } from "../time_slicing.ts";
import { parseAddress } from "../../../model/address/address.ts";

/** Bytes of an import's id. */
const ID_BYTES = 12;

/** What the owner of an imported file should know about a line of it. */
type ImportWarning = ReadOtherwise & {
  /** Why the rule is unusually broad, or what becomes of the expiry of one that exists. */
  readonly warning?: string;
};

/**
 * @param action of lines that name none; null: each must name its own
 * @throws AppError invalid_value when a line lacks an action, too_many_items, rate_limited; nothing is imported then
 */
export async function importRules(
  services: Services,
  caller: Caller,
  file: Uint8Array,
  action: RuleAction | null,
  dryRun: boolean,
) {
  const text = decodeRuleFile(file);
  takeWork(services, caller, WORK.importedLine * (1 + lineEndsOf(text)));
  const shared = sharedValueLists(services);
  const parsed = await runInSlices(readRuleFile(text, {
    action,
    canonicalPhone: rulePhone,
    now: services.now(),
    trustRefusal: (value) => trustRefusal(value, shared),
    valueOfRef: (ref, mask) => exportedValue(services, caller, ref, mask),
  }));
  const wanted = withActions(parsed, action);
  const importId = `imp_${services.randomBytes(ID_BYTES).toHex()}`;
  const dry = dryRun ? await dryRunWanted(services, caller, wanted) : null;
  const { rules, duplicates } = dry ?? await insertRules(services, caller, wanted, ({ rules }) => ({
    action: "rules_imported",
    subjects: [importId],
    count: rules.length,
    details: { action: actionsOf(rules) },
    changed: rules,
  }), importId);
  const byKind: Partial<Record<RuleKind, number>> = {};
  for (const { kind } of rules) byKind[kind] = (byKind[kind] ?? 0) + 1;
  return {
    action,
    import_id: dry === null && rules.length > 0 ? importId : null,
    imported: rules.length,
    duplicates: duplicates.length,
    duplicates_in_file: parsed.duplicatesInFile,
    by_kind: byKind,
    skipped: parsed.skipped,
    warnings: warningsOf(services, parsed, rules, duplicates),
    ...(dry === null ? {} : { dry_run: true, clashes: dry.conflicts, trial: dry.counts }),
  };
}

function withActions({ entries }: RuleFile, given: RuleAction | null): WantedRule[] {
  if (given === null && entries.length === 0) throw invalidParameter("action", "is required");
  return entries.map(({ line, kind, value, hash, action, note, expiresAt }) => {
    if (action === null) {
      throw invalidParameter("action", `is required, because line ${line} of the file names none`);
    }
    return { kind, value, ...(hash === undefined ? {} : { hash }), action, note, expiresAt };
  });
}

function actionsOf(rules: readonly Rule[]): string {
  return [...new Set(rules.map(({ action }) => action))].sort().join(" and ");
}

/** By line. */
function warningsOf(
  services: Services,
  parsed: RuleFile,
  rules: readonly Rule[],
  duplicates: readonly Duplicate[],
): ImportWarning[] {
  const broad = new Map(rules.flatMap((rule) => {
    const warning = warningFor(rule, warningLists(services));
    return warning === null ? [] : [[nameOf(rule), warning]];
  }));
  const kept = new Map(
    duplicates.flatMap((rule) => rule.expiry === null ? [] : [[nameOf(rule), rule.reason]]),
  );
  const warnings: ImportWarning[] = [...parsed.cutNotes];
  for (const entry of parsed.entries) {
    const { line, written, value } = entry;
    const warning = broad.get(nameOf(entry)) ?? kept.get(nameOf(entry));
    if (warning === undefined && (entry.hash !== undefined || !isReadOtherwise(written, entry))) continue;
    const about = { line, value: excerpt(written), read_as: value };
    warnings.push(warning === undefined ? about : { ...about, warning });
  }
  return warnings.sort((one, other) => one.line - other.line);
}

function nameOf({ action, kind, value, hash }: RuleValue & Pick<RuleFileEntry, "action">): string {
  return `${action} ${kind} ${hash ?? value}`;
}

/**
 * True when the rule names something else than was written: `*.evil.com` becomes `evil.com`, `10.1.2.3/8` all of
 * `10.0.0.0/8`. Another spelling of the same is not a difference.
 */
function isReadOtherwise(written: string, { kind, value }: ClassifiedValue): boolean {
  const text = written.toLowerCase();
  const read = value.toLowerCase();
  if (text === read) return false;
  switch (kind) {
    case "user":
    case "phone_prefix":
    case "country":
    case "carrier":
      return text.replace(/[\s_().-]/g, "") !== read.replace(/[\s_().-]/g, "");
    case "ip":
    case "cidr":
      return !isSameNetwork(text, read);
    case "phone":
      return text.replace(/^tel:/, "").replace(/[^0-9]/g, "") !== read.slice(1);
    case "asn":
      return text.replace(/[^0-9]/g, "").replace(/^0+/, "") !== read.slice(2);
    case "email":
      return text.replace(/^mailto:/, "") !== read;
    case "device":
      return text.replace(/\s/, "") !== read;
    case "domain":
      return text.replace(/\.$/, "") !== read;
  }
}

/** The same first address and the same length; an address of IPv4 in IPv6 is another one. */
function isSameNetwork(text: string, read: string): boolean {
  const [from, bits] = text.replace(/^\[|\]$/g, "").split("/");
  const [first, length] = read.split("/");
  const address = parseAddress(from!);
  return bits === length && address?.text === first && (from!.includes(":") === first!.includes(":"));
}
