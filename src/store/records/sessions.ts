/** Console sessions: found by the hash of their token, read from the store each time, so that signing out counts in every process at once. */
import type { Engine, Json, Key } from "../engine.ts";
import type { Writer } from "../commit/writer.ts";
import type { CellUpdate } from "../commit/write_batch.ts";

/** Times are milliseconds since the epoch. */
export interface Session {
  readonly account: string;
  /** The key it was opened with. */
  readonly key: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

/** Sessions ended by one write. */
const AT_ONCE = 40;

export class SessionStore {
  readonly #engine: Engine;
  readonly #writer: Writer;

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#writer = writer;
  }

  async get(hash: string): Promise<Session | null> {
    const [entry] = await this.#engine.get([sessionKey(hash)]);
    return (entry?.value ?? null) as unknown as Session | null;
  }

  /** Durable when it resolves. */
  async open(hash: string, session: Session): Promise<void> {
    await this.#writer.write({ cells: this.#cells(hash, session.account, () => session, session.expiresAt) });
  }

  /** Moves `seenAt`; a session that was ended meanwhile stays ended. */
  async touch(hash: string, seenAt: number, session: Session): Promise<void> {
    const key = sessionKey(hash);
    this.#writer.forget(key);
    await this.#writer.write({
      cells: [{
        key,
        exact: true,
        expiresAt: session.expiresAt,
        change: (current) => current === null ? null : { ...(current as object), seenAt } as Json,
      }],
    });
  }

  async end(hash: string, account: string): Promise<void> {
    await this.#writer.write({ cells: this.#cells(hash, account, () => null) });
  }

  /** Ends every session of an account; how many there were. */
  async endAll(account: string): Promise<number> {
    const hashes: string[] = [];
    for await (const { key } of this.#engine.scan(["session-of", account])) hashes.push(key[2]!);
    for (let from = 0; from < hashes.length; from += AT_ONCE) {
      const part = hashes.slice(from, from + AT_ONCE);
      await this.#writer.write({ cells: part.flatMap((hash) => this.#cells(hash, account, () => null)) });
    }
    return hashes.length;
  }

  #cells(hash: string, account: string, make: () => Session | null, expiresAt?: number): CellUpdate[] {
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    const session = make();
    return [
      { key: sessionKey(hash), exact: true, change: () => session as unknown as Json, ...expiry },
      {
        key: ["session-of", account, hash],
        exact: true,
        change: () => session === null ? null : session.createdAt,
        ...expiry,
      },
    ];
  }
}

function sessionKey(hash: string): Key {
  return ["session", hash];
}
