/** The first start: creates an account with a live and a test key, and prints a curl command that scores a sign-up. */
import type { Config } from "../config.ts";
import {
  AccountTaken,
  createAccountWithKeys,
  type KeyServices,
  type NewAccount,
} from "../service/access/keys.ts";
import { localOrigin } from "./listen.ts";

const ACCOUNT = "default";

/** @throws what the store throws when it cannot be written */
export async function firstStart(
  config: Pick<Config, "monthlyLookups" | "rateLimit">,
  services: KeyServices,
  origin: string,
  log: (line: string) => void,
): Promise<void> {
  if (services.store.accounts.all().length > 0) return;
  const given = { name: ACCOUNT, monthlyQuota: config.monthlyLookups, madeBy: "operator" } as const;
  let made: NewAccount;
  try {
    made = await createAccountWithKeys(services, given, config.rateLimit);
  } catch (error) {
    if (error instanceof AccountTaken) return; // another process with the same store was first
    throw error;
  }
  const { live, test } = made;
  log("");
  log(`Created the account "${ACCOUNT}" with two keys. They are shown only once:`);
  log(`  live  ${live.secret}`);
  log(`  test  ${test.secret}`);
  log("");
  log("Score a sign-up:");
  log("");
  const url = `${localOrigin(origin)}/v1/score/user`;
  log(
    `curl -s ${url} -H 'X-Api-Key: ${live.secret}' -H 'Content-Type: application/json' -d '{"ip":"185.220.101.1","email":"someone@mailinator.com","phone":"+442079460123"}'`,
  );
  log("");
}
