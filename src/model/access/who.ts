/** Who did something, as answers and pages name them. */
import type { Caller } from "../records.ts";

export interface Who {
  /** `psn_…` of a person, `key_…` of a key, `hook_…` of a hook. */
  readonly id: string;
  /** A person's name, else the address; for a key `key` and its name; for a hook `ssf:` and the issuer. */
  readonly name: string;
}

export function actorOf({ person, key, actor }: Pick<Caller, "person" | "key" | "actor">): Who {
  if (actor !== undefined) return actor;
  if (person !== undefined) return whoOf(person);
  return { id: key.id, name: `key ${key.name === "" ? key.id : key.name}` };
}

export function whoOf(
  { id, name, email }: Pick<NonNullable<Caller["person"]>, "id" | "name" | "email">,
): Who {
  return { id, name: name === "" ? email : name };
}
