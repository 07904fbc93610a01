/** What an account remembers of its users' log-ins, by a hash of the user. */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { FAMILIAR_MS, type UserHistory } from "../../model/login/history.ts";
import type { Change } from "../change.ts";
import { bytes, record } from "../define.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { State } from "../state.ts";
import { packHistory, unpackHistory } from "./packed_history.ts";

export const LOGIN_USER = record({
  prefix: "login-user",
  key: ["account", "user"],
  // As `packHistory` makes it.
  value: bytes,
  lifetimeMs: FAMILIAR_MS,
  filtered: true,
});

/** Of a history. */
const MAX_BYTES = 2_000;

export class LoginUsers {
  readonly #users: State<Uint8Array, [account: string, user: string]>;
  readonly #earlier: EarlierHashes | null;
  /** Of values that are in memory: a log-in reads its history, and changes it. */
  readonly #read = new WeakMap<Uint8Array, UserHistory>();
  readonly #now: () => number;

  /** @param earlier hashes of users under earlier secrets; null: there are none */
  constructor(writer: Writer, earlier: EarlierHashes | null, now: () => number) {
    this.#users = new State(writer, LOGIN_USER);
    this.#earlier = earlier;
    this.#now = now;
  }

  /** As the store has it now; null: the user never logged in. */
  get(account: string, user: string): Awaitable<UserHistory | null> {
    const earlier = this.#earlier?.(user) ?? [];
    return chain(this.#users.shared(account, user), (packed) => {
      if (packed !== null) return this.#unpacked(packed);
      return earlier.length === 0 ? null : this.#first(account, earlier);
    });
  }

  async #first(account: string, hashes: readonly string[]): Promise<UserHistory | null> {
    for (const hash of hashes) {
      const packed = await this.#users.shared(account, hash);
      if (packed !== null) return this.#unpacked(packed);
    }
    return null;
  }

  #unpacked(packed: Uint8Array): UserHistory {
    const known = this.#read.get(packed);
    if (known !== undefined) return known;
    const history = unpackHistory(packed);
    this.#read.set(packed, history);
    return history;
  }

  /** Durable when it resolves. @param users hashes under all secrets */
  async erase(account: string, users: readonly string[]): Promise<void> {
    for (const user of users) await this.#users.change([account, user], () => null);
  }

  /**
   * Part of a commit.
   * @param before as `get` read it: where nothing is stored under the present hash, it begins with that
   * @param change pure: it may run several times; null removes it
   */
  changing(
    account: string,
    user: string,
    before: UserHistory | null,
    change: (current: UserHistory | null) => UserHistory | null,
  ): Change {
    return this.#users.changing([account, user], (current) => {
      const changed = change(current === null ? before : this.#unpacked(current));
      return changed === null ? null : packHistory(changed);
    }, { end: this.#now() + FAMILIAR_MS, bytes: MAX_BYTES, checkedWithPeers: true });
  }
}
