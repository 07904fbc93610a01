/** People of an account: who signs in by name, beside its keys. Times are milliseconds since the epoch. */
import type { Role } from "./role.ts";
import type { SecondFactor } from "./second_factor.ts";

export interface Person {
  /** `psn_…` */
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly role: Role;
  /** The address, encrypted under the service's secret. */
  readonly email: string;
  /** The keyed hash of the address, which a sign-in is found by. */
  readonly emailHash: string;
  readonly createdAt: number;
  /** The newest link to join with; absent once it was used. */
  readonly invitation?: { readonly hash: string; readonly expiresAt: number };
  /** Absent: the person has not joined, or signs in through a provider. */
  readonly password?: PasswordHash;
  readonly secondFactor?: SecondFactor;
  /** The hash of issuer and subject of the provider that the person signs in through. */
  readonly provider?: string;
  /** The role that the provider gave last. */
  readonly providerRole?: Role;
  /** The address is only what the provider repeated: nobody is found by it, and `emailHash` is of no address. */
  readonly unverified?: true;
  readonly signedInAt?: number;
  /** Hashes of the networks that the person signed in from last: strangers cannot use up the attempts of these. */
  readonly networks?: readonly string[];
}

/** argon2id, Base64. All people with one address have one salt, so that one computation answers an attempt. */
export interface PasswordHash {
  readonly hash: string;
  readonly salt: string;
  readonly changedAt: number;
}

/** How long a link to join with is valid. */
export const INVITATION_MS = 7 * 86_400_000;
/** Networks that are kept of a person. */
const MAX_NETWORKS = 8;
const ID = /^psn_[0-9a-f]{24}$/;

export function isPersonId(id: string): boolean {
  return ID.test(id);
}

/** Whether the person can sign in: has a password with its second factor, or a provider. */
export function isActive({ password, secondFactor, provider }: Person): boolean {
  return provider !== undefined || (password !== undefined && secondFactor !== undefined);
}

/** Whether the person counts as an owner who can sign in; an account with people keeps at least one. */
export function isActiveOwner(person: Person): boolean {
  return person.role === "owner" && isActive(person);
}

/** The person after a sign-in. @param network hash of where it came from; null: unknown */
export function signedIn(person: Person, network: string | null, now: number): Person {
  const before = person.networks ?? [];
  const networks = network === null
    ? before
    : [network, ...before.filter((each) => each !== network)].slice(0, MAX_NETWORKS);
  return { ...person, signedInAt: now, networks };
}

/** The person as before the invitation was accepted, with a new link. */
export function withoutSignIn(person: Person, invitation: NonNullable<Person["invitation"]>): Person {
  const { password: _password, secondFactor: _factor, provider: _provider, providerRole: _role, ...rest } =
    person;
  return { ...rest, invitation };
}
