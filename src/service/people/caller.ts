/** The caller that a signed-in person is. */
import type { Account, ApiKey, Caller } from "../../model/records.ts";
import type { Person } from "../../model/access/person.ts";
import type { Services } from "../context.ts";
import { emailOf } from "./address.ts";

/** Of an account none of whose keys is in force. */
const RATE_PER_MINUTE = 600;

/** Pages and forms are limited as those of the account's fastest key. */
export function callerOf(
  { store, people, now }: Pick<Services, "store" | "people" | "now">,
  account: Account,
  person: Person,
): Caller {
  const { id, name, role, createdAt } = person;
  const fastest = store.accounts.highestRate(account.id, now());
  const key: ApiKey = {
    id,
    account: account.id,
    mode: "live",
    name,
    hash: "",
    tail: "",
    ratePerMinute: fastest > 0 ? fastest : account.ratePerMinute ?? RATE_PER_MINUTE,
    createdAt,
    revokedAt: null,
    // The role decides. What asks the key instead gets nothing.
    scopes: [],
  };
  return { account, key, person: { id, name, email: emailOf(people, person), role } };
}
