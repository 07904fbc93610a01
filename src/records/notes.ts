/**
 * What people wrote about stored scores, kept as long as the score: a thread, and the newest text by itself, which is all that
 * earlier versions have.
 */
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import type { Who } from "../model/access/who.ts";
import { type Change, NO_CHANGE, together } from "./change.ts";
import { Document } from "./document.ts";
import { list, number, object, orNull, record, text } from "./define.ts";
import { RETENTION_MS } from "../model/records.ts";
import { WHO } from "./reviews/cases.ts";
import { State } from "./state.ts";

export const NOTE = record({ prefix: "note", key: ["account", "id"], value: text, lifetimeMs: RETENTION_MS });

/** Of a note of an earlier version only the text is known. */
interface Note {
  readonly by: Who | null;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  readonly text: string;
}

export const NOTES = record({
  prefix: "notes",
  key: ["account", "id"],
  value: list(object<Note>({ by: orNull(WHO), at: orNull(number), text })),
  lifetimeMs: RETENTION_MS,
});

/** What is written about a score. */
export interface Noted {
  /** The newest text; null: it was taken away, or there is none. */
  readonly note: string | null;
  /** Oldest first. */
  readonly notes: readonly Note[];
}

type Key = [account: string, id: string];
type NotedScore = { readonly id: string; readonly expiresAt: number };

export class Notes {
  readonly #writer: Writer;
  readonly #notes: Document<string, Key>;
  readonly #threads: State<readonly Note[], Key>;
  readonly #stored: Document<readonly Note[], Key>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#notes = new Document(engine, NOTE);
    this.#threads = new State(writer, NOTES);
    this.#stored = new Document(engine, NOTES);
  }

  async get(account: string, requestId: string): Promise<Noted> {
    const key: Key = [account, idOf(requestId)];
    const [note, notes] = await Promise.all([this.#notes.get(key), this.#stored.get(key)]);
    return { note, notes: notes ?? earlier(note) };
  }

  /**
   * Adds a note; durable when it resolves. The same text again by the same person changes nothing.
   * @param most what a thread may hold
   * @param refuse makes the error of a full one
   * @param also in the same commit
   */
  async add(
    account: string,
    score: NotedScore,
    added: Note,
    { also, refuse }: { readonly also: Change; readonly refuse: () => Error },
  ): Promise<void> {
    await this.#writer.write(together(await this.adding(account, score, added, refuse), also));
  }

  /** Whether the thread of the score has room for the note now. */
  async fits(account: string, requestId: string, added: Note): Promise<boolean> {
    return withNote((await this.get(account, requestId)).notes, added) !== null;
  }

  /** Part of a commit. */
  async adding(account: string, score: NotedScore, added: Note, refuse: () => Error): Promise<Change> {
    const key: Key = [account, idOf(score.id)];
    const before = earlier(await this.#notes.get(key));
    const changed = this.#threads.changing(key, (current) => {
      const all = withNote(current ?? before, added);
      if (all === null) throw refuse();
      return all;
    }, { end: score.expiresAt });
    return together(this.#notes.put(key, added.text, score.expiresAt), changed);
  }

  /** Takes back what a person wrote, and the newest text whoever wrote it. Durable when it resolves. */
  async removeOf(account: string, score: NotedScore, person: string, also: Change): Promise<void> {
    const key: Key = [account, idOf(score.id)];
    const thread = await this.#stored.get(key) === null
      ? NO_CHANGE
      : this.#threads.changing(key, (current) => {
        const left = (current ?? []).filter(({ by }) => by !== null && by.id !== person);
        return left.length === 0 ? null : left;
      }, { end: score.expiresAt });
    await this.#writer.write(together(this.#notes.remove(key), thread, also));
  }
}

/** Of one score; of its text less than a value of the store takes, however the characters are encoded. */
const MAX_NOTES = 100;
const MAX_THREAD_CHARS = 18_000;

/** Null: it does not fit. The same text again by the same person is there already. */
function withNote(notes: readonly Note[], added: Note): readonly Note[] | null {
  const last = notes.at(-1);
  if (last !== undefined && last.text === added.text && last.by?.id === added.by?.id) return notes;
  const all = [...notes, added];
  return all.length > MAX_NOTES || JSON.stringify(all).length > MAX_THREAD_CHARS ? null : all;
}

function earlier(note: string | null): readonly Note[] {
  return note === null ? [] : [{ by: null, at: null, text: note }];
}

function idOf(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
