/** The first start: creates an account with a live and a test key, and prints a curl command that scores a sign-up. */
import type { Config } from "../config.ts";
import { createAccount, createKey, type KeyServices } from "../service/access/keys.ts";
import { localOrigin } from "./listen.ts";

const ACCOUNT = "default";

export async function firstStart(
  config: Config,
  services: KeyServices,
  origin: string,
  log: (line: string) => void,
): Promise<void> {
  if (services.store.accounts.all().length > 0) return;
  const { monthlyLookups, rateLimit } = config;
  let account;
  try {
    account = await createAccount(services, {
      name: ACCOUNT,
      monthlyQuota: monthlyLookups,
      madeBy: "operator",
    });
  } catch {
    return; // another process with the same store was first
  }
  const live = await createKey(services, {
    account,
    mode: "live",
    name: "first key",
    ratePerMinute: rateLimit,
  });
  const test = await createKey(services, {
    account,
    mode: "test",
    name: "first test key",
    ratePerMinute: rateLimit,
  });
  log("");
  log(`Created the account "${ACCOUNT}" with two keys. They are shown only once:`);
  log(`  live  ${live.secret}`);
  log(`  test  ${test.secret}`);
  log("");
  log("Score a sign-up:");
  log("");
  log(
    `curl -s ${
      localOrigin(origin)
    }/v1/score/user -H 'X-Api-Key: ${live.secret}' -H 'Content-Type: application/json' -d '{"ip":"185.220.101.1","email":"someone@mailinator.com","phone":"+442079460123"}'`,
  );
  log("");
}
