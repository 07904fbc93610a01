/** What the domain lists know about a host: the contract between the lists and the collectors. */

/** `listed`: in the reference list or in two sources; `suspected`: in one wide list only. */
export type DisposableLevel = "listed" | "suspected";

export interface DisposableHit {
  readonly level: DisposableLevel;
  /** The entry that matched: the host itself or a parent of it, never above the registrable domain. */
  readonly entry: string;
}

/** Built once from bundled tables and again whenever a feed changes, then swapped whole. */
export interface DomainLists {
  /** @param host lower-case A-label host name. Null: not on any list. */
  disposable(host: string): DisposableHit | null;
  /** A disposable service's mail host (`mail.mailinator.com`), which proves an unlisted domain disposable. */
  disposableMx(exchange: string): boolean;
  isFreeProvider(host: string): boolean;
  /** Privacy alias and forwarding services: never disposable. */
  isAliasProvider(host: string): boolean;
  /** Others register names directly under it (`co.uk`), or get one there from its owner (`github.io`). */
  isPublicSuffix(host: string): boolean;
}
