/** Renders a list. Pages are rendered once, on the server, so entries need no keys. */
import type { Child } from "hono/jsx";

export function each<T>(list: Iterable<T>, render: (entry: T, index: number) => Child): Child[] {
  return Array.from(list, render);
}
