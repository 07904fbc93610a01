/** How many stored scores and labels one answer reads at most, the newest first. An answer that reads fewer than there are says so. */
export interface ReadLimits {
  /** Of an overview, and of its month: scores of days that were not counted as they were stored. */
  readonly overviewScores: number;
  readonly monthScores: number;
  /** Of a summary of outcomes: labels with their scores, and scores of days that were not counted. */
  readonly summaryLabels: number;
  readonly summaryScores: number;
  /** Of a dry run of rules. */
  readonly dryRunScores: number;
}

export const READ_LIMITS: ReadLimits = {
  overviewScores: 20_000,
  monthScores: 100_000,
  summaryLabels: 20_000,
  summaryScores: 100_000,
  dryRunScores: 100_000,
};
