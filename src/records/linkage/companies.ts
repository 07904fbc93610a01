/** Companies of sign-ups: what those with one domain, or one referral, have in common (`model/linkage/company.ts`). */
import { lruOf } from "../../concurrency/lru.ts";
import {
  addToCompany,
  COMPANIES,
  type Company,
  type CompanyLink,
  type InCompany,
  isNoted,
  isSampled,
  joinedBy,
  joinsByLabels,
  labelledBy,
  mergeCompanies,
  type Traits,
} from "../../model/linkage/company.ts";
import { RING_MS } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Key, Value } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { firstState, StateCache, type StateKey, stateKey, type StateReader } from "./state_cache.ts";
import { count, list, map, object, record, text } from "../define.ts";
import { signupIds } from "./signup_ids.ts";

/** What the sign-ups of a domain or referral have in common; under the letter alone: those of all of the account. */
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
  followed: "states",
});

/** What a sign-up may be in company by, and the hash of it. */
export interface CompanyValue extends InCompany {
  readonly hash: string;
}

interface CompanyKey extends StateKey {
  readonly of: CompanyValue;
  readonly earlier: readonly StateKey[];
  /** What `joinedBy` answered last, of which states. */
  last:
    | { readonly company: Company; readonly all: Company | null; readonly parts: readonly SignupId[] }
    | null;
}

export interface CompanyKeys {
  readonly each: readonly CompanyKey[];
  /** Of all sign-ups of the account. */
  readonly all: StateKey & { readonly earlier: readonly StateKey[] };
}

/** The nodes of a forest, as far as companies ask for them. */
interface Nodes {
  isKnown(account: string, id: SignupId): boolean;
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

export class Companies {
  readonly #earlier: EarlierHashes | null;
  readonly #states: StateCache<Company>;
  readonly #allKeys = lruOf<CompanyKeys["all"]>(MAX_ACCOUNTS);

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

  /** As `Rings.forget`. */
  forget(owner: string): void {
    this.#states.forget(owner);
  }

  keysOf(account: string, values: readonly CompanyValue[]): CompanyKeys {
    const each = values.map((of) => {
      const keyOf = (hash: string) =>
        stateKey(RING_COMPANY.key(account, `${COMPANIES[of.link].letter}${hash.slice(0, KEY_CHARS)}`));
      return { ...keyOf(of.hash), of, earlier: this.#earlier?.(of.hash).map(keyOf) ?? NO_KEYS, last: null };
    });
    return { each, all: this.#allKey(account) };
  }

  /** Null when all is in memory. */
  read({ each, all }: CompanyKeys, now: number): Promise<unknown> | null {
    return this.#states.read([...each.flatMap((key) => [key, ...key.earlier]), all], now);
  }

  /** The parts that the sign-up may join, which are not in memory; after `read`. */
  missing(account: string, keys: CompanyKeys, nodes: Nodes, now: number): SignupId[] {
    const missing = new Set<SignupId>();
    for (const key of keys.each) {
      const asked = labelledBy(firstState(this.#states, key), key.of, now);
      const unknown = asked.filter((id) => !nodes.isKnown(account, id));
      for (const id of unknown) missing.add(id);
      const labelled = unknown.length > 0 ? [] : labelledOf(account, key, asked, nodes);
      for (const id of [...this.#joined(key, keys, now), ...labelled]) {
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
      const asked = labelledBy(firstState(this.#states, key), key.of, now);
      const parts = new Set([...this.#joined(key, keys, now), ...labelledOf(account, key, asked, nodes)]);
      return { link: key.of.link, parts: [...parts] };
    });
  }

  /** Adds a sign-up. @param part the root of its part */
  note(
    { each, all }: CompanyKeys,
    { id, part, traits }: { readonly id: SignupId; readonly part: SignupId; readonly traits: Traits },
    now: number,
  ): CellUpdate[] {
    const write = { expiresAt: now + RING_MS, merge: mergeCompanies };
    const cells: CellUpdate[] = [];
    for (const key of each) {
      const before = firstState(this.#states, key);
      if (!isNoted(before, key.of, now)) continue;
      cells.push(this.#states.put(key, addToCompany(before, key.of, part, now), write, now));
    }
    if (isSampled(id)) {
      const counted = addToCompany(this.#states.get(all.text), { traits, subnet: null }, null, now);
      cells.push(this.#states.put(all, counted, write, now));
    }
    return cells;
  }

  /** Asked twice for a sign-up, mostly of the same states. */
  #joined(key: CompanyKey, { all: { text } }: CompanyKeys, now: number): readonly SignupId[] {
    const company = firstState(this.#states, key);
    if (company === null) return [];
    const all = this.#states.get(text);
    if (key.last?.company !== company || key.last.all !== all) {
      key.last = { company, all, parts: joinedBy(company, key.of, all, now) };
    }
    return key.last.parts;
  }

  #allKey(account: string) {
    const known = this.#allKeys.get(account);
    if (known !== undefined) return known;
    const key = { ...stateKey(RING_COMPANY.key(account, ALL)), earlier: NO_KEYS };
    this.#allKeys.set(account, key);
    return key;
  }
}

/** All of the parts that were asked for labels, where those make it a company of fraud. */
function labelledOf(
  account: string,
  { of: { link } }: CompanyKey,
  asked: readonly SignupId[],
  nodes: Nodes,
): readonly SignupId[] {
  if (asked.length === 0) return asked;
  let labelled = 0;
  for (const id of asked) if (nodes.hasFraud(account, id)) labelled++;
  return joinsByLabels(link, labelled, asked.length) ? asked : [];
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
