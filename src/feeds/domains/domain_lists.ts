/** The contract between the domain lists and the collectors. */

/** `listed`: in the reference list or in two sources; `suspected`: in one wide list only. */
export type DisposableLevel = "listed" | "suspected";

export interface DisposableHit {
  readonly level: DisposableLevel;
  /** The entry that matched: the host itself or a parent of it, never above the registrable domain. */
  readonly entry: string;
}

/** The bundled tables, merged with the fetched ones whenever a feed changes. */
export interface DomainLists {
  /** @param host lower-case A-label host name. Null: not on any list. */
  disposable(host: string): DisposableHit | null;
  /** A disposable service's mail host (`mail.mailinator.com`), which proves an unlisted domain disposable. */
  disposableMx(exchange: string): boolean;
  isFreeProvider(host: string): boolean;
  /** Privacy alias and forwarding services: never disposable. */
  isAliasProvider(host: string): boolean;
  /** Names directly under it belong to others: registered (`co.uk`), or given out by its owner (`github.io`). */
  isPublicSuffix(host: string): boolean;
}
