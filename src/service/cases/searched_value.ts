/** What a person types into a search, as what stored scores hold of it: hashes, the customer's own reference, a request id. */
import { parseCidr } from "../../model/address/address.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import type { ScoreRecord, StoredComponent } from "../../model/records.ts";
import { asnText, domainText, MAX_RELATED_LABELS, networkText } from "../../model/related_texts.ts";
import { classify, isClassified } from "../../model/rules/rule.ts";
import { isNamedKind } from "../../model/rules/rule_named.ts";
import { asnOf } from "../../model/rules/rule_set.ts";
import { isUserId, USER_ID_RULE } from "../../model/user_id.ts";
import { parseDevice } from "../../signals/device/parse.ts";
import { canonicalPhone } from "../../signals/phone/parse.ts";
import { SIGNALS, VALUE_SIGNALS, type ValueKind } from "../../signals/registry.ts";
import { isRequestId } from "../../records/scores/request_id.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import type { ReferredValue } from "./value_ref.ts";

export const SEARCH_KINDS = [
  "ip",
  "network",
  "asn",
  "email",
  "phone",
  "domain",
  "device",
  "user_id",
  "request_id",
] as const;
export type SearchKind = typeof SEARCH_KINDS[number];

/** A value under all secrets of the service, for comparing with stored ones. */
export interface HashedValue {
  readonly kind: ReferredValue["kind"] | "asn";
  readonly hashes: readonly string[];
  /** They are related hashes of components, and not of their values. */
  readonly related: boolean;
}

/** One meaning of what was typed. */
export type SearchedValue =
  | HashedValue
  | { readonly kind: "user_id"; readonly userId: string }
  | { readonly kind: "request_id"; readonly requestId: string };

/** Longest text that is read. */
export const MAX_SEARCHED_CHARS = 400;

const DEVICE_ID = /^[0-9a-f]{8,128}$/i;
const BARE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * All meanings of the text; with a kind, that one.
 * @throws what `refuse` makes, with the reason why it has none
 */
export function readSearched(
  hasher: IdentifierHasher,
  text: string,
  kind: SearchKind | null,
  refuse: (why: string) => Error,
): readonly SearchedValue[] {
  if (kind !== null) {
    const read = READERS[kind](text.trim(), hasher);
    if (typeof read === "string") throw refuse(read);
    return [read];
  }
  const meanings = meaningsOf(text);
  const read = meanings.map(([kind, value]) => READERS[kind](value, hasher));
  const found = read.filter((each) => typeof each !== "string");
  const [first] = read;
  // A network that cannot be found is not taken for a reference.
  if (typeof first === "string" && (found.length === 0 || meanings[0]![0] === "network")) throw refuse(first);
  return found;
}

/** What the text can be, most probably first. A customer's own reference can look like anything. */
function meaningsOf(text: string): [kind: SearchKind, value: string][] {
  const meanings: [SearchKind, string][] = [];
  const value = text.trim();
  const classified = classify(value, canonicalPhone);
  if (isClassified(classified)) {
    const { kind, value: canonical } = classified;
    if (!isNamedKind(kind)) meanings.push([kind === "cidr" ? "network" : kind, canonical]);
  }
  if (BARE_ID.test(value) || isRequestId(value)) meanings.push(["request_id", value]);
  if (DEVICE_ID.test(value)) meanings.push(["device", value]);
  return [...meanings, ["user_id", text]];
}

/** Each returns what is wrong as a sentence fragment. */
const READERS: Readonly<
  Record<SearchKind, (text: string, hasher: IdentifierHasher) => SearchedValue | string>
> = {
  ip: (text, hasher) => readValue("ip", text, hasher),
  email: (text, hasher) => readValue("email", text, hasher),
  phone: (text, hasher) => readValue("phone", text, hasher),
  domain: readDomain,
  network: readNetwork,
  asn: (text, hasher) => {
    const asn = classify(text);
    if (!isClassified(asn) || asn.kind !== "asn") return "is not an AS number";
    return related("asn", asnText(asnOf(asn.value)), hasher);
  },
  device: (text, hasher) => {
    if (!DEVICE_ID.test(text)) return "is not a hex fingerprint of 8 to 128 digits";
    const input = { device: parseDevice({ device_id: text }), address: null, addressRulesApply: false };
    return exact("device", [SIGNALS.device.identity(input)], hasher);
  },
  user_id: (text) => isUserId(text) ? { kind: "user_id", userId: text } : USER_ID_RULE,
  request_id: (text) => {
    const requestId = BARE_ID.test(text) ? `req_${text}` : text;
    return isRequestId(requestId) ? { kind: "request_id", requestId } : "is not a request id";
  },
};

function readValue<K extends ValueKind>(
  kind: K,
  text: string,
  hasher: IdentifierHasher,
): SearchedValue | string {
  const row = VALUE_SIGNALS[kind];
  const input = row.parse(text, {});
  if (input instanceof InvalidValue) return `is not a valid ${row.noun}: ${input.reason}`;
  return exact(kind, [row.identity(input), ...row.earlierIdentities?.(input) ?? []], hasher);
}

/** A name with its subdomains and the mail addresses there, as a rule for it covers them. */
function readDomain(text: string, hasher: IdentifierHasher): SearchedValue | string {
  const found = classify(text);
  const host = isClassified(found) && found.kind === "domain" ? found.value : text;
  if (host.split(".").length > MAX_RELATED_LABELS) return readValue("domain", host, hasher);
  const input = VALUE_SIGNALS.domain.parse(host, {});
  if (input instanceof InvalidValue) return `is not a valid domain: ${input.reason}`;
  return related("domain", domainText(input.host), hasher);
}

function readNetwork(text: string, hasher: IdentifierHasher): SearchedValue | string {
  const cidr = parseCidr(text);
  if (cidr === null) return "is not a network such as 203.0.113.0/24";
  const { address, prefix } = cidr;
  const stored = address.family === 4 ? [16, 24] : [32, 48];
  if (prefix === (address.family === 4 ? 32 : 128)) return readValue("ip", address.text, hasher);
  if (!stored.includes(prefix)) return "networks are found by their /16 or /24 (IPv6: /32 or /48) only";
  return related("network", networkText(`${address.text}/${prefix}`), hasher);
}

function exact(
  kind: ValueKind | "device",
  identities: readonly (string | null)[],
  hasher: IdentifierHasher,
): SearchedValue | string {
  const hashes = identities.flatMap((identity) => identity === null ? [] : hasher.hashes(kind, identity));
  if (hashes.length === 0) return "has no identity: nothing is remembered about it";
  return { kind, hashes, related: false };
}

function related(kind: "domain" | "network" | "asn", text: string, hasher: IdentifierHasher): SearchedValue {
  return { kind, hashes: hasher.relatedHashesOf(text), related: true };
}

export function hasSearched(record: ScoreRecord, value: SearchedValue): boolean {
  if (value.kind === "request_id") return record.id === value.requestId;
  if (value.kind === "user_id") return record.signup?.userId === value.userId;
  return record.components.some((component) => hasHash(component, value));
}

export function hasHash({ kind, hash, relatedHashes }: StoredComponent, value: HashedValue): boolean {
  return value.related
    ? relatedHashes.some((each) => value.hashes.includes(each))
    : kind === value.kind && value.hashes.includes(hash);
}
