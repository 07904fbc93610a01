/** The self-service key page: an account with one live and one test key, for a person whose own sign-up is scored first. */
import type { Address } from "../domain/address.ts";
import { neighbourhood } from "../domain/address.ts";
import { AppError, invalidParameter } from "../domain/error.ts";
import type { Account } from "../domain/records.ts";
import { emailIdentity } from "../signals/email/parse.ts";
import type { Services } from "./context.ts";
import { scoreForTheHouse } from "./house_score.ts";
import { ACCOUNT_NAME, createAccount, createKey, type NewKey } from "./keys.ts";
import { RateLimiter } from "./rate_limit.ts";
import { readEmail } from "./read_input.ts";
import { SIGNAL_ROWS } from "./score_component.ts";

const HOUR_MS = 3_600_000;
/** Sign-ups an hour from one neighbourhood (/24, /48). */
const PER_HOUR = 10;

export interface SignUpOptions {
  readonly open: boolean;
  readonly monthlyLookups: number;
  readonly ratePerMinute: number;
}

export interface NewAccount {
  readonly account: Account;
  readonly live: NewKey;
  readonly test: NewKey;
}

export class SignUp {
  readonly #services: Services;
  readonly #options: SignUpOptions;
  readonly #limiter = new RateLimiter(HOUR_MS);
  /** One after the other, so that one e-mail address makes one account. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(services: Services, options: SignUpOptions) {
    this.#services = services;
    this.#options = options;
  }

  get open(): boolean {
    return this.#options.open;
  }

  /**
   * Durable when it resolves.
   * @throws AppError forbidden when closed or scored as a block, invalid_value naming `name` or `email`, rate_limited
   */
  async create(
    given: { name: string; email: string },
    address: Address | null,
    started: number,
  ): Promise<NewAccount> {
    if (!this.open) {
      throw new AppError("forbidden", "Sign-up is closed here. Ask whoever runs this service for a key.");
    }
    const name = given.name.trim().normalize("NFC");
    if (!ACCOUNT_NAME.test(name)) throw invalidParameter("name", "must be 1 to 80 printable characters");
    const text = given.email.trim();
    const email = readEmail(text, (why) => invalidParameter("email", why));
    if (email.mailbox === null) throw invalidParameter("email", email.reason ?? "is not an e-mail address");
    const rate = this.#limiter.take(
      address === null ? "" : neighbourhood(address),
      PER_HOUR,
      this.#services.now(),
    );
    if (!rate.allowed) {
      throw new AppError(
        "rate_limited",
        "Too many sign-ups came from your network. Please try again later.",
        {
          retryAfter: rate.retryAfterSeconds,
        },
      );
    }
    const { verdict } = await scoreForTheHouse(
      this.#services,
      { email: text, ...(address === null ? {} : { ip: address.text }) },
      started,
    );
    if (verdict === "block") {
      throw new AppError(
        "forbidden",
        "Your sign-up was scored as high risk, so no account was made. Please use your everyday e-mail address, or ask whoever runs this service for a key.",
      );
    }
    const contact = {
      hash: this.#services.identify.of("account-email", emailIdentity(email)),
      mask: SIGNAL_ROWS.email.mask({ email, waitForMailbox: false }),
    };
    const made = this.#last.catch(() => {}).then(() => this.#make(name, contact));
    this.#last = made;
    return await made;
  }

  async #make(name: string, email: { hash: string; mask: string }): Promise<NewAccount> {
    const { store } = this.#services;
    const before = store.accounts.all().find((account) => account.email?.hash === email.hash) ?? null;
    if (before !== null && store.accounts.keysOf(before.id).length > 0) {
      throw invalidParameter(
        "email",
        "has an account here already; sign in with its key, and make further keys there",
      );
    }
    const account = before ?? await this.#account(name, email);
    const key = (mode: "live" | "test") =>
      createKey(this.#services, {
        account,
        mode,
        name: `first ${mode} key`,
        ratePerMinute: this.#options.ratePerMinute,
      });
    return { account, live: await key("live"), test: await key("test") };
  }

  async #account(name: string, email: { hash: string; mask: string }): Promise<Account> {
    const taken = () => invalidParameter("name", "is taken by another account; please choose another");
    const { accounts } = this.#services.store;
    if (accounts.accountNamed(name) !== null) throw taken();
    try {
      return await createAccount(this.#services, {
        name,
        monthlyQuota: this.#options.monthlyLookups,
        madeBy: "signup",
        email,
      });
    } catch (error) {
      if (/an account named .* exists/.test((error as Error).message)) throw taken();
      throw error;
    }
  }
}
