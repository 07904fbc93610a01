/** People of a running app: their sessions, as if they had just signed in. */
import type { Role } from "../../../src/model/access/role.ts";
import type { Person } from "../../../src/model/access/person.ts";
import { newRecoveryCodes, newSecret } from "../../../src/service/people/totp.ts";
import { addressHashes } from "../../../src/service/people/address.ts";
import { ConsoleSessions } from "../../../src/service/access/sessions.ts";
import type { TestApp } from "./app.ts";
import { Visitor } from "./visitor.ts";

interface PersonSession {
  readonly visitor: Visitor;
  readonly person: Person;
  /** Of the authenticator, in Base32. */
  readonly secret: string;
  readonly recovery: readonly string[];
}

interface Given {
  /** The name of the account; `main` by default. */
  readonly account?: string;
  readonly name?: string;
  readonly email?: string;
}

/** A person who has joined, without a password that could be typed: for tests of passwords see `joined`. */
export async function addPerson(app: TestApp, role: Role, given: Given = {}) {
  const { services } = app.app;
  const { store, now, randomBytes, people } = services;
  const account = store.accounts.accountNamed(given.account ?? "main")!;
  const id = `psn_${randomBytes(12).toHex()}`;
  const email = given.email ?? `${id}@team.example`;
  const secret = newSecret(randomBytes);
  const { codes, stored } = newRecoveryCodes(randomBytes);
  const person: Person = {
    id,
    account: account.id,
    name: given.name ?? `${role} ${id.slice(4, 8)}`,
    role,
    email: people.seal.encrypt(email),
    emailHash: addressHashes(services, email)[0]!,
    createdAt: now(),
    password: { hash: randomBytes(32).toBase64(), salt: randomBytes(16).toBase64(), changedAt: now() },
    secondFactor: { secret: people.seal.encrypt(secret), usedStep: 0, wrong: [], recovery: stored },
  };
  await store.people.add(person);
  return { person, secret, recovery: codes };
}

/** A visitor who is signed in as a person of this role, who is added. */
export async function personSession(app: TestApp, role: Role, given: Given = {}): Promise<PersonSession> {
  const added = await addPerson(app, role, given);
  return { ...added, visitor: await sessionOf(app, added.person) };
}

/** A further session of a person. */
export async function sessionOf(app: TestApp, person: Person): Promise<Visitor> {
  const sessions = new ConsoleSessions(app.app.services);
  const { token } = await sessions.openSessionOf(person, () => ({ via: "console", network: null }));
  const visitor = new Visitor(app);
  visitor.cookies.set("winnow_session", token);
  return visitor;
}
