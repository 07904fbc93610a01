/** Passwords of people: what is accepted, and how it is hashed (argon2id), a few at a time and never on the thread of requests. */
import { timingSafeEqual } from "node:crypto";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { AppError } from "../../model/error.ts";
import type { PasswordHash } from "../../model/access/person.ts";
import { isCommonPassword } from "./common_passwords.ts";

export const MIN_PASSWORD_CHARS = 12;
export const MAX_PASSWORD_CHARS = 200;
/** Hashed at the same time, and waiting: each takes 19 MiB for some 40 ms. */
const AT_A_TIME = 2;
const MAX_WAITING = 30;

/** argon2id of the password, in a thread of its own. */
export interface PasswordThread {
  hash(password: string, salt: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

export class Passwords {
  readonly #thread: PasswordThread;
  readonly #bulkhead = new Bulkhead(AT_A_TIME, MAX_WAITING);

  constructor(thread: PasswordThread) {
    this.#thread = thread;
  }

  /**
   * @param before what may refuse it when its turn has come
   * @throws AppError overloaded, and what `before` throws
   */
  async hash(password: string, salt: string, before: () => void = () => {}): Promise<string> {
    const full = () => {
      const why = "Too many people are signing in at the moment. Please try again in a moment.";
      throw new AppError("overloaded", why, { retryAfter: 2 });
    };
    return await this.#bulkhead.run(async () => {
      before();
      // What is longer was never accepted as a password.
      const text = password.slice(0, MAX_PASSWORD_CHARS + 1).normalize("NFKC");
      return (await this.#thread.hash(text, Uint8Array.fromBase64(salt))).toBase64();
    }, full);
  }

  close(): void {
    this.#thread.close();
  }
}

/** What is wrong with a new password; null: nothing. */
export function passwordProblem(password: string, email: string): string | null {
  const { length } = Array.from(password);
  if (length < MIN_PASSWORD_CHARS) return `must have at least ${MIN_PASSWORD_CHARS} characters`;
  if (password.length > MAX_PASSWORD_CHARS) return `must have at most ${MAX_PASSWORD_CHARS} characters`;
  if (password.toLowerCase() === email.toLowerCase()) return "must not be your e-mail address";
  return isCommonPassword(password)
    ? "is one of the most common leaked passwords, or made of one; please choose another"
    : null;
}

/** In constant time. */
export function isSameHash(known: Pick<PasswordHash, "hash">, computed: string): boolean {
  const [one, other] = [Uint8Array.fromBase64(known.hash), Uint8Array.fromBase64(computed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
