/** Signing in with the identity provider: who that is among the people of the account, or a new person, or nobody. */
import { type AuditEvent, changesOf, originOf } from "../../model/access/audit.ts";
import { type Claims, type RoleClaim, roleFrom } from "../../model/access/role_claim.ts";
import type { Role } from "../../model/access/role.ts";
import { AppError } from "../../model/error.ts";
import { type Person, signedIn } from "../../model/access/person.ts";
import type { Account, Caller } from "../../model/records.ts";
import type { Change } from "../../records/change.ts";
import { isAddressTaken, isLastOwner, MAX_PEOPLE } from "../../records/people/people.ts";
import type { Seal } from "../../records/seal.ts";
import { keyHash } from "../access/identifier_hasher.ts";
import type { Services } from "../context.ts";
import { addressHashes, readAddress } from "../people/address.ts";
import { callerOf } from "../people/caller.ts";
import { type Flow, newFlow, openFlow, sealFlow } from "./flow.ts";
import { type Provider, ProviderError } from "./provider.ts";

type Origin = NonNullable<Caller["origin"]>;
type ProvenClaims = Claims & { readonly sub: string };

/** Whom the account does not know by the provider's name yet. */
interface Newcomer {
  readonly claims: ProvenClaims;
  readonly role: Role;
  /** The hash of issuer and subject: it outlives a rotation of the service's secret. */
  readonly identity: string;
}

interface SignInOptions {
  readonly services: Pick<Services, "store" | "people" | "hasher" | "now" | "randomBytes">;
  readonly provider: Provider;
  readonly roles: RoleClaim;
  /** Name or id; null: the first account. */
  readonly account: string | null;
  readonly seal: Seal;
  /** Takes why a sign-in failed. */
  readonly log: (message: string) => void;
}

const MAX_NAME_CHARS = 80;

/** Why somebody whom the provider knows is refused; in the audit log. */
const REFUSALS = {
  no_role:
    "Your account at the identity provider has no role here. Ask your administrator for a group that has one.",
  address_unverified:
    "Somebody else has your e-mail address here, and the identity provider has not verified that it is yours.",
  other_identity:
    "Your e-mail address belongs to another identity at the provider. An owner of the account can reset it under People.",
  too_many_people: "The account has as many people as it can have. Ask one of its owners.",
} as const;

