/** After a rotation of the service's secret: addresses and authenticators are encrypted, and addresses hashed, under the present one. */
import type { Person } from "../../model/access/person.ts";
import type { Services } from "../context.ts";
import { addressHashes, emailOf } from "./address.ts";

/** What is not renewed now is renewed at the next start. */
export async function renewPeople(services: Pick<Services, "store" | "people" | "hasher">): Promise<void> {
  const { store } = services;
  for (const { id: account } of store.accounts.all()) {
    for (const person of await store.people.of(account)) {
      if (renewed(services, person) === person) continue;
      await store.people.change(account, person.id, (current) => current && renewed(services, current));
    }
  }
}

function renewed(services: Pick<Services, "people" | "hasher">, person: Person): Person {
  const { seal } = services.people;
  const { secondFactor } = person;
  const email = seal.renew(person.email);
  const secret = secondFactor === undefined ? null : seal.renew(secondFactor.secret);
  if (email === null && secret === null) return person;
  const address = emailOf(services.people, person);
  return {
    ...person,
    ...(email === null
      ? {}
      : { email, emailHash: person.unverified ? person.emailHash : addressHashes(services, address)[0]! }),
    ...(secret === null ? {} : { secondFactor: { ...secondFactor!, secret } }),
  };
}
