/** What security events told of accounts elsewhere, by what a sign-up has of the account, and what came of it here. */
import type { Engine } from "../../db/engine.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { RETENTION_MS } from "../../model/records.ts";
import type { Change } from "../change.ts";
import { list, number, object, orNull, record, text, tuple } from "../define.ts";
import { State } from "../state.ts";

/** A user whose log-ins step up; what of the history is replaced by it. Times are those of histories, in milliseconds. */
export type VictimMark = readonly [user: string, until: number, before: number | null];

export interface ToldAccount {
  /** When the newest token was issued that was acted upon. */
  readonly at: number;
  /** Its name in the store. */
  readonly event: string;
  /** The score that was labelled fraud; null: none is. */
  readonly label: string | null;
  readonly marks: readonly VictimMark[];
}

export const TOLD_ACCOUNT = record({
  prefix: "told-account",
  /** `value`: its hash; `source`: of the issuer's name. */
  key: ["account", "value", "source"],
  value: object<ToldAccount>({
    at: number,
    event: text,
    label: orNull(text),
    marks: list(tuple<VictimMark>([text, number, orNull(number)])),
  }),
  lifetimeMs: RETENTION_MS,
});

/** What names one: whose it is, the hash of the value, and of the issuer. */
export type ToldName = [account: string, value: string, source: string];

export class ToldAccounts {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #accounts: State<ToldAccount, ToldName>;
  readonly #now: () => number;

  constructor(engine: Engine, writer: Writer, now: () => number) {
    this.#engine = engine;
    this.#writer = writer;
    this.#accounts = new State(writer, TOLD_ACCOUNT);
    this.#now = now;
  }

  /** As the store has it now. */
  get(...name: ToldName): Promise<ToldAccount | null> {
    return this.#accounts.get(...name);
  }

  /** Part of a commit. @param change pure: it may run several times */
  changing(name: ToldName, change: (current: ToldAccount | null) => ToldAccount): Change {
    return this.#accounts.changing(name, change, { end: this.#now() + RETENTION_MS });
  }

  /** Of all issuers. Durable when it resolves. @returns the users that were marked */
  async erase(account: string, values: readonly string[]): Promise<readonly string[]> {
    const users: string[] = [];
    for (const value of values) {
      for await (const { key, value: told } of this.#engine.scan(TOLD_ACCOUNT.below(account, value))) {
        await this.#writer.write({ delete: [key] });
        this.#writer.forget(key);
        users.push(...TOLD_ACCOUNT.read(told).marks.map(([user]) => user));
      }
    }
    return users;
  }
}
