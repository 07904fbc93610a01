/**
 * Terms: what a stored score can be found by, as numbers of 32 bits that are indexed with it (`db/index/`). Different
 * things may have the same term, so whoever finds a score by a term compares the score itself.
 */
import type { ScoreRecord, StoredComponent, StoredSignup } from "../../model/records.ts";

/** FNV-1a. The texts are mostly hashes. */
export function termOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The component's value, and the networks and domains it belongs to. */
export function componentTerms({ hash, relatedHashes }: Pick<StoredComponent, "hash" | "relatedHashes">) {
  const terms = hash === "" ? [] : [termOf(hash)];
  for (const related of relatedHashes) terms.push(termOf(related));
  return terms;
}

export function userTerm(userId: string): number {
  return termOf(`user ${userId}`);
}

/** @param node of the ring that a sign-up joined, see `StoredSignup` */
export function ringTerm(node: string): number {
  return termOf(`ring ${node}`);
}

/** The terms of a score in addition to those of its components. */
export function signupTerms(signup: StoredSignup | undefined): number[] {
  const terms: number[] = [];
  if (signup === undefined) return terms;
  if (signup.userId !== null) terms.push(userTerm(signup.userId));
  if (signup.external !== undefined) terms.push(termOf(signup.external));
  if (signup.ring !== null) terms.push(ringTerm(signup.node));
  return terms;
}

/** All terms of a score, each once. */
export function recordTerms({ components, signup }: ScoreRecord): readonly number[] {
  return joinTerms(components.map(componentTerms), signupTerms(signup));
}

/** Each once. A list that has all of them is returned itself. */
export function joinTerms(lists: readonly (readonly number[])[], more: readonly number[]): readonly number[] {
  if (lists.length === 1 && more.length === 0) return lists[0]!;
  return [...new Set([...lists.flat(), ...more])];
}
