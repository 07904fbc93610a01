/** Console sessions, found by the hash of their token. Not cached, so that signing out takes effect in every process immediately. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { type Change, together } from "../change.ts";
import { JournalList } from "../journal_list.ts";
import { State } from "../state.ts";
import { record, transient } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";
import { isPersonId } from "../../model/access/person.ts";

const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** A session of the console. Times are milliseconds since the epoch. */
export interface Session {
  readonly account: string;
  /** The API key that it was opened with, or the person. */
  readonly key: string;
  /** Where it was opened, masked; absent: by an earlier version, or not known. */
  readonly network?: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}
export const SESSION = record({
  prefix: "session",
  key: ["hash"],
  value: transient<Session>(),
  lifetimeMs: SESSION_LIFETIME_MS,
  place: "work",
});
/** When the session was opened. */
export const SESSION_OF = record({
  prefix: "session-of",
  key: ["account", "hash"],
  value: transient<number>(),
  lifetimeMs: SESSION_LIFETIME_MS,
});
/** When a session of a person was opened. */
export const PERSON_SESSION = record({
  prefix: "person-session",
  key: ["account", "person", "hash"],
  value: transient<number>(),
  lifetimeMs: SESSION_LIFETIME_MS,
});

/** Sessions ended by one write. */
const ENDED_PER_WRITE = 40;

export class Sessions {
  readonly #writer: Writer;
  readonly #sessions: State<Session, [hash: string]>;
  /** When each was opened. */
  readonly #ofAccount: State<number, [account: string, hash: string]>;
  readonly #lists: JournalList<number, [account: string, hash: string]>;
  /** When each was opened. */
  readonly #ofPerson: State<number, [account: string, person: string, hash: string]>;
  readonly #personLists: JournalList<number, [account: string, person: string, hash: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#sessions = new State(writer, SESSION);
    this.#ofAccount = new State(writer, SESSION_OF);
    this.#lists = new JournalList(engine, SESSION_OF);
    this.#ofPerson = new State(writer, PERSON_SESSION);
    this.#personLists = new JournalList(engine, PERSON_SESSION);
  }

  get(hash: string): Promise<Session | null> {
    return this.#sessions.get(hash);
  }

  /** Durable when it resolves. */
  open(hash: string, session: Session): Promise<void> {
    return this.#writer.write(this.#putting(hash, session, session));
  }

  /** Of a person, the newest first; those that were ended are not among them, those that are over by time may be. */
  async ofPerson(account: string, person: string): Promise<{ hash: string; session: Session }[]> {
    const hashes = await this.#personLists.ids([account, person]);
    const found = await this.#sessionsOf(hashes);
    return found.flatMap((session, index) => session === null ? [] : [{ hash: hashes[index]!, session }])
      .sort((a, b) => b.session.createdAt - a.session.createdAt);
  }

  /** Updates `seenAt`; a session that was ended meanwhile stays ended. */
  async touch(hash: string, seenAt: number, { expiresAt: end }: Session): Promise<void> {
    this.#sessions.forget(hash);
    const touched = (current: Session | null) => current === null ? null : { ...current, seenAt };
    await this.#sessions.change([hash], touched, { end });
  }

  end(hash: string, of: Pick<Session, "account" | "key">): Promise<void> {
    return this.#writer.write(this.#putting(hash, of, null));
  }

  /** Ends the sessions of a person, but the one that is kept; returns their number. */
  async endOfPerson(account: string, person: string, kept: string | null): Promise<number> {
    const hashes = (await this.#personLists.ids([account, person])).filter((hash) => hash !== kept);
    await this.#endMany(hashes.map((hash) => [hash, { account, key: person }]));
    return hashes.length;
  }

  /** Ends every session of an account; returns their number. */
  async endAll(account: string): Promise<number> {
    const hashes = await this.#lists.ids([account]);
    const found = await this.#sessionsOf(hashes);
    await this.#endMany(hashes.map((hash, index) => [hash, { account, key: found[index]?.key ?? "" }]));
    return hashes.length;
  }

  async #sessionsOf(hashes: readonly string[]): Promise<(Session | null)[]> {
    const found = await Promise.all(hashes.map((hash) => this.#sessions.get(hash)));
    for (const hash of hashes) this.#sessions.forget(hash);
    return found;
  }

  async #endMany(ended: readonly (readonly [hash: string, of: Pick<Session, "account" | "key">])[]) {
    for (let from = 0; from < ended.length; from += ENDED_PER_WRITE) {
      const part = ended.slice(from, from + ENDED_PER_WRITE);
      await this.#writer.write(together(...part.map(([hash, of]) => this.#putting(hash, of, null))));
    }
  }

  #putting(hash: string, of: Pick<Session, "account" | "key">, session: Session | null): Change {
    const { account, key } = of;
    const ended = session === null ? {} : { end: session.expiresAt };
    const createdAt = session?.createdAt ?? null;
    return together(
      this.#sessions.changing([hash], () => session, ended),
      this.#ofAccount.changing([account, hash], () => createdAt, ended),
      isPersonId(key) ? this.#ofPerson.changing([account, key, hash], () => createdAt, ended) : undefined,
    );
  }
}
