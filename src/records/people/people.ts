/**
 * People of accounts. A person is read from the store whenever a session or a sign-in needs it, so that a role that was
 * changed or a person who was removed takes effect in every process immediately.
 */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { ROLES } from "../../model/access/role.ts";
import { isActiveOwner, type PasswordHash, type Person } from "../../model/access/person.ts";
import type { SecondFactor } from "../../model/access/second_factor.ts";
import { type Change, NO_CHANGE, together } from "../change.ts";
import { count, label, list, number, object, oneOf, record, text } from "../define.ts";
import { JournalList } from "../journal_list.ts";
import { Abandoned, isAbandoned, State } from "../state.ts";

export const PERSON = record({
  prefix: "person",
  key: ["account", "id"],
  value: object<Person>({
    id: text,
    account: text,
    name: label,
    role: oneOf(...ROLES),
    email: text,
    emailHash: text,
    createdAt: number,
  }, {
    invitation: object<NonNullable<Person["invitation"]>>({ hash: text, expiresAt: number }),
    password: object<PasswordHash>({ hash: text, salt: text, changedAt: number }),
    secondFactor: object<SecondFactor>({
      secret: text,
      usedStep: count,
      wrong: list(number),
      recovery: list(text),
    }),
    provider: text,
    providerRole: oneOf(...ROLES),
    unverified: oneOf(true),
    signedInAt: number,
    networks: list(text),
  }),
  repeats: ["account", "id"],
});
/** The id of the person who has the address or the provider's identity in the account. */
export const PERSON_NAMED = record({ prefix: "person-named", key: ["hash", "account"], value: text });
/** Ids of the owners who can sign in. */
export const OWNERS = record({ prefix: "owners", key: ["account"], value: list(text) });

/** People of an account. */
export const MAX_PEOPLE = 200;
/** Accounts that people with one address are looked for in. */
const MAX_ACCOUNTS = 1000;
/** Why a commit is abandoned. */
const NAME_TAKEN = "person's address taken";
const LAST_OWNER = "last owner";
const OVERTAKEN = "person changed meanwhile";
const MAX_ATTEMPTS = 30;

export function isAddressTaken(error: unknown): boolean {
  return isAbandoned(error, NAME_TAKEN);
}

export function isLastOwner(error: unknown): boolean {
  return isAbandoned(error, LAST_OWNER);
}

export class People {
  readonly #writer: Writer;
  readonly #engine: Engine;
  readonly #people: State<Person, [account: string, id: string]>;
  readonly #named: State<string, [hash: string, account: string]>;
  readonly #owners: State<readonly string[], [account: string]>;
  readonly #list: JournalList<Person, [account: string, id: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#engine = engine;
    this.#people = new State(writer, PERSON);
    this.#named = new State(writer, PERSON_NAMED);
    this.#owners = new State(writer, OWNERS);
    this.#list = new JournalList(engine, PERSON);
  }

  /** As the store has it now; null when there is none. */
  get(account: string, id: string): Promise<Person | null> {
    return this.#people.get(account, id);
  }

  /** Whether the account has people at all. */
  async has(account: string): Promise<boolean> {
    for await (const _ of this.#engine.scan(PERSON.below(account), { limit: 1 })) return true;
    return false;
  }

  /** Oldest first. */
  async of(account: string): Promise<Person[]> {
    const found = await this.#list.getMany((await this.#list.ids([account])).map((id) => [account, id]));
    return found.filter((person) => person !== null).sort((a, b) => a.createdAt - b.createdAt);
  }

  /** In all accounts. @param hashes of an address, or of a provider's identity, under all secrets */
  async named(hashes: readonly string[]): Promise<Person[]> {
    const keys: [account: string, id: string][] = [];
    for (const hash of hashes) {
      const range = this.#engine.scan(PERSON_NAMED.below(hash), { limit: MAX_ACCOUNTS });
      for await (const { key, value } of range) keys.push([key.at(-1)!, PERSON_NAMED.read(value)]);
    }
    // As many reads for a name that nobody has.
    const found = await this.#list.getMany(keys.length === 0 ? [["", ""]] : keys);
    return found.filter((person) => person !== null);
  }

  /** Whether somebody of the account can sign in as an owner. */
  async hasOwner(account: string): Promise<boolean> {
    return ((await this.#owners.get(account)) ?? []).length > 0;
  }

  /** Durable when it resolves. @throws Abandoned (`isAddressTaken`) */
  async add(person: Person, also: Change = NO_CHANGE): Promise<void> {
    await this.change(person.account, person.id, () => person, also);
  }

  /**
   * Changes a person, starting from the newest version; durable when it resolves.
   * @param change null removes the person; repeated when another process was faster. What it throws is thrown, and nothing is
   * written
   * @throws Abandoned (`isLastOwner`, `isAddressTaken`)
   */
  async change<New extends Person | null>(
    account: string,
    id: string,
    change: (current: Person | null) => New,
    also: Change = NO_CHANGE,
  ): Promise<New> {
    for (let attempt = 1;; attempt++) {
      const before = await this.get(account, id);
      const after = change(before);
      const stored = this.#people.changing([account, id], (current) => {
        if (JSON.stringify(current) !== JSON.stringify(before)) {
          throw new Abandoned(OVERTAKEN, "the person kept changing");
        }
        return after;
      });
      try {
        await this.#writer.write(together(stored, this.#following(account, id, before, after), also));
        return after;
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isAbandoned(error, OVERTAKEN)) throw error;
      }
    }
  }

  /** What else follows from a change: what the person is found by, and who is an owner. */
  #following(account: string, id: string, before: Person | null, after: Person | null): Change {
    const [known, wanted] = [namesOf(before), namesOf(after)];
    const [was, is] = [before !== null && isActiveOwner(before), after !== null && isActiveOwner(after)];
    return together(
      ...wanted.filter((name) => !known.includes(name)).map((name) => this.#claim(name, account, id)),
      ...known.filter((name) => !wanted.includes(name)).map((name) => this.#free(name, account, id)),
      was === is ? NO_CHANGE : this.#ownerChange(account, id, is),
    );
  }

  /** What people of a forgotten account are found by; they go with the account. */
  async forget(account: string): Promise<void> {
    for (const person of await this.of(account)) {
      const freed = namesOf(person).map((name) => this.#free(name, account, person.id));
      await this.#writer.write(together(...freed));
    }
  }

  #claim(name: string, account: string, id: string): Change {
    return this.#named.changing([name, account], (current) => {
      if (current === null || current === id) return id;
      throw new Abandoned(NAME_TAKEN, "a person of the account has this address");
    });
  }

  #free(name: string, account: string, id: string): Change {
    return this.#named.changing([name, account], (current) => current === id ? null : current);
  }

  #ownerChange(account: string, id: string, added: boolean): Change {
    return this.#owners.changing([account], (current) => {
      const rest = (current ?? []).filter((each) => each !== id);
      if (added) return [...rest, id];
      if (rest.length === 0) throw new Abandoned(LAST_OWNER, "an account keeps an owner");
      return rest;
    });
  }
}

/** What a person is found by. */
function namesOf(person: Person | null): readonly string[] {
  if (person === null) return [];
  const { emailHash, provider } = person;
  return provider === undefined ? [emailHash] : [emailHash, provider];
}
