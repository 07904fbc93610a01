/** What rules did lately. */

export interface RuleHits {
  /** Sign-ups that the rule was true of, by the last days. */
  readonly hits: Readonly<Record<"1d" | "7d" | "30d", number>>;
  /** Of those of 30 days that are labelled: how many are fraud; null where none is. */
  readonly fraud_share: number | null;
  /** RFC 3339; null: none in 30 days. */
  readonly last_hit_at: string | null;
}

export const NO_HITS: RuleHits = {
  hits: { "1d": 0, "7d": 0, "30d": 0 },
  fraud_share: null,
  last_hit_at: null,
};
