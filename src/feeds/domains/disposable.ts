/**
 * The domain lists in memory: disposable services, free mail providers, alias services and disposable mail hosts.
 *
 * File format, UTF-8 text: the line `winnow-domain-lists 1`, then sections, each `#<name> <count>` and one lower-case
 * A-label domain a line. `reference` is the list that is checked by hand upstream, `wide` the one that is not.
 */
import { parse } from "tldts";
import type { DisposableHit, DisposableLevel, DomainLists } from "./domain_lists.ts";
import { isPublicSuffix } from "./public_suffix.ts";

export const FORMAT = "winnow-domain-lists 1";
export const SECTIONS = ["reference", "wide", "free", "alias", "mx", "allow"] as const;
export type Section = (typeof SECTIONS)[number];
export type DomainTables = Readonly<Record<Section, ReadonlySet<string>>>;

/** The two long sections are only ever walked through. */
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

/** A fresh reference list this much of the bundled one's size is whole: what it no longer holds was taken off. */
const WHOLE_AT = 0.9;

const SUFFIXES = {
  allowPrivateDomains: true,
  extractHostname: false,
  detectIp: false,
  validateHostname: false,
} as const;

/** @throws Error when the bytes are not this format or were cut short */
export function openDomainLists(bytes: Uint8Array): DomainLists {
  const tables = readTables(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  return new ListedDomains(tables, levelsOf(tables.reference, [tables.wide]));
}

/**
 * The bundled lists with what the feeds brought. The reference list, or any two lists, make a domain `listed`;
 * one wide list alone makes it `suspected`. Free providers, alias services and the allow-list are never either.
 * @param base from `openDomainLists`
 */
export function mergeDomainLists(base: DomainLists, sources: readonly DomainSource[]): DomainLists {
  if (!(base instanceof ListedDomains)) throw new TypeError("base was not made by openDomainLists");
  const { tables } = base;
  const fresh = sources.filter((source) => source.name === REFERENCE_FEED).flatMap((source) =>
    source.domains
  );
  const whole = fresh.length >= tables.reference.length * WHOLE_AT;
  const reference = whole ? fresh : [...tables.reference, ...fresh];
  const wide = sources.filter((source) => source.name !== REFERENCE_FEED).map((source) =>
    new Set(source.domains)
  );
  return new ListedDomains(tables, levelsOf(reference, [tables.wide, ...wide]));
}

/** The bytes `openDomainLists` reads. */
export function writeDomainLists(tables: DomainTables): Uint8Array {
  const lines = [FORMAT];
  for (const section of SECTIONS) {
    lines.push(`#${section} ${tables[section].size}`, ...[...tables[section]].sort());
  }
  return new TextEncoder().encode(lines.join("\n") + "\n");
}

class ListedDomains implements DomainLists {
  readonly tables: OpenTables;
  readonly #levels: ReadonlyMap<string, DisposableLevel>;

  constructor(tables: OpenTables, levels: ReadonlyMap<string, DisposableLevel>) {
    this.tables = tables;
    this.#levels = levels;
  }

  disposable(host: string): DisposableHit | null {
    const { free, alias, allow } = this.tables;
    for (const name of upToOwner(host)) {
      if (free.has(name) || alias.has(name) || allow.has(name)) return null;
      const level = this.#levels.get(name);
      if (level !== undefined && !isRegistrySuffix(name)) return { level, entry: name };
    }
    return null;
  }

  disposableMx(exchange: string): boolean {
    const { mx, free, alias, allow } = this.tables;
    for (const name of upToOwner(exchange)) {
      if (free.has(name) || alias.has(name) || allow.has(name)) return false;
      if (mx.has(name) || this.#levels.get(name) === "listed") return true;
    }
    return false;
  }

  isFreeProvider(host: string): boolean {
    return this.tables.free.has(host);
  }

  isAliasProvider(host: string): boolean {
    return upToOwner(host).some((name) => this.tables.alias.has(name));
  }

  isPublicSuffix(host: string): boolean {
    return isPublicSuffix(host);
  }
}

/** The host and its parents, down to the name one owner controls; for a suffix, itself. */
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
 * A registry's suffix (`co.uk`) is nobody's mail domain. A private one (`ddns.net`) can be an entry: nothing below it
 * matches, since each name there has an owner of its own.
 */
function isRegistrySuffix(name: string): boolean {
  return parse(name, { ...SUFFIXES, allowPrivateDomains: false }).domain === null;
}

/** @param wide lists that name nothing twice */
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
    if (!ascend(rows)) throw new Error(`the domain lists are damaged in section "${section}"`);
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

/** As `writeDomainLists` sorts them: then nothing stands twice. */
function ascend(rows: readonly string[]): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at - 1]! >= rows[at]!) return false;
  return true;
}
