/** What an account changes of its limits. */
import { AppError, invalidField } from "../../model/error.ts";
import { type GuardSettings, isShare, LIMIT_ROWS, type LimitName } from "../../model/guard/limits.ts";

/** What is absent stays as it is. */
export interface GuardSettingsChange {
  /** Null: all. */
  readonly permitted_countries?: readonly string[] | null | undefined;
  /** Null: no budget of this country. */
  readonly budgets?: Readonly<Record<string, number | null>> | undefined;
  /** Null: the default. */
  readonly limits?: { readonly [Name in LimitName]?: number | null | undefined } | undefined;
}

const MAX_BUDGET = 1_000_000_000;
const COUNTRY = /^[A-Z]{2}$/;

/** @throws AppError invalid_value */
export function settingsWith(current: GuardSettings, change: GuardSettingsChange): GuardSettings {
  const { permitted_countries: countries, budgets = {}, limits = {} } = change;
  const permittedCountries = countries === undefined
    ? current.permittedCountries
    : countries === null
    ? null
    : [...new Set(countries.map((code, at) => country(code, `/permitted_countries/${at}`)))].sort();
  const allBudgets = new Map(Object.entries(current.budgets));
  for (const [code, budget] of Object.entries(budgets)) {
    const name = country(code, `/budgets/${code.slice(0, 10)}`);
    if (budget === null) allBudgets.delete(name);
    else allBudgets.set(name, within(budget, 0, MAX_BUDGET, `/budgets/${name}`));
  }
  const allLimits = new Map(Object.entries(current.limits));
  for (const [name, value] of Object.entries(limits) as [LimitName, number | null | undefined][]) {
    if (value === undefined) continue;
    if (value === null) allLimits.delete(name);
    else allLimits.set(name, limit(name, value));
  }
  return {
    permittedCountries,
    budgets: Object.fromEntries([...allBudgets].sort()),
    limits: Object.fromEntries([...allLimits].sort()),
  };
}

function limit(name: LimitName, value: number): number {
  const { least, most } = LIMIT_ROWS[name];
  const checked = within(value, least, most, `/limits/${name}`);
  if (!isShare(name) && !Number.isInteger(checked)) {
    throw invalidField(`/limits/${name}`, "must be a whole number");
  }
  return checked;
}

function within(value: number, least: number, most: number, pointer: string): number {
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw refused(pointer, `must be from ${least} to ${most}`);
}

function country(code: string, pointer: string): string {
  const upper = code.toUpperCase();
  if (COUNTRY.test(upper)) return upper;
  throw refused(pointer, "must be a country of ISO 3166-1 alpha-2");
}

function refused(pointer: string, why: string): AppError {
  return invalidField(pointer, why);
}
