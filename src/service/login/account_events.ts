/** `POST /v1/events`: what a user changed of their account. After a log-in with a new device it is the end of a takeover. */
import type { Address } from "../../model/address/address.ts";
import { AppError } from "../../model/error.ts";
import type { UserHistory } from "../../model/login/history.ts";
import { type AccountEvent, type ChangePlace, endsChain, takenOver } from "../../model/login/takeover.ts";
import type { Caller } from "../../model/records.ts";
import { together } from "../../records/change.ts";
import { Abandoned, unlessAbandoned } from "../../records/state.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { userHash } from "./identity.ts";
import { takeoverEvent } from "./takeover_event.ts";

interface AccountEventInput {
  readonly type: AccountEvent;
  readonly userId: string;
  /** Null: unknown. */
  readonly address: Address | null;
  /** Hex, lower case; null: unknown. */
  readonly deviceId: string | null;
  /** Milliseconds since the epoch; null: now. */
  readonly at: number | null;
}

/** Why a commit is abandoned. */
const CHANGED = "the user's history changed meanwhile";
/** Of reads of a history that others change. */
const TRIES = 5;

/** Durable when it resolves. @throws AppError account_paused, rate_limited */
export async function recordAccountEvent(services: Services, caller: Caller, input: AccountEventInput) {
  if (caller.account.paused) throw new AppError("account_paused");
  takeWork(services, caller, WORK.label);
  const { store, hasher, now } = services;
  const at = input.at ?? now();
  const user = userHash(hasher, caller.key.mode, input.userId);
  const place = placeOf(services, input, at);
  for (let tries = 0; tries < TRIES; tries++) {
    const history = await store.loginUsers.get(caller.account.id, user);
    if (history === null || !endsChain(history, place)) return bodyOf(input, history, now());
    if (await markTakenOver(services, caller, { input, user, history, place })) {
      return bodyOf(input, takenOver(history, at), now());
    }
  }
  throw new Abandoned(CHANGED);
}

/** False: the history is no longer what was read. */
async function markTakenOver(
  services: Services,
  { account, key }: Caller,
  { input, user, history, place }: {
    readonly input: AccountEventInput;
    readonly user: string;
    readonly history: UserHistory;
    readonly place: ChangePlace;
  },
): Promise<boolean> {
  const { store } = services;
  const { strangeAt, rows } = history;
  const marked = store.loginUsers.changing(account.id, user, history, (current) => {
    if (current === null || current.strangeAt !== strangeAt) throw new Abandoned(CHANGED);
    return takenOver(current, place.at);
  });
  const told = takeoverEvent(services, {
    account: account.id,
    mode: key.mode,
    userId: input.userId,
    cause: input.type,
    at: place.at,
    loginAt: strangeAt!, // it ends a chain
    requestId: null,
    login: rows.find(({ first }) => first === strangeAt) ?? null,
  });
  return await unlessAbandoned(store.commit(together(marked, told)), CHANGED);
}

function placeOf(
  { loginPlaces }: Services,
  { address, deviceId }: AccountEventInput,
  at: number,
): ChangePlace {
  return { at, ...loginPlaces.address(address), device: loginPlaces.device(deviceId) };
}

function bodyOf({ type, userId }: AccountEventInput, history: UserHistory | null, now: number) {
  const until = history?.victimUntil ?? null;
  return { type, user_id: userId, takeover: history === null ? null : until !== null && until > now };
}
