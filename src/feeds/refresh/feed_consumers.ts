/** Passes the content of feeds other than address ranges to the parts of the program that use them. */
import type { DomainSource } from "../domains/disposable.ts";
import type { NetworkRows } from "../tables/network_rows.ts";
import type { Feed, FeedContent, FeedKind } from "../catalog/feed.ts";

/**
 * One function per kind of feed, called with all loaded feeds of that kind, at start and whenever one of them changes. A kind
 * without a consumer is not fetched by a server.
 */
export interface FeedConsumers {
  readonly domains?: (sources: readonly DomainSource[]) => void | Promise<void>;
  /** The RFC 9224 document. */
  readonly rdap?: (text: string) => void | Promise<void>;
  /** UTS 39 confusables.txt. */
  readonly confusables?: (text: string) => void | Promise<void>;
  /** IPtoASN's tables of each family; null for one that is not loaded. */
  readonly networks?: (v4: NetworkRows | null, v6: NetworkRows | null) => void | Promise<void>;
  /** Paths of the MMDB files of each family; null for one that is not loaded. */
  readonly city?: (v4: string | null, v6: string | null) => void | Promise<void>;
}

export type ConsumedKind = keyof FeedConsumers;

export interface LoadedFeed {
  readonly feed: Feed;
  readonly content: FeedContent;
  readonly path: string;
}

export function isConsumed(kind: FeedKind): kind is ConsumedKind {
  return kind !== "ranges" && kind !== "asns";
}

/** @param loaded at least one feed, all of the kind */
export async function deliver(
  consumers: FeedConsumers,
  kind: ConsumedKind,
  loaded: readonly LoadedFeed[],
): Promise<void> {
  switch (kind) {
    case "domains":
      return await consumers.domains?.(
        loaded.map(({ feed, content }) => ({ name: feed.name, domains: textOf(content).split("\n") })),
      );
    case "rdap":
    case "confusables":
      for (const { content } of loaded) await consumers[kind]?.(textOf(content));
      return;
    case "networks":
      return await consumers.networks?.(tableOf(loaded, 4), tableOf(loaded, 6));
    case "city":
      return await consumers.city?.(pathOf(loaded, 4), pathOf(loaded, 6));
  }
}

function textOf(content: FeedContent): string {
  return "text" in content ? content.text : "";
}

function tableOf(loaded: readonly LoadedFeed[], family: 4 | 6): NetworkRows | null {
  const content = loaded.find(({ feed }) => feed.decides?.includes(family))?.content;
  return content?.kind === "networks" ? content.rows : null;
}

function pathOf(loaded: readonly LoadedFeed[], family: 4 | 6): string | null {
  return loaded.find(({ feed }) => feed.decides?.includes(family))?.path ?? null;
}
