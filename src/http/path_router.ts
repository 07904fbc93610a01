/** The router of the route table: a path without parameters is looked up once, and from then on found in a map. */
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

export class PathRouter<T> implements Router<T> {
  readonly name = "PathRouter";
  readonly #routes = new TrieRouter<T>();
  /** What `#routes` finds for the paths of routes without parameters, by method; null: not looked up yet. */
  readonly #fixed = new Map<string, Map<string, Result<T> | null>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler);
    if (/[:*]/.test(path)) return;
    const paths = this.#fixed.get(method) ?? new Map<string, null>();
    this.#fixed.set(method, paths.set(path, null));
  }

  match(method: string, path: string): Result<T> {
    const paths = this.#fixed.get(method);
    const known = paths?.get(path);
    if (known) return known;
    const found = this.#routes.match(method, path);
    if (known === null) paths!.set(path, found);
    return found;
  }
}
