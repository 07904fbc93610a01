/** What a signed-in person changes of their own: the password, the authenticator, the recovery codes. */
import { AppError, invalidParameter } from "../../model/error.ts";
import type { Person } from "../../model/access/person.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { emailOf } from "./address.ts";
import {
  newPassword,
  openSetup,
  provenFactor,
  requirePasswords,
  setupOf,
  type ShownSetup,
  shownSetup,
} from "./join.ts";
import { isSameHash } from "./passwords.ts";
import { audited } from "./people.ts";
import { newRecoveryCodes } from "./totp.ts";

/** Wrong passwords per hour in a session. */
const ATTEMPTS = 20;

/** @throws AppError forbidden for a key, or where the person has no password */
export async function ownPerson({ store }: Services, { account, person: own }: Caller): Promise<Person> {
  const person = own === undefined ? null : await store.people.get(account.id, own.id);
  if (person === null) throw new AppError("forbidden", "You signed in with a key. Sign in as a person.");
  return person;
}

/** All other sessions of the person end. @throws AppError invalid_value, rate_limited */
export async function changePassword(
  services: Services,
  caller: Caller,
  given: { readonly current: string; readonly password: string },
  session: string,
): Promise<void> {
  const person = await requirePassword(services, caller, given.current);
  const password = await newPassword(services, given.password, emailOf(services.people, person));
  await services.store.people.change(
    person.account,
    person.id,
    (current) => ({ ...requireSame(current, person), password }),
    audited(services, caller, "password_changed", person),
  );
  await services.store.sessions.endOfPerson(person.account, person.id, session);
}

/** The page for another authenticator; the present one stays until its first code. @throws AppError invalid_value, rate_limited */
export async function beginAuthenticator(
  services: Services,
  caller: Caller,
  current: string,
): Promise<ShownSetup> {
  const person = await requirePassword(services, caller, current);
  const { name } = person;
  return setupOf(services, {
    of: setupName(person),
    name,
    password: null,
    ...holderOf(services, caller, person),
  });
}

/** The same page again. */
export async function sameAuthenticator(
  services: Services,
  caller: Caller,
  setup: string,
): Promise<ShownSetup> {
  const person = await ownPerson(services, caller);
  return shownSetup(services, setup, setupName(person), holderOf(services, caller, person));
}

/** @returns the new recovery codes @throws AppError sign_in_failed for a wrong code, forbidden */
export async function changeAuthenticator(
  services: Services,
  caller: Caller,
  setup: string,
  code: string,
): Promise<readonly string[]> {
  const person = await ownPerson(services, caller);
  const { secret } = openSetup(services, setup, setupName(person));
  const { factor, codes } = provenFactor(services, secret, code);
  await services.store.people.change(
    person.account,
    person.id,
    (current) => ({ ...requireSame(current, person), secondFactor: factor }),
    audited(services, caller, "second_factor_set", person),
  );
  return codes;
}

/** The earlier ones end. @throws AppError invalid_value, rate_limited */
export async function renewRecoveryCodes(
  services: Services,
  caller: Caller,
  current: string,
): Promise<readonly string[]> {
  const person = await requirePassword(services, caller, current);
  const { codes, stored } = newRecoveryCodes(services.randomBytes);
  await services.store.people.change(person.account, person.id, (now) => {
    const same = requireSame(now, person);
    return { ...same, secondFactor: { ...same.secondFactor!, recovery: stored } };
  }, audited(services, caller, "second_factor_set", person, { details: { what: "recovery codes" } }));
  return codes;
}

/** A session alone is not enough to change how its person signs in. */
async function requirePassword(services: Services, caller: Caller, typed: string): Promise<Person> {
  const { people, pageLimiter, now } = services;
  const person = await ownPerson(services, caller);
  const { password, secondFactor } = person;
  if (password === undefined || secondFactor === undefined) {
    throw new AppError("forbidden", "You sign in through a provider: change your password there.");
  }
  await requirePasswords(services, person.id);
  const key = `own password ${person.id}`;
  const room = () => requireRoom(pageLimiter.peek(key, ATTEMPTS, now()));
  room();
  if (isSameHash(password, await people.passwords.hash(typed, password.salt, room))) return person;
  requireRoom(await pageLimiter.take(key, ATTEMPTS, now()));
  throw invalidParameter("current", "is not your password");
}

function requireRoom({ allowed, retryAfterSeconds }: { allowed: boolean; retryAfterSeconds: number }): void {
  if (allowed) return;
  throw new AppError("rate_limited", "Too many attempts. Please try again later.", {
    retryAfter: retryAfterSeconds,
  });
}

/** @throws AppError conflict where the sign-in was changed meanwhile */
function requireSame(current: Person | null, before: Person): Person {
  if (current !== null && current.password?.changedAt === before.password?.changedAt) return current;
  throw new AppError("conflict", "Your sign-in was changed meanwhile. Please reload the page.");
}

/** A page belongs to a person and a password. */
function setupName({ id, password }: Person): string {
  return `${id} ${password?.changedAt ?? 0}`;
}

function holderOf({ people }: Services, { account }: Caller, person: Person) {
  return { account: account.name, email: emailOf(people, person) };
}
