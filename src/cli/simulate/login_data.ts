/**
 * `winnow simulate logins --data FILE --scores FILE`: Freeman's ratio of each log-in of a file, with the counts of everything that
 * came before it. The file is read once and in part; in memory are the values that are different and the users, not the log-ins.
 */
import type { ByteSource } from "../../service/backtest/csv_records.ts";
import { type LevelCount, lnRatio } from "../../model/login/ratio.ts";
import { csvLine } from "../../service/csv.ts";
import { type ReadLogin, readLogins } from "./login_columns.ts";

interface LoginScore {
  readonly index: string;
  readonly lnS: number;
}

interface ScoredFile {
  /** Log-ins of users who never logged in before: p(x | u) is not known. */
  first: number;
  scored: number;
  /** Not read, or without a needed value. */
  unread: number;
}

/** Adds to `counts` what it read. @throws Error where a needed column is missing */
function* scoreFile(source: ByteSource, counts: ScoredFile): Generator<LoginScore> {
  const book = new LoginBook();
  for (const login of readLogins(source)) {
    if (login === null) {
      counts.unread++;
      continue;
    }
    const lnS = book.lnRatio(login);
    if (lnS === null) counts.first++;
    else {
      counts.scored++;
      yield { index: login.index, lnS };
    }
    if (login.successful) book.add(login);
  }
}

/** @param write takes text of the CSV file */
export function writeScores(source: ByteSource, write: (text: string) => void): ScoredFile {
  const counts = { first: 0, scored: 0, unread: 0 };
  write(csvLine(["index", "ln S"]));
  for (const { index, lnS } of scoreFile(source, counts)) write(`${index},${lnS}\r\n`);
  return counts;
}

/** A level of everybody's log-ins: how often each value came. */
type LevelTable = Map<number, number>;

/** Log-ins of a user, in little memory: there are millions of users, with few places each. */
class UserLogins {
  total = 0;
  /** The values of all levels and how often they came together, one after the other. */
  readonly #places: number[] = [];

  add(levels: readonly number[]): void {
    this.total++;
    const width = levels.length + 1;
    for (let from = 0; from < this.#places.length; from += width) {
      if (levels.every((value, at) => this.#places[from + at] === value)) {
        this.#places[from + levels.length]!++;
        return;
      }
    }
    this.#places.push(...levels, 1);
  }

  /** How often each value came. */
  times(levels: readonly number[]): number[] {
    const width = levels.length + 1;
    const times = levels.map(() => 0);
    for (let from = 0; from < this.#places.length; from += width) {
      const count = this.#places[from + levels.length]!;
      for (let at = 0; at < levels.length; at++) {
        if (this.#places[from + at] === levels[at]) times[at]! += count;
      }
    }
    return times;
  }
}

/** Log-ins that succeeded. */
class LoginBook {
  #total = 0;
  readonly #tables: LevelTable[] = [];
  readonly #users = new Map<string, UserLogins>();
  /** Numbers of texts. */
  readonly #numbers = new Map<string, number>();

  /** ln S before the log-in is added; null: the user never logged in. */
  lnRatio(login: ReadLogin): number | null {
    const user = this.#users.get(login.user);
    if (user === undefined) return null;
    const levels = this.#levelsOf(login);
    const own = user.times(levels);
    const counts = levels.map((value, at): LevelCount => {
      const table = this.#tables[at]!; // the user's log-ins are in it
      return { own: own[at]!, all: table.get(value) ?? 0, distinct: table.size };
    });
    return lnRatio({
      address: counts.slice(0, login.address.length),
      agent: counts.slice(login.address.length),
      own: user.total,
      all: this.#total,
      users: this.#users.size,
    });
  }

  add(login: ReadLogin): void {
    const user = this.#users.get(login.user) ?? new UserLogins();
    this.#users.set(login.user, user);
    const levels = this.#levelsOf(login);
    user.add(levels);
    this.#total++;
    for (const [at, value] of levels.entries()) {
      const table = this.#tables[at] ??= new Map();
      table.set(value, (table.get(value) ?? 0) + 1);
    }
  }

  #levelsOf({ address, agent }: ReadLogin): number[] {
    return [...address, ...agent].map((text) => {
      const known = this.#numbers.get(text);
      if (known !== undefined) return known;
      this.#numbers.set(text, this.#numbers.size);
      return this.#numbers.size - 1;
    });
  }
}
