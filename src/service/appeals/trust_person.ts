/** Trust in the person of a score, whose appeal was accepted. */
import type { ComponentKind } from "../../model/component.ts";
import { AppError } from "../../model/error.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import { refOf } from "../cases/value_ref.ts";
import type { Services } from "../context.ts";
import { readRuleOptions } from "../rules/rule_options.ts";
import { addRules, type RuleSources } from "../rules/rules.ts";

const NOTE = "appeal accepted";

/**
 * Rules that trust the user id and the e-mail address; where neither can be trusted, the phone number. A device can be several
 * people's.
 * @returns what is trusted now: "user", "email", "phone"
 */
export async function trustPerson(
  services: Services,
  caller: Caller,
  record: ScoreRecord,
): Promise<string[]> {
  const { hasher } = services;
  const userId = record.signup?.userId ?? null;
  const refsOf = (kind: ComponentKind) =>
    record.components.flatMap((component) =>
      component.kind === kind ? refOf(hasher, record.account, component) ?? [] : []
    );
  const first = await trust(services, caller, {
    values: userId === null ? [] : [`user:${userId}`],
    refs: refsOf("email"),
  });
  return first.length > 0 ? first : await trust(services, caller, { values: [], refs: refsOf("phone") });
}

/** What is trusted already counts; what cannot be is left out. */
async function trust(services: Services, caller: Caller, sources: RuleSources): Promise<string[]> {
  if (sources.values.length + (sources.refs?.length ?? 0) === 0) return [];
  const refuse = (_field: string, why: string) => new AppError("internal", why);
  const options = readRuleOptions("trust", { note: NOTE }, services.now(), refuse);
  try {
    const { rules } = await addRules(services, caller, sources, options);
    return rules.map(({ kind }) => kind).sort();
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_value") return [];
    throw error;
  }
}
