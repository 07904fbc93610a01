/** Addresses of people: read, found by, decrypted. */
import { AppError } from "../../model/error.ts";
import type { Person } from "../../model/access/person.ts";
import type { Services } from "../context.ts";
import type { PeopleParts } from "./parts.ts";

const MAX_ADDRESS_CHARS = 254;
/** One @ with something on both sides that has no blanks, and a domain. The link that is sent there proves the rest. */
const ADDRESS = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]+\.[^\s@\p{C}.]+$/u;

/** As it is compared: an address has one person of an account, in whatever case it is typed. */
function comparedAddress(address: string): string {
  return address.trim().normalize("NFC").toLowerCase();
}

/** @param refuse makes the error @throws what it makes */
export function readAddress(text: string, refuse: (why: string) => AppError): string {
  const address = text.trim().normalize("NFC");
  if (address.length > MAX_ADDRESS_CHARS || !ADDRESS.test(address)) throw refuse("is not an e-mail address");
  return address;
}

/** The hashes that a person is found by, under all secrets, the present one first. */
export function addressHashes({ hasher }: Pick<Services, "hasher">, address: string): readonly string[] {
  return hasher.hashes("person-email", comparedAddress(address));
}

/** "" when it was encrypted under a secret that is lost. */
export function emailOf({ seal }: PeopleParts, { email }: Pick<Person, "email">): string {
  return seal.decrypt(email) ?? "";
}
