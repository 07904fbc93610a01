/** Companies of sign-ups: what those with one domain, or one referral, have in common (`model/linkage/company.ts`). */
import { lruOf } from "../../concurrency/lru.ts";
import {
  addToCompany,
  COMPANIES,
  type Company,
  type CompanyLink,
  type InCompany,
  isLiveCompany,
  joinedBy,
  joinsByLabels,
  labelledBy,
  mergeCompanies,
} from "../../model/linkage/company.ts";
import { RING_MS, type SignupId } from "../../model/linkage/ring.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Key, Value } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { firstState, StateCache, type StateKey, stateKey, type StateReader } from "./state_cache.ts";
import { count, list, map, object, record, text } from "../define.ts";
import { signupIds } from "./signup_ids.ts";

/** What the sign-ups of a domain or referral have in common; under the letter alone: those of all of them. */
export const RING_COMPANY = record({
  prefix: "ring-company",
  key: ["account", "value"],
  value: object<Company>({
    b: count,
    t: count,
    s: list(text),
    c: map(object<Company["c"][string]>({ n: count, a: list(signupIds) })),
  }),
  lifetimeMs: RING_MS,
  filtered: true,
});

/** What a sign-up may be in company by, and the hash of it. */
export interface CompanyValue extends InCompany {
  readonly hash: string;
}

interface CompanyKey extends StateKey {
  readonly of: CompanyValue;
  readonly earlier: readonly StateKey[];
}

/** None of a sign-up without such values. */
export interface CompanyKeys {
  readonly each: readonly CompanyKey[];
  /** Of all sign-ups in companies of the account. */
  readonly all: (StateKey & { readonly earlier: readonly StateKey[] }) | null;
}

/** The nodes of a forest, as far as companies ask for them. */
interface Nodes {
  isLoaded(account: string, id: SignupId, now: number): boolean;
  load(account: string, ids: readonly SignupId[], now: number): Promise<void>;
  hasFraud(account: string, id: SignupId): boolean;
}

interface CompaniesOptions {
  readonly writer: StateReader;
  readonly earlier: EarlierHashes | null;
}

const ALL = "a";
const KEY_CHARS = 16;
const MAX_CACHED_CHARS = 6_000_000;
const COUNTED_CHARS = 24;
const ID_CHARS = 32;
const MAX_ACCOUNTS = 2000;
const NO_KEYS: readonly StateKey[] = [];
const NONE: CompanyKeys = { each: [], all: null };

export class Companies {
  readonly #earlier: EarlierHashes | null;
  readonly #states: StateCache<Company>;
  readonly #allKeys = lruOf<NonNullable<CompanyKeys["all"]>>(MAX_ACCOUNTS);

  constructor({ writer, earlier }: CompaniesOptions) {
    this.#earlier = earlier;
    this.#states = new StateCache({
      keyspace: RING_COMPANY,
      writer,
      merge: mergeStored,
      sizeOf,
      maxChars: MAX_CACHED_CHARS,
    });
  }

  keysOf(account: string, values: readonly CompanyValue[]): CompanyKeys {
    if (values.length === 0) return NONE;
    const each = values.map((of) => {
      const keyOf = (hash: string) =>
        stateKey(RING_COMPANY.key(account, `${COMPANIES[of.link].letter}${hash.slice(0, KEY_CHARS)}`));
      return { ...keyOf(of.hash), of, earlier: this.#earlier?.(of.hash).map(keyOf) ?? NO_KEYS };
    });
    return { each, all: this.#allKey(account) };
  }

  /** Null when all is in memory. */
  read({ each, all }: CompanyKeys, now: number): Promise<unknown> | null {
    if (all === null) return null;
    return this.#states.read([...each.flatMap((key) => [key, ...key.earlier]), all], now);
  }

  /** The parts that the sign-up may join, which are not in memory; after `read`. */
  missing(account: string, keys: CompanyKeys, nodes: Nodes, now: number): SignupId[] {
    const missing = new Set<SignupId>();
    for (const key of keys.each) {
      for (const id of this.#partsOf(key, keys, now)) {
        if (!nodes.isLoaded(account, id, now)) missing.add(id);
      }
    }
    return [...missing];
  }

  /** What the sign-up joins, synchronous: the parts by the link that joins them. */
  joins(
    account: string,
    keys: CompanyKeys,
    nodes: Nodes,
    now: number,
  ): { readonly link: CompanyLink; readonly parts: readonly SignupId[] }[] {
    return keys.each.map((key) => {
      const company = firstState(this.#states, key);
      const parts = joinedBy(company, key.of, this.#usual(keys), now);
      const asked = labelledBy(company, key.of, now);
      const labelled = asked.filter((id) => nodes.hasFraud(account, id));
      const byLabels = joinsByLabels(key.of.link, labelled.length, asked.length) ? asked : [];
      return { link: key.of.link, parts: [...new Set([...parts, ...byLabels])] };
    });
  }

  /** Adds a sign-up. @param part the root of its part */
  note(keys: CompanyKeys, part: SignupId, now: number): CellUpdate[] {
    const write = { expiresAt: now + RING_MS, merge: mergeCompanies };
    const cells = keys.each.map((key) =>
      this.#states.put(key, addToCompany(firstState(this.#states, key), key.of, part, now), write, now)
    );
    const of = keys.each[0]?.of;
    if (keys.all !== null && of !== undefined) {
      const all = addToCompany(firstState(this.#states, keys.all), { ...of, subnet: null }, null, now);
      cells.push(this.#states.put(keys.all, all, write, now));
    }
    return cells;
  }

  #partsOf(key: CompanyKey, keys: CompanyKeys, now: number): SignupId[] {
    const company = firstState(this.#states, key);
    if (!isLiveCompany(company, now)) return [];
    return [...joinedBy(company, key.of, this.#usual(keys), now), ...labelledBy(company, key.of, now)];
  }

  #usual({ all }: CompanyKeys): Company | null {
    return all === null ? null : firstState(this.#states, all);
  }

  #allKey(account: string) {
    const known = this.#allKeys.get(account);
    if (known !== undefined) return known;
    const key = { ...stateKey(RING_COMPANY.key(account, ALL)), earlier: NO_KEYS };
    this.#allKeys.set(account, key);
    return key;
  }
}

function mergeStored(_key: Key, cached: Company | null, value: Value | null): Company | null {
  const stored = RING_COMPANY.read(value);
  return stored === null ? cached : mergeCompanies(cached, stored);
}

function sizeOf({ s, c }: Company): number {
  let size = s.length * 8;
  for (const name in c) size += COUNTED_CHARS + c[name]!.a.length * ID_CHARS;
  return size;
}
