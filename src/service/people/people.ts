/** The people of an account: listed, invited, changed and removed by its owners. */
import { type AuditAction, changesOf, originOf } from "../../model/access/audit.ts";
import { requireNoMore } from "../../model/access/action.ts";
import { type Role } from "../../model/access/role.ts";
import { AppError, invalidField } from "../../model/error.ts";
import {
  INVITATION_MS,
  isActive,
  isPersonId,
  type Person,
  withoutSignIn,
} from "../../model/access/person.ts";
import { type Caller, standingOf } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Change } from "../../records/change.ts";
import { isAddressTaken, isLastOwner, MAX_PEOPLE } from "../../records/people/people.ts";
import { keyHash } from "../access/identifier_hasher.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { addressHashes, emailOf, readAddress } from "./address.ts";

/** Invitations and new links of an account per hour. */
const INVITATIONS = 60;
const NAME = /^[^\p{C}]{1,80}$/u;

interface NewPerson {
  readonly email: string;
  readonly role: Role;
  readonly name?: string | undefined;
}

interface PersonChange {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
  /** True: the password and the second factor end, and a new link is made. */
  readonly reset?: boolean | undefined;
}

export interface Invited {
  readonly person: Person;
  /** The link; null: it was sent by mail. */
  readonly link: string | null;
}

/** Their names and addresses are no test data. @throws AppError test_key_refused */
export async function listPeople(services: Services, caller: Caller) {
  requireLive(caller, "read people");
  const people = await services.store.people.of(caller.account.id);
  return { count: people.length, people: people.map((person) => personBody(services, person)) };
}

export function personBody({ people }: Pick<Services, "people">, person: Person) {
  const { id, name, role, createdAt, signedInAt, invitation, provider } = person;
  return {
    person_id: id,
    email: emailOf(people, person),
    name,
    role,
    state: isActive(person) ? "active" as const : "invited" as const,
    sign_in: provider !== undefined
      ? "provider" as const
      : person.password === undefined
      ? null
      : "password" as const,
    created_at: timestamp(createdAt),
    signed_in_at: signedInAt === undefined ? null : timestamp(signedInAt),
    invited_until: invitation === undefined ? null : timestamp(invitation.expiresAt),
  };
}

/**
 * @param origin where the link leads to
 * @throws AppError invalid_value, conflict, too_many_items, rate_limited, test_key_refused, scope_missing
 */
export async function invitePerson(
  services: Services,
  caller: Caller,
  given: NewPerson,
  origin: string,
): Promise<Invited> {
  requireLive(caller, "invite people");
  requireNoMore(caller, { role: given.role }, "a person");
  const { store, now, randomBytes, people: { seal } } = services;
  const account = caller.account.id;
  const email = readAddress(given.email, (why) => invalidField("/email", why));
  const name = readName(given.name ?? email.split("@")[0]!.slice(0, 80));
  await takeInvitation(services, caller);
  const [emailHash = "", ...earlier] = addressHashes(services, email);
  const known = await store.people.of(account);
  if (known.some((person) => [emailHash, ...earlier].includes(person.emailHash))) throw taken();
  if (known.length >= MAX_PEOPLE) {
    throw new AppError("conflict", `an account can have at most ${MAX_PEOPLE} people; remove somebody first`);
  }
  const { secret, invitation } = newInvitation(services);
  const person: Person = {
    id: `psn_${randomBytes(12).toHex()}`,
    account,
    name,
    role: given.role,
    email: seal.encrypt(email),
    emailHash,
    createdAt: now(),
    invitation,
  };
  const entry = audited(services, caller, "person_invited", person, { details: { role: given.role } });
  await store.people.add(person, entry).catch(refused);
  return { person, link: await sentLink(services, caller, person, secret, origin) };
}

/** @throws AppError not_found, invalid_value, conflict for the last owner, forbidden for oneself, test_key_refused, scope_missing */
export async function changePerson(
  services: Services,
  caller: Caller,
  id: string,
  { role, name: text, reset = false }: PersonChange,
  origin: string,
): Promise<Invited> {
  requireLive(caller, "change people");
  const { store } = services;
  const account = caller.account.id;
  const name = text === undefined ? undefined : readName(text);
  const before = await requirePerson(services, caller, id);
  // A new link signs in as them.
  for (const held of [before.role, role ?? before.role]) requireNoMore(caller, { role: held }, "a person");
  const made = reset ? newInvitation(services) : null;
  if (made !== null) {
    if (caller.person?.id === id) {
      throw new AppError("forbidden", "change your own password and authenticator under My account");
    }
    await takeInvitation(services, caller);
  }
  const changes = changesOf({ role: before.role, name: before.name }, {
    role: role ?? before.role,
    name: name ?? before.name,
  });
  const action = made === null ? "person_changed" : "second_factor_reset";
  const person = await store.people.change(account, id, (current) => {
    if (current === null) throw notFound();
    const changed = { ...current, role: role ?? current.role, name: name ?? current.name };
    return made === null ? changed : withoutSignIn(changed, made.invitation);
  }, audited(services, caller, action, before, { changes })).catch(refused);
  if (made === null) return { person, link: null };
  await store.sessions.endOfPerson(account, id, null);
  return { person, link: await sentLink(services, caller, person, made.secret, origin) };
}

