/** The copies that nodes with folders of their own share (`records/feed_copies.ts`). */

export interface SharedCopy {
  /** As `feedStateText` writes it. */
  readonly state: string;
  /** False: only the state is shared, the copy is too large. */
  readonly hasBytes: boolean;
}

export interface SharedCopies {
  /** By the name of the feed. */
  copies(): Promise<ReadonlyMap<string, SharedCopy>>;
  /** Null when it is not complete. */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** @param read the copy; called when its content is not shared yet */
  publish(
    name: string,
    state: string,
    sha256: string | null,
    read: () => Promise<Uint8Array | null>,
  ): Promise<void>;
  /** The right to fetch a feed, and the function that ends it; null: another node has it. @param wait waits for it */
  lease(name: string, wait: boolean): Promise<(() => void) | null>;
}
