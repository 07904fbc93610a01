/** How many rules an account can have. They are held in memory, compiled. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";

const MAX_ACCOUNT_RULES = 200_000;

export interface RuleLimit {
  readonly most: number;
  /** What the owner can do about it, as the end of a sentence. */
  readonly advice: string;
}

export function ruleLimit(_caller: Caller): RuleLimit {
  return { most: MAX_ACCOUNT_RULES, advice: "" };
}

/** @param count rules the account would have @throws AppError too_many_items */
export function refuseTooMany(count: number, { most, advice }: RuleLimit): void {
  if (count <= most) return;
  throw new AppError(
    "too_many_items",
    `this account can have at most ${most} rules, not ${count}; nothing was changed${advice}`,
  );
}
