/** Self-service sign-up for an account with a live and a test key; the sign-up is scored first. */
import { type Address, clientSubnet } from "../../model/address/address.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import type { Account, Caller } from "../../model/records.ts";
import { emailIdentity, maskEmail } from "../../signals/email/parse.ts";
import type { Services } from "../context.ts";
import { scoreAnonymously } from "./anonymous_score.ts";
import { ACCOUNT_NAME, createAccountWithKeys, isNameTaken, type NewAccount } from "../access/keys.ts";
import { visitorKey } from "./visitor_limit.ts";

/** Sign-ups per hour from one network (/24 of IPv4, /48 of IPv6). */
const MAX_PER_HOUR = 10;

type Origin = NonNullable<Caller["origin"]>;

interface AccountSignupOptions {
  readonly open: boolean;
  readonly monthlyLookups: number;
  readonly ratePerMinute: number;
}

export class AccountSignup {
  readonly #services: Services;
  readonly #options: AccountSignupOptions;

  constructor(services: Services, options: AccountSignupOptions) {
    this.#services = services;
    this.#options = options;
  }

  get open(): boolean {
    return this.#options.open;
  }

  /**
   * The same for every address, whether or not it has an account: nothing proves that the address is the visitor's, so it
   * neither reserves nor reveals anything. Durable when it resolves.
   * @throws AppError forbidden when closed or scored as a block, invalid_value naming `name` or `email`, rate_limited
   */
  async create(
    given: { name: string; email: string },
    address: Address | null,
    started: number,
    from: Origin,
  ): Promise<NewAccount> {
    if (!this.open) {
      throw new AppError("forbidden", "Sign-up is closed. Ask the operator of this service for a key.");
    }
    const name = given.name.trim().normalize("NFC");
    if (!ACCOUNT_NAME.test(name)) throw invalidParameter("name", "must be 1 to 80 printable characters");
    const text = given.email.trim();
    const { email } = this.#services.valueReader.read("email", text, (why) => invalidParameter("email", why));
    if (email.mailbox === null) throw invalidParameter("email", email.reason ?? "is not an e-mail address");
    const { hasher, pageLimiter, now } = this.#services;
    const rate = await pageLimiter.take(visitorKey(hasher, "create account", address), MAX_PER_HOUR, now());
    if (!rate.allowed) {
      const why = "Too many sign-ups came from your network. Please try again later.";
      throw new AppError("rate_limited", why, { retryAfter: rate.retryAfterSeconds });
    }
    const fields = { email: text, ...(address === null ? {} : { ip: address.text }) };
    const { verdict } = await scoreAnonymously(this.#services, fields, started);
    if (verdict === "block") {
      throw new AppError(
        "forbidden",
        "Your sign-up was scored as high risk, so no account was created. Please use your everyday e-mail address, or ask the operator of this service for a key.",
      );
    }
    const hash = hasher.hash("account-email", emailIdentity(email));
    return await this.#createAccount(from, {
      name,
      email: { hash, mask: maskEmail(email) },
      ...(address === null ? {} : { signupNetwork: this.#networkOf(address) }),
    });
  }

  /** As the accounts that signed up from there before have it, if under an earlier secret. */
  #networkOf(address: Address): string {
    const { hasher, store } = this.#services;
    const hashes = hasher.hashes("signup-network", clientSubnet(address));
    if (hashes.length === 1) return hashes[0]!;
    const known = new Set(store.accounts.all().map(({ signupNetwork }) => signupNetwork));
    return hashes.find((hash) => known.has(hash)) ?? hashes[0]!;
  }

  /** The store refuses a name that another process has taken at the same time. */
  async #createAccount(
    from: Origin,
    person: Required<Pick<Account, "name" | "email">> & Pick<Account, "signupNetwork">,
  ): Promise<NewAccount> {
    if (this.#services.store.accounts.accountNamed(person.name) !== null) throw nameTaken();
    const { monthlyLookups, ratePerMinute } = this.#options;
    const given = { ...person, monthlyQuota: monthlyLookups, madeBy: "signup" } as const;
    try {
      return await createAccountWithKeys(this.#services, given, ratePerMinute, {
        key: null,
        person: null,
        ...from(),
      });
    } catch (error) {
      throw isNameTaken(error) ? nameTaken() : error;
    }
  }
}

function nameTaken(): AppError {
  return invalidParameter("name", "is taken by another account; please choose another");
}