/** The person's sessions end with them. @throws AppError not_found, conflict for the last owner, test_key_refused, scope_missing */
export async function removePerson(services: Services, caller: Caller, id: string): Promise<void> {
  requireLive(caller, "remove people");
  const { store } = services;
  const account = caller.account.id;
  const before = await requirePerson(services, caller, id);
  requireNoMore(caller, { role: before.role }, "a person");
  await store.people.change(account, id, (current) => {
    if (current === null) throw notFound();
    return null;
  }, audited(services, caller, "person_removed", before)).catch(refused);
  await store.sessions.endOfPerson(account, id, null);
}

/** @throws AppError not_found, test_key_refused */
export async function requirePerson(
  { store }: Pick<Services, "store">,
  caller: Caller,
  id: string,
): Promise<Person> {
  requireLive(caller, "read or change people");
  const person = isPersonId(id) ? await store.people.get(caller.account.id, id) : null;
  if (person === null) throw notFound();
  return person;
}

/** An entry of the audit log about a person, as a part of a commit. */
export function audited(
  { store }: Pick<Services, "store">,
  caller: Caller,
  action: AuditAction,
  { account, id, name }: Person,
  more: {
    readonly changes?: ReturnType<typeof changesOf>;
    readonly details?: Readonly<Record<string, string>>;
  } = {},
): Change {
  return store.audit.entry({ account, action, subjects: [id], names: [name], ...more }, originOf(caller));
}

/** Of several parts: only who has all of it can have been given it. */
function joinPath({ account, id }: Pick<Person, "account" | "id">, secret: string): string {
  return `/console/join/${account}/${id}/${secret}`;
}

function newInvitation({ randomBytes, now }: Pick<Services, "randomBytes" | "now">) {
  const secret = randomBytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
  return { secret, invitation: { hash: keyHash(secret), expiresAt: now() + INVITATION_MS } };
}

async function takeInvitation({ pageLimiter, now }: Services, { account }: Caller): Promise<void> {
  const rate = await pageLimiter.take(`invitations ${account.id}`, INVITATIONS, now());
  if (rate.allowed) return;
  throw new AppError("rate_limited", `an account may invite ${INVITATIONS} people per hour`, {
    retryAfter: rate.retryAfterSeconds,
  });
}

/** Accounts that signed up by themselves send no mail: it would go to whomever a stranger names. */
async function sentLink(
  services: Services,
  caller: Caller,
  person: Person,
  secret: string,
  origin: string,
): Promise<string | null> {
  const link = `${origin}${joinPath(person, secret)}`;
  const { mail } = services;
  if (mail === null || standingOf(caller.account) !== "member") return link;
  const by = caller.person === undefined ? "" : ` by ${caller.person.name}`;
  try {
    await mail.send({
      to: emailOf(services.people, person),
      subject: `You are invited to ${caller.account.name} on Winnow`,
      text: `You were invited${by} to the account ${caller.account.name} as ${person.role}.\n\n` +
        `Choose a password here, within seven days:\n${link}\n\n` +
        "If you do not know what this is about, ignore this message: nothing happens then.\n",
    });
    return null;
  } catch {
    // The link is handed over in another way.
    return link;
  }
}

/** @throws AppError invalid_value */
export function readName(text: string): string {
  const name = text.trim().normalize("NFC");
  if (!NAME.test(name)) throw invalidField("/name", "must be 1 to 80 printable characters");
  return name;
}

function taken(): AppError {
  return new AppError("conflict", "a person of this account has this e-mail address");
}

function notFound(): AppError {
  return new AppError("not_found", "there is no such person in this account");
}

function refused(error: unknown): never {
  if (isAddressTaken(error)) throw taken();
  if (isLastOwner(error)) {
    throw new AppError(
      "conflict",
      "this is the last owner who can sign in: invite another owner first, and wait until they have joined",
    );
  }
  throw error;
}
