/** The contract of every scored signal: its input (pure), its evidence (the only I/O) and its score (pure), as a row of the registry. */
import type { Awaitable } from "../concurrency/awaitable.ts";
import type { Budget } from "../concurrency/budget.ts";
import type { Component, History } from "../model/component.ts";
import type { EmailTokenClaim } from "../model/facts/email_token.ts";
import type { Facts } from "../model/facts/fact.ts";
import type { InvalidValue } from "../model/invalid_value.ts";
import type { RuleSubject } from "../model/rules/rule_set.ts";

/** What a collector is given in addition to its sources. */
export interface CollectContext {
  /** How long outside evidence may take. */
  readonly budget: Budget;
  /** What is remembered about this value. */
  readonly history: History;
  /** Milliseconds since the epoch, from the service's clock. */
  readonly now: number;
}

/** How evaluations of a signal are cached. They depend on the input and the loaded lists only: one with reputation never is. */
interface EvaluationReuse<Input> {
  /** How long, in milliseconds. */
  readonly forMs: number;
  /** The hash of the value's identity, or a parsed value that the same text yields again; null: this input's is not cached. */
  key(input: Input, hash: string | null): string | object | null;
}

/** For evaluations that depend on the value and the loaded lists only. */
export const LOCAL_REUSE_MS = 60_000;
/** For evaluations that also depend on outside evidence, which is cached by its own times to live. */
export const OUTSIDE_REUSE_MS = 1_000;

export interface SignalRow<Input, Scored extends Component<unknown>, Sources> {
  /** Canonical text that is hashed for reputation, sightings and records; null when nothing is remembered about the input. */
  identity(input: Input): string | null;
  /** What it was remembered by before 0.2.0, in addition to its identity or in place of it: for finding and erasing that. */
  earlierIdentities?(input: Input): readonly string[];
  /** The form a person may see in a list: `j•••@example.com`, `203.0.113.•`. */
  mask(input: Input): string;
  /** Collects evidence and scores it. Synchronous when all evidence is in memory. */
  evaluate(input: Input, sources: Sources, context: CollectContext): Awaitable<Scored>;
  /** What a customer's rule can match. */
  ruleSubject(input: Input, component: Scored, sources: Sources): RuleSubject;
  /** What its score record keeps of it that identifies nobody. @param hashed keyed, short */
  facts(input: Input, component: Scored, sources: Sources, hashed: (text: string) => string): Facts;
  /** Further texts a rule can name, such as the network: hashed into the record, so that rules can be tried on stored scores. */
  relatedTexts(input: Input, component: Scored): string[];
  /** False: nothing could be checked, and nothing is billed. */
  checked(input: Input): boolean;
  /** The fields with other sightings, where the result shows them; the same fields when they are those. */
  recount?(fields: Scored["fields"], firstSeen: string | null, timesSeen: number | null): Scored["fields"];
  /** Absent: evaluations are not cached. */
  readonly reuse?: EvaluationReuse<Input>;
}

/** What a request may give with the text of a value. */
export interface ParseOptions {
  /** The country of a phone number in national format, as the request gives it. */
  readonly country?: string | null | undefined;
  /** The telephone number that comes with an e-mail address. */
  readonly phone?: string | null;
  /** Wait for the mailbox probe. */
  readonly waitForMailbox?: boolean;
  /** The token that came with an e-mail address; null: none. */
  readonly emailToken?: EmailTokenClaim | null;
}

/** A signal whose value is one text: batches and reports take it. */
export interface ValueRow<Input, Scored extends Component<unknown>, Sources>
  extends SignalRow<Input, Scored, Sources> {
  /** What the value is called in sentences: "this is not a valid phone number". */
  readonly noun: string;
  parse(text: string, options: ParseOptions): Input | InvalidValue;
  /** Equal keys, equal inputs: the input may be cached under it. Absent or null: parsing costs less than that. */
  cacheKey?(text: string, options: ParseOptions): string | null;
  /** Why the value fails in a batch though it was parsed; null: it is scored. */
  batchRefusal(input: Input): string | null;
  /** Why nothing can be reported about the value, as a sentence; null: it can. */
  reportRefusal(input: Input): string | null;
}
