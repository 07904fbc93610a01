/** Batches of several workers as one batch, where nothing about them depends on which of them is first. Pure. */
import { addSum } from "../commit/write_batch.ts";
import { type Batch, type Key, keyText, MAX_MUTATIONS, type SumOp } from "../engine.ts";

/** How many of the batches, from the first on, can be one; at least one. */
export function joinable(batches: readonly Batch[]): number {
  if (batches.length === 1) return 1;
  let mutations = 0;
  const [set, summed] = [new Set<string>(), new Set<string>()];
  let count = 0;
  for (const batch of batches) {
    mutations += (batch.set?.length ?? 0) + (batch.add?.length ?? 0) + (batch.sum?.length ?? 0);
    const isAlone = batch.own !== true || (batch.check ?? []).length > 0 || (batch.delete ?? []).length > 0;
    for (const { key } of batch.set ?? []) set.add(keyText(key));
    for (const { key } of batch.sum ?? []) summed.add(keyText(key));
    const isMixed = [...summed].some((text) => set.has(text));
    if (count > 0 && (isAlone || isMixed || mutations > MAX_MUTATIONS)) break;
    count++;
    if (isAlone || isMixed) break;
  }
  return count;
}

/** @param batches which are `joinable` */
export function joined(batches: readonly Batch[]): Batch {
  if (batches.length === 1) return batches[0]!;
  const adds = new Map<string, { readonly key: Key; by: number }>();
  const sums = new Map<string, SumOp>();
  for (const { add = [], sum = [] } of batches) {
    for (const { key, by } of add) {
      const text = keyText(key);
      const before = adds.get(text);
      if (before === undefined) adds.set(text, { key, by });
      else before.by += by;
    }
    for (const op of sum) addSum(sums, op);
  }
  const set = batches.flatMap((batch) => batch.set ?? []);
  return { set, add: [...adds.values()], sum: [...sums.values()], own: true };
}
