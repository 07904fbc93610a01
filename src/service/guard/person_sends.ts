/** A person's sends, for requests about their data: those to the person, and those that the person asked for. */
import { type Caller, type KeyMode, linksOwner } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { SendPerson } from "../../records/guard.ts";
import { parseEmail } from "../../signals/email/parse.ts";
import { numbersBefore } from "../../signals/phone/earlier_plan.ts";
import { parsePhone, phoneIdentity } from "../../signals/phone/parse.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { addWork, WORK } from "../access/work.ts";
import { modesOf } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import type { KnownPerson } from "../privacy/mentions.ts";

/** That take as long to read as a score that is searched. */
const ENTRIES_PER_WORK = 20;
/** The newest. */
const MAX_EXPORTED = 10_000;

type Parts = Pick<Services, "store" | "hasher" | "now">;

export async function eraseSends(
  { store, hasher, now }: Parts,
  account: string,
  person: KnownPerson & { readonly modes: readonly KeyMode[] },
): Promise<void> {
  const hashes = hashesOf(hasher, person);
  for (const mode of person.modes) await store.guard.erase(linksOwner(account, mode), hashes, now());
}

export async function exportedSends(services: Services, caller: Caller, person: KnownPerson) {
  const { store, hasher, now } = services;
  let read = 0;
  const { recipients, users } = hashesOf(hasher, person);
  const found = new Map<string, { readonly at: number; readonly body: Record<string, unknown> }>();
  for (const mode of modesOf(caller)) {
    for await (
      const [id, event] of store.guard.since(linksOwner(caller.account.id, mode), now() - store.guard.keptMs)
    ) {
      if (++read % ENTRIES_PER_WORK === 0) addWork(services, caller, WORK.searchedScore);
      if (event.type === "outcome") {
        const send = found.get(event.send);
        if (send !== undefined) send.body.outcome = event.outcome;
      }
      if (event.type !== "send") continue;
      const { keys, at, channel, decision, cost } = event;
      const isTo = recipients.has(keys.recipient);
      const isBy = keys.user !== null && users.has(keys.user);
      if (!isTo && !isBy) continue;
      const body = {
        send_id: `snd_${id}`,
        mode,
        at: timestamp(at),
        channel,
        to_person: isTo,
        by_person: isBy,
        decision,
        country: keys.country,
        carrier: keys.carrier,
        cost: cost / 1_000_000,
        outcome: null,
      };
      found.set(id, { at, body });
    }
  }
  return [...found.values()].sort((one, other) => other.at - one.at).slice(0, MAX_EXPORTED)
    .map(({ body }) => body);
}

/** What sends of the person are counted by, under all secrets. */
function hashesOf(hasher: IdentifierHasher, { userIds, own, given }: KnownPerson): SendPerson {
  const recipients = own.map(({ hash }) => hash);
  if (given?.includes("@")) recipients.push(...hasher.hashes("email", parseEmail(given).identity));
  if (given !== null) {
    const phone = phoneIdentity(parsePhone(given, null));
    for (const number of [phone, ...numbersBefore(phone)]) recipients.push(...hasher.hashes("phone", number));
  }
  const users = userIds.flatMap((id) => hasher.hashes("guard", `user ${id}`));
  return { recipients: new Set(recipients), users: new Set([...users, ...recipients]) };
}
