/**
 * A fact from a collector: known, or unknown with a reason. An unknown fact is `null` in responses and has no effect on a
 * score.
 */

/** Why a fact is unknown. These codes are shown with a stored score. */
export type UnknownReason =
  | "not_given" // the request does not contain what the fact needs
  | "not_asked" // another fact made this one irrelevant
  | "offline" // outgoing traffic is switched off
  | "disabled" // this source is switched off in the settings
  | "timeout" // the time budget of the request was exceeded
  | "unavailable" // the source failed
  | "no_source" // there is no source, or none that can be trusted
  | "not_loaded" // the list that decides it was never loaded
  | "stale" // the list that decides it is too old to decide
  | "no_data" // the source has no data for this value
  | "not_supported" // no source covers this kind of value
  | "pending"; // being fetched; a later call has it

interface KnownFact<T> {
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

/** Derives a fact from another; an unknown one keeps its reason. */
export function mapKnown<T, U>(fact: Known<T>, derive: (value: T) => U): Known<U> {
  return fact.known ? known(derive(fact.value)) : fact;
}

/** As in responses: the value, or null when unknown. */
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
