/** Console sessions, found by the hash of their token. Not cached, so that signing out takes effect in every process immediately. */
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { type Change, together } from "./change.ts";
import { JournalList } from "./journal_list.ts";
import { State } from "./state.ts";
import { record, transient } from "./define.ts";
import { DAY_MS } from "../model/duration.ts";

/** A session of the console. Times are milliseconds since the epoch. */
export interface Session {
  readonly account: string;
  /** The API key that it was opened with. */
  readonly key: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}
export const SESSION = record({
  prefix: "session",
  key: ["hash"],
  value: transient<Session>(),
  lifetimeMs: 7 * DAY_MS,
  place: "work",
});
/** When the session was opened. */
export const SESSION_OF = record({
  prefix: "session-of",
  key: ["account", "hash"],
  value: transient<number>(),
  lifetimeMs: 7 * DAY_MS,
});

/** Sessions ended by one write. */
const ENDED_PER_WRITE = 40;

export class Sessions {
  readonly #writer: Writer;
  readonly #sessions: State<Session, [hash: string]>;
  /** When each was opened. */
  readonly #ofAccount: State<number, [account: string, hash: string]>;
  readonly #lists: JournalList<number, [account: string, hash: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#sessions = new State(writer, SESSION);
    this.#ofAccount = new State(writer, SESSION_OF);
    this.#lists = new JournalList(engine, SESSION_OF);
  }

  get(hash: string): Promise<Session | null> {
    return this.#sessions.get(hash);
  }

  /** Durable when it resolves. */
  open(hash: string, session: Session): Promise<void> {
    return this.#writer.write(this.#putting(hash, session.account, session));
  }

  /** Updates `seenAt`; a session that was ended meanwhile stays ended. */
  async touch(hash: string, seenAt: number, { expiresAt: end }: Session): Promise<void> {
    this.#sessions.forget(hash);
    const touched = (current: Session | null) => current === null ? null : { ...current, seenAt };
    await this.#sessions.change([hash], touched, { end });
  }

  end(hash: string, account: string): Promise<void> {
    return this.#writer.write(this.#putting(hash, account, null));
  }

  /** Ends every session of an account; returns their number. */
  async endAll(account: string): Promise<number> {
    const hashes = await this.#lists.ids([account]);
    for (let from = 0; from < hashes.length; from += ENDED_PER_WRITE) {
      const part = hashes.slice(from, from + ENDED_PER_WRITE);
      await this.#writer.write(together(...part.map((hash) => this.#putting(hash, account, null))));
    }
    return hashes.length;
  }

  #putting(hash: string, account: string, session: Session | null): Change {
    const ended = session === null ? {} : { end: session.expiresAt };
    return together(
      this.#sessions.changing([hash], () => session, ended),
      this.#ofAccount.changing([account, hash], () => session?.createdAt ?? null, ended),
    );
  }
}
