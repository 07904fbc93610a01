/** The filters of `GET /v1/decisions` and of its stream. Parameters that are not known are ignored. */
import { type Address, type Cidr, contains, parseCidr } from "../../model/address/address.ts";
import type { Decision, DecisionScope } from "../../model/decisions/decision.ts";

export interface DecisionFilter {
  /** Null: any. */
  readonly scopes: ReadonlySet<string> | null;
  readonly origins: ReadonlySet<string> | null;
  readonly type: string | null;
  readonly value: string | null;
  /** Parts of a scenario, in lower case: it has one of them, and none of those that are excluded. */
  readonly scenarios: readonly string[] | null;
  readonly excluded: readonly string[];
  /** Decisions that hold all of this network, or with `contains` false those that lie within it. */
  readonly network: Cidr | null;
  readonly contains: boolean;
  readonly idAfter: number | null;
  readonly offset: number;
  readonly limit: number | null;
}

/** What is wrong with a parameter. */
interface UnreadableFilter {
  readonly message: string;
}

type Parameters = Readonly<Record<string, string>>;

const SCOPES: ReadonlyMap<string, DecisionScope> = new Map([
  ["ip", "Ip"],
  ["range", "Range"],
  ["country", "Country"],
  ["as", "AS"],
]);
/** What a stream has unless it names its scopes. */
export const STREAM_SCOPES: ReadonlySet<string> = new Set<DecisionScope>(["Ip", "Range"]);
/** Entries of a list of words. */
const MAX_WORDS = 50;
const TRUE: ReadonlySet<string> = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE: ReadonlySet<string> = new Set(["0", "f", "F", "false", "FALSE", "False"]);

/** @param defaultScopes where the parameters name none */
export function readFilter(
  given: Parameters,
  defaultScopes: ReadonlySet<string> | null = null,
): DecisionFilter | UnreadableFilter {
  const address = given["ip"] ?? given["range"];
  const network = address === undefined ? null : parseCidr(address.trim());
  if (address !== undefined && network === null) {
    return { message: `unable to read '${address.slice(0, 60)}' as an address or a range` };
  }
  const containing = given["contains"] ?? "true";
  if (!TRUE.has(containing) && !FALSE.has(containing)) {
    return { message: "invalid contains value: it is true or false" };
  }
  const numbers = {
    limit: wholeOf(given["limit"]),
    offset: wholeOf(given["offset"]),
    id_gt: wholeOf(given["id_gt"]),
  };
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined) return { message: `invalid ${name} value: it is a whole number` };
  }
  const scopes = wordsOf(given["scopes"] ?? given["scope"]);
  return {
    scopes: scopes === null
      ? defaultScopes
      : new Set(scopes.map((word) => SCOPES.get(word.toLowerCase()) ?? word)),
    origins: setOf(wordsOf(given["origins"])),
    type: given["type"] || null,
    value: given["value"] === undefined || given["value"] === "" ? null : canonical(given["value"]),
    scenarios: lowerOf(given["scenarios_containing"]),
    excluded: lowerOf(given["scenarios_not_containing"]) ?? [],
    network,
    contains: TRUE.has(containing),
    idAfter: numbers.id_gt ?? null,
    offset: numbers.offset ?? 0,
    limit: numbers.limit ?? null,
  };
}

/** The one address that is asked for, whose decisions a look-up finds; null: all have to be looked at. */
export function askedAddress({ network, contains }: DecisionFilter): Address | null {
  // What holds a network holds its first address.
  return network !== null && contains ? network.address : null;
}

/** In the given order, but in that of their ids where a page follows an id. */
export function filtered(decisions: readonly Decision[], filter: DecisionFilter): readonly Decision[] {
  const { idAfter, offset, limit } = filter;
  const found = decisions.filter((decision) => matches(decision, filter));
  if (idAfter !== null) found.sort((one, other) => one.id - other.id);
  return offset === 0 && limit === null
    ? found
    : found.slice(offset, limit === null ? undefined : offset + limit);
}

export function matches(decision: Decision, filter: DecisionFilter): boolean {
  const { scopes, origins, type, value, scenarios, excluded, idAfter } = filter;
  if (scopes !== null && !scopes.has(decision.scope)) return false;
  if (origins !== null && !origins.has(decision.origin)) return false;
  if (type !== null && decision.type !== type) return false;
  if (value !== null && decision.value !== value) return false;
  if (idAfter !== null && decision.id <= idAfter) return false;
  if (scenarios !== null || excluded.length > 0) {
    const scenario = decision.scenario.toLowerCase();
    if (scenarios !== null && !scenarios.some((part) => scenario.includes(part))) return false;
    if (excluded.some((part) => scenario.includes(part))) return false;
  }
  return filter.network === null || holds(decision, filter.network, filter.contains);
}

function holds({ scope, value }: Decision, network: Cidr, containing: boolean): boolean {
  if (scope !== "Ip" && scope !== "Range") return false;
  const own = parseCidr(value);
  if (own === null) return false;
  const [outer, inner] = containing ? [own, network] : [network, own];
  return outer.prefix <= inner.prefix && contains(outer, inner.address);
}

/** As decisions have their values. */
function canonical(text: string): string {
  const cidr = parseCidr(text);
  if (cidr === null) return text;
  return text.includes("/") ? `${cidr.address.text}/${cidr.prefix}` : cidr.address.text;
}

/** Null where it is absent, undefined where it is no whole number. */
function wholeOf(text: string | undefined): number | null | undefined {
  if (text === undefined || text === "") return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function wordsOf(text: string | undefined): string[] | null {
  if (text === undefined || text === "") return null;
  return text.split(",", MAX_WORDS).map((word) => word.trim());
}

function lowerOf(text: string | undefined): string[] | null {
  return wordsOf(text)?.map((word) => word.toLowerCase()) ?? null;
}

function setOf(words: readonly string[] | null): ReadonlySet<string> | null {
  return words === null ? null : new Set(words);
}
