/** `PUT /v1/score/{request_id}/note`: what people wrote about a score, a thread in which each text has its author and time. */
import { originOf } from "../../model/access/audit.ts";
import { actorOf } from "../../model/access/who.ts";
import { AppError } from "../../model/error.ts";
import { hasControls } from "../../model/printable.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Noted } from "../../records/notes.ts";
import { mayOpen } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";

export const MAX_NOTE_CHARS = 500;

/**
 * Adds a note to the thread of the score.
 * @param note "" takes back what the caller wrote
 * @throws what `refuse` makes when it is too long, has control characters or the thread is full; AppError not_found
 */
export async function putNote(
  { store, now }: Services,
  caller: Caller,
  requestId: string,
  note: string,
  refuse: (why: string) => Error,
): Promise<{ readonly request_id: string; readonly note: string | null }> {
  requireNote(note, refuse);
  const account = caller.account.id;
  const score = await store.scores.get(account, requestId, now());
  if (score === null || !mayOpen(caller, score.mode)) {
    throw new AppError("not_found", "there is no score with this request_id in your account");
  }
  const action = note === "" ? "removed" : "written";
  const event = { account, action: "score_noted", subjects: [requestId], details: { note: action } } as const;
  const also = store.audit.entry(event, originOf(caller));
  const by = actorOf(caller);
  if (note === "") await store.notes.removeOf(account, score, by.id, also);
  else {
    const added = { by, at: now(), text: note };
    await store.notes.add(account, score, added, { also, refuse: () => refuse(THREAD_FULL) });
  }
  return { request_id: requestId, note: note === "" ? null : note };
}

export const THREAD_FULL = "does not fit: there are too many notes on this score";

/** @throws what `refuse` makes */
export function requireNote(note: string, refuse: (why: string) => Error): void {
  if ([...note].length > MAX_NOTE_CHARS) throw refuse(`may have at most ${MAX_NOTE_CHARS} characters`);
  if (hasControls(note)) throw refuse("must not have control characters");
}

/** As answers show them. */
export function notesBody({ notes }: Noted) {
  return notes.map(({ by, at, text }) => ({
    by: by?.name ?? null,
    by_id: by?.id ?? null,
    at: at === null ? null : timestamp(at),
    text,
  }));
}
