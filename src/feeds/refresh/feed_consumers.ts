/** The parts of the program that use feeds, one per kind. Address ranges and systems go into the range library instead. */
import type { Feed, FeedContents, FeedKind } from "../catalog/feed.ts";

export type ConsumedKind = Exclude<FeedKind, "ranges" | "asns">;

/** A feed in use: the parsed content and the file that it was read from. */
export interface LoadedFeed<Kind extends FeedKind> {
  readonly feed: Feed;
  readonly data: FeedContents[Kind];
  readonly path: string;
}

/** Called with all loaded feeds of its kind, at least one, at start and whenever one of them changes. */
type FeedConsumer<Kind extends FeedKind> = (loaded: readonly LoadedFeed<Kind>[]) => void | Promise<void>;

/** Null: this server does not use feeds of that kind and does not fetch them. */
export type FeedConsumers = { readonly [Kind in ConsumedKind]: FeedConsumer<Kind> | null };

/** The feed for an address family; null when it is not loaded. */
export function ofFamily<Kind extends FeedKind>(
  loaded: readonly LoadedFeed<Kind>[],
  family: 4 | 6,
): LoadedFeed<Kind> | null {
  return loaded.find(({ feed }) => feed.decides?.includes(family)) ?? null;
}
