/** All data feeds, one row each, and the URL that each is fetched from. */
import { LIST_FEEDS } from "./lists.ts";
import { RANGE_FEEDS } from "./ranges.ts";
import type { Feed } from "./feed.ts";

export const FEEDS: readonly Feed[] = [...RANGE_FEEDS, ...LIST_FEEDS];

/** What `deno task data --online` adds to a release. Cities and RDAP bases are bundled in other forms. */
export const REDISTRIBUTABLE_FEEDS: readonly Feed[] = FEEDS.filter(({ redistributable }) => redistributable);

/** By name or by file name. */
export function findFeed(name: string, feeds: readonly Feed[] = FEEDS): Feed | undefined {
  return feeds.find((feed) => feed.name === name || feed.file === name);
}

/** `<mirror>/<file>` with a mirror, otherwise the upstream address. */
export function feedUrl(feed: Feed, mirror: string | null): string {
  if (mirror === null) return feed.url;
  return new URL(encodeURIComponent(feed.file), mirror.endsWith("/") ? mirror : `${mirror}/`).href;
}