export class ProviderSignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** For people: whom they sign in with. */
  get host(): string {
    return new URL(this.#options.provider.issuer).host;
  }

  /** As passwords: from the first person on that an owner makes. */
  async isOpen(): Promise<boolean> {
    const account = this.#account();
    return account !== null && await this.#options.services.store.people.has(account.id);
  }

  /** @returns where the browser goes, and the cookie that it comes back with @throws AppError not_found, unavailable */
  async start(redirectUri: string, next: string): Promise<{ url: string; flow: string }> {
    await this.#requireOpen();
    const { provider, seal, services: { randomBytes, now } } = this.#options;
    const flow = newFlow(randomBytes, redirectUri, next);
    const url = await provider.signInUrl(flow).catch((error) => this.#failed(error));
    return { url, flow: sealFlow(seal, flow, now()) };
  }

  /**
   * @param sealed the cookie of this browser
   * @param answer what the provider sent it back with
   * @throws AppError sign_in_failed, forbidden for whom the account does not let in, unavailable, not_found
   */
  async finish(
    sealed: string | undefined,
    answer: URLSearchParams,
    from: Origin,
  ): Promise<{ person: Person; next: string }> {
    const account = await this.#requireOpen();
    const flow = openFlow(this.#options.seal, sealed, this.#options.services.now());
    if (flow === null) {
      throw new AppError(
        "sign_in_failed",
        "This sign-in was not begun in this browser, or is too old. Begin again.",
      );
    }
    const claims = await this.#identified(flow, answer, from);
    return { person: await this.#personOf(account, claims, from), next: flow.next };
  }

  async #identified(flow: Flow, answer: URLSearchParams, from: Origin) {
    try {
      return await this.#options.provider.identify(flow, answer);
    } catch (error) {
      if (error instanceof ProviderError) await this.#recordRefusal(null, `provider_${error.kind}`, from);
      return this.#failed(error);
    }
  }

  /** @throws AppError forbidden */
  async #personOf(account: Account, claims: ProvenClaims, from: Origin): Promise<Person> {
    const { roles, provider, services: { store } } = this.#options;
    const role = roleFrom(roles, claims);
    if (role === null) return await this.#refuse(account, "no_role", from);
    const identity = keyHash(`${provider.issuer}\n${claims.sub}`);
    try {
      const known = (await store.people.named([identity])).find((person) => person.account === account.id);
      return known === undefined
        ? await this.#newcomer(account, { claims, role, identity }, from)
        : await this.#returning(account, known, role, from);
    } catch (error) {
      // Somebody else took the address in the meantime, or the same person signed in twice at a time.
      if (isAddressTaken(error)) throw new AppError("conflict", "Please sign in again.");
      throw error;
    }
  }

  async #newcomer(account: Account, { claims, role, identity }: Newcomer, from: Origin): Promise<Person> {
    const { services } = this.#options;
    const { store } = services;
    const verified = claims.email_verified === true;
    const address = addressOf(claims);
    const hashes = address === null ? [] : addressHashes(services, address);
    const holder = (await store.people.named(hashes)).find((person) => person.account === account.id);
    if (holder !== undefined) {
      if (!verified) return await this.#refuse(account, "address_unverified", from);
      if (holder.provider !== undefined) return await this.#refuse(account, "other_identity", from);
      return await this.#join(account, holder, identity, from);
    }
    if ((await store.people.of(account.id)).length >= MAX_PEOPLE) {
      return await this.#refuse(account, "too_many_people", from);
    }
    const person: Person = {
      id: `psn_${services.randomBytes(12).toHex()}`,
      account: account.id,
      name: nameOf(claims, address),
      role,
      email: services.people.seal.encrypt(address ?? ""),
      // Nobody is found by an address that may be another's.
      ...verified && hashes[0] !== undefined
        ? { emailHash: hashes[0] }
        : { emailHash: keyHash(`unverified\n${identity}`), unverified: true as const },
      provider: identity,
      providerRole: role,
      createdAt: services.now(),
      signedInAt: services.now(),
    };
    await store.people.add(
      person,
      this.#entry(account, person, from, { action: "person_joined", details: { role } }),
    );
    return person;
  }

  /** Whom an owner invited joins with the role of the invitation. */
  async #join(account: Account, holder: Person, identity: string, from: Origin): Promise<Person> {
    const { store, now } = this.#options.services;
    const entry = this.#entry(account, holder, from, {
      action: "person_joined",
      details: { role: holder.role },
    });
    const joined = await store.people.change(account.id, holder.id, (current) => {
      if (current === null || current.provider !== undefined) return current;
      const { invitation: _, ...rest } = current;
      return { ...signedIn(rest, null, now()), provider: identity };
    }, entry);
    return joined?.provider === identity ? joined : await this.#refuse(account, "other_identity", from);
  }

  /** The role follows the provider's until an owner gives another one; the last owner stays one. */
  async #returning(account: Account, known: Person, role: Role, from: Origin): Promise<Person> {
    const follows = known.providerRole === known.role && role !== known.role;
    if (!follows) return await this.#change(account, known, {});
    const entry = this.#entry(account, known, from, {
      action: "person_changed",
      changes: changesOf({ role: known.role }, { role }),
    });
    try {
      return await this.#change(account, known, { role, providerRole: role }, entry);
    } catch (error) {
      if (!isLastOwner(error)) throw error;
      this.#options.log(
        "the last owner of the account would have another role by the provider, and stays an owner",
      );
      return await this.#change(account, known, {});
    }
  }

  async #change(account: Account, { id }: Person, change: Partial<Person>, entry?: Change): Promise<Person> {
    const { store, now } = this.#options.services;
    const changed = (current: Person | null) => current && { ...signedIn(current, null, now()), ...change };
    const person = await store.people.change(account.id, id, changed, entry);
    if (person === null) throw new AppError("conflict", "Please sign in again.");
    return person;
  }

  #entry(
    account: Account,
    person: Person,
    from: Origin,
    event: Pick<AuditEvent, "action" | "details" | "changes">,
  ) {
    const { services } = this.#options;
    const caller = { ...callerOf(services, account, person), origin: from };
    const { id, name } = person;
    return services.store.audit.entry(
      { account: account.id, subjects: [id], names: [name], ...event },
      originOf(caller),
    );
  }

  async #refuse(account: Account, reason: keyof typeof REFUSALS, from: Origin): Promise<never> {
    await this.#recordRefusal(account.id, `provider_${reason}`, from);
    throw new AppError("forbidden", REFUSALS[reason]);
  }

  async #recordRefusal(account: string | null, reason: string, from: Origin): Promise<void> {
    const event = { account, action: "sign_in_failed", details: { reason } } as const;
    await this.#options.services.store.audit.record(event, { key: null, person: null, ...from() });
  }

  #failed(error: unknown): never {
    if (!(error instanceof ProviderError)) throw error;
    this.#options.log(error.message);
    if (error.kind === "unreachable") {
      throw new AppError(
        "unavailable",
        `${this.host} cannot be reached now. Try again later, or sign in another way.`,
      );
    }
    throw new AppError(
      "sign_in_failed",
      error.kind === "denied"
        ? `${this.host} did not let you in. Begin again, or ask your administrator.`
        : `What ${this.host} answered could not be verified. Begin again.`,
    );
  }

  async #requireOpen(): Promise<Account> {
    const account = this.#account();
    if (account === null || !await this.isOpen()) {
      throw new AppError("not_found", "Signing in with an identity provider is not set up here.");
    }
    return account;
  }

  #account(): Account | null {
    const { account, services: { store: { accounts } } } = this.#options;
    return account === null
      ? accounts.all()[0] ?? null
      : accounts.accountNamed(account) ?? accounts.account(account);
  }
}

/** Null: there is none, or it is none. */
function addressOf({ email }: Claims): string | null {
  if (typeof email !== "string") return null;
  try {
    return readAddress(email, () => new AppError("invalid_value"));
  } catch {
    return null;
  }
}

/** What is printable of the name, or what else there is. */
function nameOf(claims: Claims, address: string | null): string {
  for (const given of [claims.name, claims.preferred_username, address?.split("@")[0]]) {
    const name = typeof given === "string" ? given.normalize("NFC").replaceAll(/\p{C}+/gu, " ").trim() : "";
    if (name !== "") return [...name].slice(0, MAX_NAME_CHARS).join("").trim();
  }
  return "Somebody";
}
