/**
 * The domain lists in memory: disposable services, free mail providers, alias services and disposable mail hosts.
 *
 * File format, UTF-8 text: the line `winnow-domain-lists 1`, then sections, each `#<name> <count>` followed by one
 * lower-case A-label domain per line. `reference` is the list that is reviewed by hand upstream, `wide` the one that is not.
 */
import { parse } from "tldts";
import { lazy } from "../../concurrency/lazy.ts";
import type { DisposableHit, DisposableLevel, DomainLists } from "./domain_lists.ts";
import { isPublicSuffix } from "./public_suffix.ts";

const FORMAT = "winnow-domain-lists 1";
const SECTIONS = ["reference", "wide", "free", "alias", "mx", "allow"] as const;
type Section = (typeof SECTIONS)[number];
export type DomainTables = Readonly<Record<Section, ReadonlySet<string>>>;

/** The two long sections are only iterated over, so they need no sets. */
type OpenTables =
  & Readonly<Record<"reference" | "wide", readonly string[]>>
  & Readonly<Record<Exclude<Section, "reference" | "wide">, ReadonlySet<string>>>;

/** A refreshed feed. */
export interface DomainSource {
  /** The feed's name in the catalogue. */
  readonly name: string;
  /** Lower-case A-labels. */
  readonly domains: readonly string[];
}

/** The feed that replaces the bundled reference list. */
export const REFERENCE_FEED = "disposable_email_blocklist";

/** A fetched reference list of at least this share of the bundled one's size replaces it: missing domains were removed upstream. */
const REPLACES_AT = 0.9;

const SUFFIXES = {
  allowPrivateDomains: true,
  extractHostname: false,
  detectIp: false,
  validateHostname: false,
} as const;

/** @throws Error when the bytes are not this format or were cut short */
export function openDomainLists(bytes: Uint8Array): ListedDomains {
  return new ListedDomains(readTables(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
}

/** The bytes that `openDomainLists` reads. */
export function writeDomainLists(tables: DomainTables): Uint8Array {
  const lines = [FORMAT];
  for (const section of SECTIONS) {
    lines.push(`#${section} ${tables[section].size}`, ...[...tables[section]].sort());
  }
  return new TextEncoder().encode(lines.join("\n") + "\n");
}

export class ListedDomains implements DomainLists {
  readonly #tables: OpenTables;
  /** Merged when it is first asked for, because a start does not need it. */
  #levels: () => ReadonlyMap<string, DisposableLevel>;

  constructor(tables: OpenTables) {
    this.#tables = tables;
    this.#levels = lazy(() => levelsOf(tables.reference, [tables.wide]));
  }

  /**
   * From now on the bundled lists merged with these, instead of those of an earlier call. A domain in the reference list, or
   * in any two lists, is `listed`; in one wide list only, `suspected`. Free providers, alias services and the allow-list are
   * neither.
   */
  merge(sources: readonly DomainSource[]): void {
    const { reference, wide } = this.#tables;
    const fresh = sources.filter(({ name }) => name === REFERENCE_FEED).flatMap(({ domains }) => domains);
    const others = sources.filter(({ name }) => name !== REFERENCE_FEED);
    const replaces = fresh.length >= reference.length * REPLACES_AT;
    this.#levels = lazy(() =>
      levelsOf(
        replaces ? fresh : [...reference, ...fresh],
        [wide, ...others.map(({ domains }) => new Set(domains))],
      )
    );
  }

  disposable(host: string): DisposableHit | null {
    const { free, alias, allow } = this.#tables;
    for (const name of upToOwner(host)) {
      if (free.has(name) || alias.has(name) || allow.has(name)) return null;
      const level = this.#levels().get(name);
      if (level !== undefined && !isRegistrySuffix(name)) return { level, entry: name };
    }
    return null;
  }

  disposableMx(exchange: string): boolean {
    const { mx, free, alias, allow } = this.#tables;
    for (const name of upToOwner(exchange)) {
      if (free.has(name) || alias.has(name) || allow.has(name)) return false;
      if (mx.has(name) || this.#levels().get(name) === "listed") return true;
    }
    return false;
  }

  isFreeProvider(host: string): boolean {
    return this.#tables.free.has(host);
  }

  isAliasProvider(host: string): boolean {
    return upToOwner(host).some((name) => this.#tables.alias.has(name));
  }

  isPublicSuffix(host: string): boolean {
    return isPublicSuffix(host);
  }
}

/** The host and its parents up to the registrable domain; for a suffix, the suffix alone. */
function upToOwner(host: string): readonly string[] {
  const owner = parse(host, SUFFIXES).domain ?? host;
  const names = [host];
  for (let name = host; name.length > owner.length;) {
    name = name.slice(name.indexOf(".") + 1);
    names.push(name);
  }
  return names;
}

/**
 * A registry's suffix (`co.uk`) is not a mail domain. A private one (`ddns.net`) can be an entry, which names below it do not
 * match, since each of them has its own owner.
 */
function isRegistrySuffix(name: string): boolean {
  return parse(name, { ...SUFFIXES, allowPrivateDomains: false }).domain === null;
}

/** @param wide lists without duplicates */
function levelsOf(
  reference: readonly string[],
  wide: readonly Iterable<string>[],
): ReadonlyMap<string, DisposableLevel> {
  const levels = new Map<string, DisposableLevel>();
  for (const list of wide) {
    for (const domain of list) levels.set(domain, levels.has(domain) ? "listed" : "suspected");
  }
  for (const domain of reference) levels.set(domain, "listed");
  return levels;
}

function readTables(text: string): OpenTables {
  const lines = text.split("\n");
  if (lines[0] !== FORMAT) throw new Error(`the domain lists do not start with "${FORMAT}"`);
  const tables: Partial<Record<Section, readonly string[]>> = {};
  let at = 1;
  for (const section of SECTIONS) {
    const [name, count] = (lines[at] ?? "").split(" ");
    const size = Number(count);
    if (name !== `#${section}` || !Number.isInteger(size) || at + size >= lines.length) {
      throw new Error(`the domain lists are damaged at section "${section}"`);
    }
    const rows = lines.slice(at + 1, at + 1 + size);
    if (!isAscending(rows)) throw new Error(`the domain lists are damaged in section "${section}"`);
    tables[section] = rows;
    at += size + 1;
  }
  const { reference, wide, free, alias, mx, allow } = tables as Record<Section, readonly string[]>;
  return {
    reference,
    wide,
    free: new Set(free),
    alias: new Set(alias),
    mx: new Set(mx),
    allow: new Set(allow),
  };
}

/** True when sorted and without duplicates, as `writeDomainLists` writes them. */
function isAscending(rows: readonly string[]): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at - 1]! >= rows[at]!) return false;
  return true;
}
