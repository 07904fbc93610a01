/** The contract every scored signal keeps: parse (pure), collect (the only I/O), score (pure). */
import type { Component, ComponentKind, History } from "../model/component.ts";
import type { Budget } from "../concurrency/budget.ts";

/** What a collector is given besides its sources. */
export interface CollectContext {
  /** How long outside evidence may take. */
  readonly budget: Budget;
  /** What is remembered about this value. */
  readonly history: History;
  /** Milliseconds since the epoch, from the service's clock. */
  readonly now: number;
}

/** One row of the registry. `identity` is the canonical text that is hashed for reputation, sightings and records. */
export interface Signal<Input, Sources, Evidence, Fields> {
  readonly kind: ComponentKind;
  identity(input: Input): string;
  /** The form a person may see in a list: `j•••@example.com`, `203.0.113.•`. */
  mask(input: Input): string;
  collect(input: Input, sources: Sources, context: CollectContext): Evidence | Promise<Evidence>;
  score(evidence: Evidence): Component<Fields>;
}
