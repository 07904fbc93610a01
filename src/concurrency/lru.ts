/** Bounded caches that take memory as they fill: with `max` an LRUCache allocates the room of all entries when it is made. */
import { LRUCache } from "lru-cache";

/** @param max entries at most; the least recently used is evicted first */
export function lruOf<T extends NonNullable<unknown>>(max: number): LRUCache<string, T> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
