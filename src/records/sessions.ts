/** Console sessions, found by the hash of their token. Not cached, so that signing out takes effect in every process immediately. */
import type { CellUpdate } from "../db/commit/cell.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { KEYS } from "./keys.ts";
import type { Session } from "./values.ts";

/** Sessions ended by one write. */
const ENDED_PER_WRITE = 40;

export class Sessions {
  readonly #engine: Engine;
  readonly #writer: Writer;

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#writer = writer;
  }

  async get(hash: string): Promise<Session | null> {
    const [entry] = await this.#engine.get([KEYS.session.key(hash)]);
    return KEYS.session.read(entry?.value);
  }

  /** Durable when it resolves. */
  async open(hash: string, session: Session): Promise<void> {
    await this.#writer.write({ cells: this.#cells(hash, session.account, session) });
  }

  /** Updates `seenAt`; a session that was ended meanwhile stays ended. */
  async touch(hash: string, seenAt: number, session: Session): Promise<void> {
    const key = KEYS.session.key(hash);
    this.#writer.forget(key);
    await this.#writer.write({
      cells: [KEYS.session.update(key, {
        exact: true,
        expiresAt: session.expiresAt,
        change: (current) => current === null ? null : { ...current, seenAt },
      })],
    });
  }

  async end(hash: string, account: string): Promise<void> {
    await this.#writer.write({ cells: this.#cells(hash, account, null) });
  }

  /** Ends every session of an account; returns their number. */
  async endAll(account: string): Promise<number> {
    const hashes: string[] = [];
    for await (const { key } of this.#engine.scan(KEYS.sessionOf.below(account))) hashes.push(key[2]!);
    for (let from = 0; from < hashes.length; from += ENDED_PER_WRITE) {
      const part = hashes.slice(from, from + ENDED_PER_WRITE);
      await this.#writer.write({ cells: part.flatMap((hash) => this.#cells(hash, account, null)) });
    }
    return hashes.length;
  }

  #cells(hash: string, account: string, session: Session | null): CellUpdate[] {
    const { session: keyspace, sessionOf } = KEYS;
    const options = { exact: true, ...(session === null ? {} : { expiresAt: session.expiresAt }) };
    const openedAt = session?.createdAt ?? null;
    return [
      keyspace.update(keyspace.key(hash), { ...options, change: () => session }),
      sessionOf.update(sessionOf.key(account, hash), { ...options, change: () => openedAt }),
    ];
  }
}
