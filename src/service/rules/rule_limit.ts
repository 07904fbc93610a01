/** How many rules an account can have. They are held in memory, compiled. */
import { AppError } from "../../model/error.ts";
import { type Caller, type Standing, standingOf } from "../../model/records.ts";

const MAX_ACCOUNT_RULES: Readonly<Record<Standing, number>> = { member: 200_000, guest: 10_000 };

export interface RuleLimit {
  readonly most: number;
  /** What the owner can do about it, as the end of a sentence. */
  readonly advice: string;
}

/** An account that already has more keeps them. */
export function ruleLimit({ account }: Caller): RuleLimit {
  const standing = standingOf(account);
  const advice = standing === "guest"
    ? `; the operator of this service can admit the account, which can then have ${MAX_ACCOUNT_RULES.member}`
    : "";
  return { most: MAX_ACCOUNT_RULES[standing], advice };
}

/** @param count rules the account would have @throws AppError too_many_items */
export function refuseTooMany(count: number, { most, advice }: RuleLimit): void {
  if (count <= most) return;
  throw new AppError(
    "too_many_items",
    `this account can have at most ${most} rules, not ${count}; nothing was changed${advice}`,
  );
}
