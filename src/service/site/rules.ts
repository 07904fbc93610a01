/** The account's rules for the console: searched, a page at a time, and as a file. */
import type { Caller } from "../../model/records.ts";
import type { RuleAction } from "../../model/rules/rule.ts";
import type { Services } from "../context.ts";
import { listRules, ruleBody } from "../rules/rules.ts";

export const RULES_A_PAGE = 50;

export interface RuleFilter {
  /** Part of a value or a note. */
  readonly text: string;
  readonly action: RuleAction | null;
}

export interface RulePage {
  readonly rules: readonly ReturnType<typeof ruleBody>[];
  /** That match the filter. */
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
  const { rules } = await listRules(services, caller);
  const text = filter.text.trim().toLowerCase();
  const found = rules.filter((rule) =>
    (filter.action === null || rule.action === filter.action) &&
    (text === "" || rule.value.toLowerCase().includes(text) || (rule.note ?? "").toLowerCase().includes(text))
  ).reverse();
  const pages = Math.max(1, Math.ceil(found.length / RULES_A_PAGE));
  const page = Math.min(Math.max(1, wanted), pages);
  return {
    rules: found.slice((page - 1) * RULES_A_PAGE, page * RULES_A_PAGE).map((rule) =>
      ruleBody(services, rule)
    ),
    found: found.length,
    total: rules.length,
    page,
    pages,
  };
}

/** All rules as CSV, the value first, so that the file can be imported again. */
export async function exportRules(services: Services, caller: Caller): Promise<string> {
  const { rules } = await listRules(services, caller);
  const lines = rules.map((rule) =>
    [rule.value, rule.action, rule.kind, rule.note ?? "", rule.expires_at ?? "", rule.created_at]
      .map((cell) => quoted(harmless(cell))).join(",")
  );
  return ["value,action,kind,note,expires_at,created_at", ...lines, ""].join("\r\n");
}

/** RFC 4180. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet takes a cell that begins like this for a formula. One that has apostrophes before it already gets one more:
 * so an import, which takes one away, always finds what was there.
 */
function harmless(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
