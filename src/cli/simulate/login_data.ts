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
export function* scoreFile(source: ByteSource, counts: ScoredFile): Generator<LoginScore> {
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

/** Log-ins of one user, or of all: how often each value of each level came. */
class Counts {
  total = 0;
  readonly #levels: Map<number, number>[] = [];

  add(levels: readonly number[]): void {
    this.total++;
    for (const [at, value] of levels.entries()) {
      const values = this.#levels[at] ??= new Map();
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }

  times(at: number, value: number): number {
    return this.#levels[at]?.get(value) ?? 0;
  }

  distinct(at: number): number {
    return this.#levels[at]?.size ?? 0;
  }
}

/** Log-ins that succeeded. */
class LoginBook {
  readonly #all = new Counts();
  readonly #users = new Map<string, Counts>();
  /** Numbers of texts. */
  readonly #numbers = new Map<string, number>();

  /** ln S before the log-in is added; null: the user never logged in. */
  lnRatio(login: ReadLogin): number | null {
    const user = this.#users.get(login.user);
    if (user === undefined) return null;
    const levels = this.#levelsOf(login);
    const counts = levels.map((value, at): LevelCount => ({
      own: user.times(at, value),
      all: this.#all.times(at, value),
      distinct: this.#all.distinct(at),
    }));
    return lnRatio({
      address: counts.slice(0, login.address.length),
      agent: counts.slice(login.address.length),
      own: user.total,
      all: this.#all.total,
      users: this.#users.size,
    });
  }

  add(login: ReadLogin): void {
    const user = this.#users.get(login.user) ?? new Counts();
    this.#users.set(login.user, user);
    const levels = this.#levelsOf(login);
    user.add(levels);
    this.#all.add(levels);
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
