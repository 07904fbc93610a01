/** `PUT /v1/score/{request_id}/note`: what a person wrote about a score. */
import { originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import { hasControls } from "../../model/printable.ts";
import type { Caller } from "../../model/records.ts";
import { mayOpen } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";

export const MAX_NOTE_CHARS = 500;

/** @throws what `refuse` makes when it is too long or has control characters; AppError not_found */
export async function putNote(
  { store, now }: Services,
  caller: Caller,
  requestId: string,
  note: string,
  refuse: (why: string) => Error,
): Promise<{ readonly request_id: string; readonly note: string | null }> {
  if ([...note].length > MAX_NOTE_CHARS) throw refuse(`may have at most ${MAX_NOTE_CHARS} characters`);
  if (hasControls(note)) throw refuse("must not have control characters");
  const account = caller.account.id;
  const score = await store.scores.get(account, requestId, now());
  if (score === null || !mayOpen(caller, score.mode)) {
    throw new AppError("not_found", "there is no score with this request_id in your account");
  }
  const action = note === "" ? "removed" : "written";
  const event = { account, action: "score_noted", subjects: [requestId], details: { note: action } } as const;
  await store.notes.put(account, score, note, store.audit.entry(event, originOf(caller)));
  return { request_id: requestId, note: note === "" ? null : note };
}
