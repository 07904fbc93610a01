/** Joining by a link: a password, then an authenticator, whose first code proves that it is set up. */
import { originOf } from "../../model/access/audit.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import { isPersonId, type PasswordHash, type Person } from "../../model/access/person.ts";
import { judgeCode, type SecondFactor } from "../../model/access/second_factor.ts";
import type { Account, Caller } from "../../model/records.ts";
import { keyHash } from "../access/identifier_hasher.ts";
import type { Services } from "../context.ts";
import { addressHashes, emailOf } from "./address.ts";
import { callerOf } from "./caller.ts";
import { passwordProblem } from "./passwords.ts";
import { readName } from "./people.ts";
import { codeAt, newRecoveryCodes, newSecret, otpauthUri, readCode } from "./totp.ts";

type Origin = NonNullable<Caller["origin"]>;

/** The parts of a link. */
export interface Link {
  readonly account: string;
  readonly person: string;
  readonly secret: string;
}

export interface Invitee {
  readonly account: Account;
  readonly person: Person;
  readonly email: string;
}

/** What the page with the authenticator carries, encrypted: nothing is stored before its first code. */
interface Setup {
  /** Whose it is: an invitation, or a person and their password. */
  readonly of: string;
  readonly name: string;
  readonly password: PasswordHash | null;
  readonly secret: string;
  readonly until: number;
}

export interface ShownSetup {
  readonly text: string;
  readonly secret: string;
  readonly uri: string;
}

/** A page with an authenticator is good for this long. */
const SETUP_MS = 30 * 60_000;

/** @throws AppError not_found for a link that was used, replaced, has expired or never was */
export async function inviteeOf(services: Services, { account: id, person, secret }: Link): Promise<Invitee> {
  const account = services.store.accounts.account(id);
  const found = account === null || !isPersonId(person) ? null : await services.store.people.get(id, person);
  if (account === null || found === null || !isOpen(found, keyHash(secret), services.now())) throw ended();
  return { account, person: found, email: emailOf(services.people, found) };
}

/** Passwords that are hashed per hour for one invitation, and for one person who is signed in. */
const PASSWORDS_PER_HOUR = 30;

/**
 * Checks the name and the password, and makes the secret of an authenticator.
 * @throws AppError invalid_value, overloaded, rate_limited: nothing ends the link before its authenticator is proven
 */
export async function chooseSignIn(
  services: Services,
  { account, person, email }: Invitee,
  given: { readonly name: string; readonly password: string },
): Promise<ShownSetup> {
  const name = readName(given.name);
  await requirePasswords(services, `join ${person.invitation!.hash}`);
  const password = await newPassword(services, given.password, email);
  return setupOf(services, { of: person.invitation!.hash, name, password, account: account.name, email });
}

/**
 * Ends the link. Durable when it resolves.
 * @param setup of `chooseSignIn`
 * @returns the recovery codes, to be shown once
 * @throws AppError not_found, sign_in_failed for a wrong code
 */
export async function join(
  services: Services,
  { account, person: invited }: Invitee,
  setup: string,
  code: string,
  from: Origin,
): Promise<{ person: Person; codes: readonly string[] }> {
  const { store, now } = services;
  const { hash } = invited.invitation!;
  const { name, password, secret } = openSetup(services, setup, hash);
  if (password === null) throw ended();
  const made = provenFactor(services, secret, code);
  const caller = { ...callerOf(services, account, { ...invited, name }), origin: from };
  const event = {
    account: account.id,
    action: "person_joined",
    subjects: [invited.id],
    names: [name],
  } as const;
  const person = await store.people.change(account.id, invited.id, (current) => {
    if (current === null || !isOpen(current, hash, now())) throw ended();
    const { invitation: _, ...rest } = current;
    return { ...rest, name, password, secondFactor: made.factor };
  }, store.audit.entry(event, originOf(caller)));
  return { person, codes: made.codes };
}

/** Counts one. @throws AppError rate_limited */
export async function requirePasswords({ pageLimiter, now }: Services, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await pageLimiter.take(
    `passwords ${key}`,
    PASSWORDS_PER_HOUR,
    now(),
  );
  if (allowed) return;
  throw new AppError("rate_limited", "Too many attempts. Please try again later.", {
    retryAfter: retryAfterSeconds,
  });
}

/** @throws AppError invalid_value, naming `password`; overloaded */
export async function newPassword(
  services: Services,
  password: string,
  email: string,
): Promise<PasswordHash> {
  const problem = passwordProblem(password, email);
  if (problem !== null) throw invalidParameter("password", problem);
  const salt = await saltOf(services, email);
  return { hash: await services.people.passwords.hash(password, salt), salt, changedAt: services.now() };
}

/** People with one address have one salt, of whichever account they are: that of the oldest who has one. */
async function saltOf(services: Services, email: string): Promise<string> {
  const hashes = addressHashes(services, email);
  const known = (await services.store.people.named(hashes)).flatMap(({ password }) => password ?? []);
  return known[0]?.salt ?? unusedSalt(services, hashes[0]!);
}

/** Of an address that nobody has signs in with yet. */
export function unusedSalt({ hasher }: Pick<Services, "hasher">, addressHash: string): string {
  const hash = hasher.hash("password-salt", addressHash);
  return new TextEncoder().encode(hash).toBase64();
}

/** @param given.of binds it: it is opened with the same text only */
export function setupOf(
  { people, randomBytes, now }: Services,
  given: Omit<Setup, "secret" | "until"> & { readonly account: string; readonly email: string },
): ShownSetup {
  const { of, name, password } = given;
  const secret = newSecret(randomBytes);
  const setup: Setup = { of, name, password, secret, until: now() + SETUP_MS };
  const text = people.seal.encrypt(JSON.stringify(setup));
  return { text, secret, uri: otpauthUri(secret, given) };
}

/** The same for the page again, after a wrong code. */
export function shownSetup(
  services: Services,
  text: string,
  of: string,
  holder: { readonly account: string; readonly email: string },
): ShownSetup {
  const { secret } = openSetup(services, text, of);
  return { text, secret, uri: otpauthUri(secret, holder) };
}

/** @throws AppError forbidden for a text that is another's, too old or no setup */
export function openSetup({ people, now }: Services, text: string, of: string): Setup {
  const plain = people.seal.decrypt(text);
  const setup = plain?.startsWith("{") ? JSON.parse(plain) as Setup : null; // only this service can encrypt
  if (setup === null || setup.of !== of || setup.until <= now()) {
    throw new AppError("forbidden", "This page is too old. Please begin again.");
  }
  return setup;
}

/** @throws AppError sign_in_failed */
export function provenFactor(services: Services, secret: string, code: string) {
  const { people, randomBytes, now } = services;
  const { codes, stored } = newRecoveryCodes(randomBytes);
  const factor: SecondFactor = {
    secret: people.seal.encrypt(secret),
    usedStep: 0,
    wrong: [],
    recovery: stored,
  };
  const judged = judgeCode(factor, readCode(code), now(), (step) => codeAt(secret, step));
  if (judged.result !== "accepted") {
    throw new AppError(
      "sign_in_failed",
      "This code is wrong. Enter the one that your authenticator shows now; its clock must be right.",
    );
  }
  return { factor: judged.factor, codes };
}

function isOpen({ invitation }: Person, hash: string, now: number): boolean {
  return invitation !== undefined && invitation.hash === hash && invitation.expiresAt > now;
}

function ended(): AppError {
  return new AppError(
    "not_found",
    "This link is not valid any more: it was used, replaced, or is older than seven days. Ask an owner of your account for a new one.",
  );
}
