/**
 * The first start: creates the operator's own account, which has no monthly limit, with a live and a test key, and prints a
 * curl command that scores a sign-up. The keys are printed on a terminal only; in a log they would stay, so there they go to
 * files and the command reads its key from one.
 */
import type { Config } from "../app/settings/config.ts";
import {
  createAccountWithKeys,
  isNameTaken,
  type KeyServices,
  type NewAccount,
} from "../service/access/keys.ts";
import { KeyFiles } from "./key_files.ts";
import { localOrigin } from "./listen.ts";

const ACCOUNT = "default";

/** Where the first start prints to. */
export interface Output {
  readonly log: (line: string) => void;
  /** False: a file, a pipe or a journal. */
  readonly terminal: boolean;
}

type FirstConfig = Pick<Config, "dataDir" | "rateLimit">;

/** @throws what the store throws when it cannot be written, or the data folder */
export async function firstStart(
  config: FirstConfig,
  services: KeyServices,
  origin: string,
  { log, terminal }: Output,
): Promise<void> {
  if (services.store.accounts.all().length > 0) return;
  const files = terminal ? null : await KeyFiles.create(config.dataDir);
  const made = await createAccount(config, services).catch(async (error) => {
    await files?.discard();
    throw error;
  });
  if (made === null) return await files?.discard();
  const { live, test } = made;
  log("");
  if (files === null) {
    log(`Created the account "${ACCOUNT}" with two keys. They are shown only once:`);
    log(`  live  ${live.secret}`);
    log(`  test  ${test.secret}`);
  } else {
    await writeKeys(files, { live: live.secret, test: test.secret });
    log(`Created the account "${ACCOUNT}" with two keys. Each is in a file that only its owner can read:`);
    log(`  live  ${files.path("live")}`);
    log(`  test  ${files.path("test")}`);
  }
  log(`It is yours, with no monthly limit; \`winnow accounts set ${ACCOUNT} --monthly N\` sets one.`);
  log("");
  log("Score a sign-up:");
  log("");
  const key = files === null ? `'X-Api-Key: ${live.secret}'` : keyFromFile(files.path("live"));
  log(
    `curl -s ${
      localOrigin(origin)
    }/v1/score/user -H ${key} -H 'Content-Type: application/json' -d '{"ip":"185.220.101.1","email":"someone@mailinator.com","phone":"+442079460123"}'`,
  );
  log("");
}

/** Null when another process with the same store was first. */
async function createAccount(config: FirstConfig, services: KeyServices): Promise<NewAccount | null> {
  const given = { name: ACCOUNT, monthlyQuota: null, madeBy: "operator" } as const;
  try {
    return await createAccountWithKeys(services, given, config.rateLimit);
  } catch (error) {
    if (isNameTaken(error)) return null;
    throw error;
  }
}

async function writeKeys(files: KeyFiles, keys: { live: string; test: string }): Promise<void> {
  try {
    await files.write(keys);
  } catch (error) {
    await files.discard();
    throw new Error(
      `the account "${ACCOUNT}" was created, but its keys could not be written to ${files.path("live")}: ` +
        `${(error as Error).message}; \`winnow keys create --account ${ACCOUNT}\` makes another key`,
      { cause: error },
    );
  }
}

/** The header as an argument of a shell command. */
function keyFromFile(path: string): string {
  return `"X-Api-Key: $(cat '${path.replaceAll("'", `'\\''`)}')"`;
}
