/** Trust in the person of a score, whose appeal was accepted. */
import type { ComponentKind } from "../../model/component.ts";
import { AppError } from "../../model/error.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import { refOf } from "../cases/value_ref.ts";
import type { Services } from "../context.ts";
import { readRuleOptions } from "../rules/rule_options.ts";
import { changeRule, deleteRule, type RuleSources, writeRules } from "../rules/rules.ts";

const NOTE = "appeal accepted";

interface TrustedPerson {
  /** "user", "email", "phone", sorted. */
  readonly kinds: readonly string[];
  /** Takes back what was not so before. */
  undo(): Promise<void>;
}

/**
 * Rules that trust the user id and the e-mail address; where neither can be trusted, the phone number. A device can be several
 * people's. What is trusted already stays so, and is resumed where it was paused.
 */
export async function trustPerson(
  services: Services,
  caller: Caller,
  record: ScoreRecord,
): Promise<TrustedPerson> {
  const { hasher } = services;
  const userId = record.signup?.userId ?? null;
  const refsOf = (kind: ComponentKind) =>
    record.components.flatMap((component) =>
      component.kind === kind ? refOf(hasher, record.account, component) ?? [] : []
    );
  const first = await trust(services, caller, {
    values: userId === null ? [] : [`user:${userId}`],
    refs: refsOf("email"),
    of: record,
  });
  return first ?? await trust(services, caller, { values: [], refs: refsOf("phone"), of: record }) ?? NOBODY;
}

const NOBODY: TrustedPerson = { kinds: [], undo: () => Promise.resolve() };

/** What cannot be trusted is left out; null: nothing is left. */
async function trust(
  services: Services,
  caller: Caller,
  sources: RuleSources,
): Promise<TrustedPerson | null> {
  if (sources.values.length + (sources.refs?.length ?? 0) === 0) return null;
  const refuse = (_field: string, why: string) => new AppError("internal", why);
  const options = readRuleOptions("trust", { note: NOTE }, services.now(), refuse);
  try {
    const { rules, duplicates } = await writeRules(services, caller, sources, options);
    const paused = duplicates.filter(({ isPaused }) => isPaused);
    for (const { id } of paused) await changeRule(services, caller, id, { state: "live" });
    const trusted = [...rules, ...duplicates];
    if (trusted.length === 0) return null;
    return {
      kinds: trusted.map(({ kind }) => kind).sort(),
      undo: async () => {
        for (const { id } of rules) await deleteRule(services, caller, id);
        for (const { id } of paused) await changeRule(services, caller, id, { state: "paused" });
      },
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_value") return null;
    throw error;
  }
}
