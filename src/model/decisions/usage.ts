/** What a program that carries out decisions says that it did. */

/** Since it last said so. */
export interface UsageMetrics {
  readonly type: string;
  readonly version: string;
  /** Its operating system; null: it does not say. */
  readonly system: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly counts: readonly UsageCount[];
}

export interface UsageCount {
  readonly name: "dropped" | "processed";
  /** As it was sent; null where it names none. */
  readonly origin: string | null;
  readonly unit: "request" | "packet" | "byte";
  readonly value: number;
}
