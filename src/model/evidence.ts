/**
 * Facts as the collectors leave them: either known, or unknown with the reason.
 * An unknown is rendered as `null` on the wire and never moves a score.
 */

/** Why a fact was not established. The words are shown to people beside a stored score. */
export type UnknownReason =
  | "not_given" // the request did not carry what the fact needs
  | "not_asked" // an earlier answer made the question pointless
  | "offline" // outgoing traffic is switched off
  | "disabled" // this source is switched off in the settings
  | "timeout" // the request's time budget ran out first
  | "unavailable" // the source failed
  | "no_source" // there is nobody to ask, or nobody whose answers can be trusted
  | "not_loaded" // the list that decides it was never loaded
  | "stale" // the list that decides it is too old to decide
  | "no_data" // the source was asked and does not cover this value
  | "not_supported" // nobody can tell this for such a value
  | "pending"; // the answer is being fetched; a later call has it

export interface KnownFact<T> {
  readonly known: true;
  readonly value: T;
}

export interface UnknownFact {
  readonly known: false;
  readonly why: UnknownReason;
  /** A short detail for people, for example the age of a stale list. */
  readonly detail?: string;
}

export type Known<T> = KnownFact<T> | UnknownFact;

export function known<T>(value: T): KnownFact<T> {
  return { known: true, value };
}

export function unknown(why: UnknownReason, detail?: string): UnknownFact {
  return detail === undefined ? { known: false, why } : { known: false, why, detail };
}

/** Derives a fact from another; an unknown stays the same unknown. */
export function mapKnown<T, U>(fact: Known<T>, derive: (value: T) => U): Known<U> {
  return fact.known ? known(derive(fact.value)) : fact;
}

/** The wire form: the value, or null when unknown. */
export function orNull<T>(fact: Known<T>): T | null {
  return fact.known ? fact.value : null;
}

/** True only when the fact is known and true. */
export function isTrue(fact: Known<boolean>): boolean {
  return fact.known && fact.value;
}

/** True only when the fact is known and false. */
export function isFalse(fact: Known<boolean>): boolean {
  return fact.known && !fact.value;
}

/** The reason as one string, for example `stale: 4 days old`. */
export function reasonText(fact: UnknownFact): string {
  return fact.detail === undefined ? fact.why : `${fact.why}: ${fact.detail}`;
}
