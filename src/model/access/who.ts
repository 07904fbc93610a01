/** Who did something, as answers and pages name them. */
import type { Caller } from "../records.ts";

export interface Who {
  /** `psn_…` of a person, `key_…` of a key. */
  readonly id: string;
  /** A person's name, else the address; for a key `key` and its name. */
  readonly name: string;
}

export function actorOf({ person, key }: Pick<Caller, "person" | "key">): Who {
  if (person !== undefined) return whoOf(person);
  return { id: key.id, name: `key ${key.name === "" ? key.id : key.name}` };
}

export function whoOf(
  { id, name, email }: Pick<NonNullable<Caller["person"]>, "id" | "name" | "email">,
): Who {
  return { id, name: name === "" ? email : name };
}
