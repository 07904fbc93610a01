/** The account's rules for the console: search, in pages, and export. */
import { CONDITION_ACTIONS } from "../../model/conditions/stored.ts";
import type { Caller } from "../../model/records.ts";
import { type Rule, RULE_ACTIONS } from "../../model/rules/rule.ts";
import type { Services } from "../context.ts";
import { csvLine } from "../csv.ts";
import { refOfRule } from "../rules/rule_refs.ts";
import { authorsOf, hitsOf, listedRule } from "../rules/managed_rules.ts";
import { listRules } from "../rules/rules.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

const RULES_PER_PAGE = 50;

/** Of rules that name values, and of conditions. */
export const LISTED_ACTIONS = [...new Set([...RULE_ACTIONS, ...CONDITION_ACTIONS])];

export interface RuleFilter {
  /** Part of a value or a note. */
  readonly text: string;
  readonly action: typeof LISTED_ACTIONS[number] | null;
}

export interface RulePage {
  readonly rules: readonly ReturnType<typeof listedRule>[];
  /** Rules that match the filter. */
  readonly found: number;
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** Newest first. */
export async function searchRules(
  services: Services,
  caller: Caller,
  filter: RuleFilter,
  wanted: number,
): Promise<RulePage> {
  const rules = await listRules(services, caller);
  const text = filter.text.trim().toLowerCase();
  const found: Rule[] = [];
  const slice = new TimeSlice();
  for (const rule of rules) {
    if (slice.isOver) await slice.next();
    if (filter.action !== null && rule.action !== filter.action) continue;
    if (text === "" || `${rule.value}\n${rule.note ?? ""}`.toLowerCase().includes(text)) found.push(rule);
  }
  found.reverse();
  const pages = Math.max(1, Math.ceil(found.length / RULES_PER_PAGE));
  const page = Math.min(Math.max(1, wanted), pages);
  const shown = found.slice((page - 1) * RULES_PER_PAGE, page * RULES_PER_PAGE);
  const hits = shown.length === 0 ? null : await hitsOf(services, caller);
  const people = await authorsOf(services, caller, shown);
  return {
    rules: shown.map((rule) => listedRule(services, rule, people, hits?.get(rule.id))),
    found: found.length,
    total: rules.length,
    page,
    pages,
  };
}

/**
 * All rules as CSV with the value first, so that the file can be imported again: it gives the same rules. Where some were
 * made of refs, a further column has these.
 */
export async function exportRules(services: Services, caller: Caller): Promise<string> {
  const rules = await listRules(services, caller);
  const withRefs = rules.some(({ hash }) => hash !== undefined);
  const columns = ["value", "action", "kind", "note", "expires_at", "created_at"];
  const lines = [csvLine(withRefs ? [...columns, "ref"] : columns)];
  const slice = new TimeSlice();
  for (const rule of rules) {
    if (slice.isOver) await slice.next();
    const { value, action, kind, note = "", expires_at = "", created_at } = rule;
    const cells = [value, action, kind, note, expires_at, created_at];
    lines.push(csvLine(withRefs ? [...cells, refOfRule(services, caller, rule) ?? ""] : cells));
  }
  return lines.join("");
}

export interface RecentImport {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  /** Its rules that are still there. */
  readonly rules: number;
}

const MAX_RECENT_IMPORTS = 5;

/** Newest first. */
export async function recentImports(services: Services, caller: Caller): Promise<RecentImport[]> {
  const imports = new Map<string, { at: string; rules: number }>();
  const slice = new TimeSlice();
  for (const { import_id, created_at } of await listRules(services, caller)) {
    if (slice.isOver) await slice.next();
    if (import_id === undefined) continue;
    const found = imports.get(import_id);
    if (found === undefined) imports.set(import_id, { at: created_at, rules: 1 });
    else found.rules++;
  }
  return [...imports].map(([id, found]) => ({ id, ...found })).slice(-MAX_RECENT_IMPORTS).reverse();
}
