/** The sessions of a person: listed, and ended by the person or an owner. */
import { originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Person } from "../../model/access/person.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Session } from "../../records/people/sessions.ts";
import { isOver } from "../access/sessions.ts";
import type { Services } from "../context.ts";

/** Hexadecimal digits of a session's id: the beginning of the hash of its token. */
const ID_DIGITS = 24;

export interface ListedSession {
  readonly session_id: string;
  readonly created_at: string;
  readonly seen_at: string;
  /** When it ends, if it is not used before. */
  readonly expires_at: string;
  readonly network: string | null;
}

/** The newest first. */
export async function sessionsOf(
  { store, now }: Services,
  { account, id }: Person,
): Promise<ListedSession[]> {
  const at = now();
  const found = await store.sessions.ofPerson(account, id);
  return found.filter(({ session }) => !isOver(session, at)).map(({ hash, session }) =>
    sessionBody(hash, session)
  );
}

function sessionBody(hash: string, { createdAt, seenAt, expiresAt, network }: Session): ListedSession {
  return {
    session_id: sessionIdOf(hash),
    created_at: timestamp(createdAt),
    seen_at: timestamp(seenAt),
    expires_at: timestamp(expiresAt),
    network: network ?? null,
  };
}

export function sessionIdOf(hash: string): string {
  return `ses_${hash.slice(0, ID_DIGITS)}`;
}

/** @throws AppError not_found */
export async function endSession(
  services: Services,
  caller: Caller,
  person: Person,
  id: string,
): Promise<void> {
  const { store } = services;
  const { account } = person;
  const found = (await store.sessions.ofPerson(account, person.id)).find(({ hash }) =>
    sessionIdOf(hash) === id
  );
  if (found === undefined) throw new AppError("not_found", "there is no such session of this person");
  await store.sessions.end(found.hash, found.session);
  await recordEnded(services, caller, person, 1);
}

/** @param kept the hash of a session that stays; null: none does @returns their number */
export async function endSessions(
  services: Services,
  caller: Caller,
  person: Person,
  kept: string | null,
): Promise<number> {
  const ended = await services.store.sessions.endOfPerson(person.account, person.id, kept);
  if (ended > 0) await recordEnded(services, caller, person, ended);
  return ended;
}

async function recordEnded(
  { store }: Services,
  caller: Caller,
  person: Person,
  count: number,
): Promise<void> {
  const { account, id, name } = person;
  await store.audit.record(
    { account, action: "session_ended", count, subjects: [id], names: [name] },
    originOf(caller),
  );
}
