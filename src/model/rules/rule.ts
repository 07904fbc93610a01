/** A customer's rule for a value: to allow, block or trust it; and the classification of the value. */
import { parseCidr } from "../address/address.ts";
import { canonicalEmail, canonicalHost } from "./rule_host.ts";
import type { RuleEdit } from "./rule_history.ts";
import { classifyNamed, NAMED_KINDS, nameOf } from "./rule_named.ts";

export const RULE_KINDS = [
  "ip",
  "cidr",
  "email",
  "domain",
  "phone",
  "asn",
  "device",
  ...NAMED_KINDS,
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
export const RULE_KIND_WORDS: Readonly<Record<RuleKind, string>> = {
  ip: "IP address",
  cidr: "IP range",
  email: "e-mail address",
  domain: "domain",
  phone: "phone number",
  asn: "AS number",
  device: "device",
  user: "user",
  phone_prefix: "phone prefix",
  country: "country",
  carrier: "phone carrier",
};

/** For sentences: "your block rule for IP range 203.0.113.0/24". */
export function ruleWords({ kind, value }: Pick<Rule, "kind" | "value">): string {
  return `${RULE_KIND_WORDS[kind]} ${value.startsWith(`${kind}:`) ? value.slice(kind.length + 1) : value}`;
}

/** The stronger later: `trust` is for one person's identifiers, and allows whatever else matches. */
export const RULE_ACTIONS = ["allow", "block", "trust"] as const;
export type RuleAction = typeof RULE_ACTIONS[number];

export function isRuleAction(text: string): text is RuleAction {
  return (RULE_ACTIONS as readonly string[]).includes(text);
}

/** True: where both match, the first decides. */
export function isStronger(action: RuleAction, other: RuleAction): boolean {
  return RULE_ACTIONS.indexOf(action) > RULE_ACTIONS.indexOf(other);
}

/** What a rule makes of what it matches. */
export function verdictOfRule(action: RuleAction): "allow" | "block" {
  return action === "block" ? "block" : "allow";
}

/** Whether such values are identifiers of one person, whom a rule can trust. */
export function isOfOnePerson(kind: string): boolean {
  return kind === "user" || kind === "email" || kind === "phone" || kind === "device";
}

/** What tells values of one person from those that anybody can use. */
export interface SharedValueLists {
  /** Anybody can read the mail of its addresses. */
  isPublicHost(host: string): boolean;
  /** The number of a service, by its type: toll-free, premium rate. */
  isServiceNumber(e164: string): boolean;
  isServiceLine(lineType: string): boolean;
}

/** Shown of a value that no stored score has any more. */
export const NO_MASK = "•••";

/** A value with what the score tells of it in which it was found. */
export type FoundValue = RuleValue & {
  /** Of a phone number that is known by its hash alone. */
  readonly lineType?: string | undefined;
};

/** Why a value cannot be trusted; null: it can. Of a value that is known by its hash alone, the mask shows the domain. */
export function trustRefusal(
  { kind, value, hash, lineType }: FoundValue,
  lists: SharedValueLists,
): string | null {
  if (!isOfOnePerson(kind)) {
    return `trust is for one person: a user:<id>, an e-mail address, a phone number or a device; ${
      RULE_KIND_WORDS[kind]
    } is for many, use allow`;
  }
  if (kind === "email" && lists.isPublicHost(value.slice(value.lastIndexOf("@") + 1))) {
    return "trust is for one person: anybody can read a disposable address";
  }
  if ((kind === "email" || kind === "phone") && hash !== undefined && value === NO_MASK) {
    return "trust is for one person: no recent score has this value, so it is not known whether it is one's; give it in clear";
  }
  const isOfService = hash === undefined ? lists.isServiceNumber(value) : lists.isServiceLine(lineType ?? "");
  if (kind === "phone" && isOfService) {
    return "trust is for one person: a toll-free or premium-rate number is a service's, use allow";
  }
  return null;
}

export interface Rule {
  readonly id: string;
  readonly action: RuleAction;
  readonly kind: RuleKind;
  /** Canonical, as returned by `classify`. */
  readonly value: string;
  /** RFC 3339. */
  readonly created_at: string;
  /** The rule names a value by its hash, as stored scores do; `value` is masked then. */
  readonly hash?: string;
  readonly note?: string;
  /** RFC 3339; from this time on the rule matches nothing. */
  readonly expires_at?: string;
  /** The import that made the rule. */
  readonly import_id?: string;
  /** It matches nothing until it is resumed. */
  readonly paused?: true;
  /** Id of the key that made it. Rules of earlier versions have none. */
  readonly author?: string;
  /** Oldest first; absent: it was never changed. */
  readonly history?: readonly RuleEdit[];
}

/** What a rule names. */
export type RuleValue = Pick<Rule, "kind" | "value" | "hash">;

export interface ClassifiedValue {
  readonly kind: RuleKind;
  readonly value: string;
}

export interface UnclassifiedValue {
  /** A sentence fragment for the customer. */
  readonly reason: string;
  /** A value that it may have been meant as. */
  readonly suggestion?: string;
}

/** E.164 of a number written with a +, or null when it is not a phone number. Passed in, because `model` has no metadata. */
export type CanonicalPhone = (text: string) => string | null;

export const MAX_RULE_VALUE = 320;

const MAX_ASN = 4_294_967_295;
const DEVICE_PREFIX = "device:";
const DEVICE = /^device:\s?([0-9a-f]{8,128})$/i;
const ASN = /^(?:asn?\s?:\s?)?as(?:n)?[\s:#]{0,3}(\d{1,10})$/i;
const URL_OF_HOST = /^https?:\/\/([^/?#@\s]+)\/?$/i;
const PHONE_MARKS = /[\s().\-/\u00a0\u2010-\u2015\u202f]/gu;

/**
 * Classifies a rule value and returns it in canonical form: an address or CIDR (host bits cleared, IPv4-mapped addresses as
 * IPv4), an AS number (`AS15169`), a device (`device:` and its id), a phone number with a + (E.164), an e-mail address, or a
 * domain (A-labels; a leading `*.`, `.`, `@` or `*@`, and a bare `https://host/`, are accepted). Never throws.
 */
export function classify(
  text: string,
  canonicalPhone: CanonicalPhone = plainPhone,
): ClassifiedValue | UnclassifiedValue {
  if (text.length > 2 * MAX_RULE_VALUE) return { reason: TOO_LONG };
  const value = text.trim();
  if (value === "") return { reason: "empty" };
  if (value.length > MAX_RULE_VALUE) return { reason: TOO_LONG };
  if (value.includes("\ufffd")) return { reason: "not valid UTF-8" };
  if (value.includes("•")) {
    return { reason: "masked: a rule needs the value itself, or the ref of a stored one" };
  }
  return classifyNamed(value) ?? network(value) ?? autonomousSystem(value) ?? device(value) ??
    phone(value, canonicalPhone) ??
    email(value) ?? domain(value);
}

const TOO_LONG = `longer than ${MAX_RULE_VALUE} characters`;

export function isClassified<T extends ClassifiedValue>(answer: T | UnclassifiedValue): answer is T {
  return "kind" in answer;
}

/** The lists that recognise rules that are broad, or match nothing. */
export interface WarningLists {
  isFreeProvider(host: string): boolean;
  isPublicSuffix(host: string): boolean;
  /** False: no range of numbers is of an operator of this name. */
  isCarrier(name: string): boolean;
}

/** A warning for a rule that is broader than it looks, or matches nothing, otherwise null. The rule is accepted in all cases. */
export function warningFor(
  rule: Pick<Rule, "action" | "kind" | "value">,
  lists: WarningLists,
): string | null {
  const { kind, value } = rule;
  if (kind === "domain" && lists.isPublicSuffix(value)) {
    return `${value} is a public suffix: the rule covers every domain registered under it`;
  }
  if (kind === "carrier" && !lists.isCarrier(nameOf(value))) {
    return `no known range of numbers is of ${value}: the rule matches nothing; names are as in phone.carrier of scores`;
  }
  if (rule.action !== "allow") return null;
  if (kind === "domain" && lists.isFreeProvider(value)) {
    return `${value} is a free mail provider: the rule allows everyone who has an address there`;
  }
  if (kind === "asn") return `${value} is a whole network: the rule allows everyone who uses it`;
  if (kind === "country" || kind === "carrier" || kind === "phone_prefix") {
    return `${value} is of many people: the rule allows all of them`;
  }
  const cidr = kind === "cidr" ? parseCidr(value) : null;
  if (cidr === null) return null;
  const widest = cidr.address.family === 4 ? 16 : 32;
  return cidr.prefix < widest
    ? `${value} is wider than a /${widest}: the rule allows every address in it`
    : null;
}

function network(value: string): ClassifiedValue | UnclassifiedValue | null {
  const bare = value.startsWith("[") && value.endsWith("]") ? value.slice(1, -1) : value;
  const cidr = parseCidr(bare);
  if (cidr !== null) {
    const { address, prefix } = cidr;
    if (prefix === (address.family === 4 ? 32 : 128)) return { kind: "ip", value: address.text };
    return { kind: "cidr", value: `${address.text}/${prefix}` };
  }
  const numeric = /^\d+(?:\.(?:\d+|\*))+\.?(?:[/:-].*)?$/.test(bare);
  const colons = /^[0-9a-f:.%]*:[0-9a-f:.%]*:/i.test(bare);
  return numeric || colons ? { reason: "not an IP address or CIDR" } : null;
}

function autonomousSystem(value: string): ClassifiedValue | UnclassifiedValue | null {
  const match = ASN.exec(value);
  if (match === null) return null;
  const number = Number(match[1]);
  if (number === 0 || number > MAX_ASN) return { reason: "not an AS number" };
  return { kind: "asn", value: `AS${number}` };
}

function device(value: string): ClassifiedValue | UnclassifiedValue | null {
  if (value.slice(0, DEVICE_PREFIX.length).toLowerCase() !== DEVICE_PREFIX) return null;
  const id = DEVICE.exec(value)?.[1];
  if (id === undefined) return { reason: "not a device: its id has 8 to 128 hexadecimal digits" };
  return { kind: "device", value: deviceValue(id.toLowerCase()) };
}

/** The value of a rule for a device. @param id in lower case */
export function deviceValue(id: string): string {
  return DEVICE_PREFIX + id;
}

/** The id of the device that a rule's value names. */
export function deviceOf(value: string): string {
  return value.slice(DEVICE_PREFIX.length);
}

function phone(value: string, canonicalPhone: CanonicalPhone): ClassifiedValue | UnclassifiedValue | null {
  const number = /^tel:/i.test(value) ? value.slice(4) : value;
  if (number.includes("@")) return null;
  if (/^[+＋]/.test(number)) {
    const e164 = canonicalPhone(number);
    return e164 === null ? notANumber(number) : { kind: "phone", value: e164 };
  }
  if (!/^[\d\s().\-/\u00a0]+$/.test(number)) return null;
  return {
    reason: "a number needs a + and its country code to be a phone number, or AS in front to be a network",
  };
}

/** No number that is sent would be equal to it. The beginning of a number may have been meant. */
function notANumber(text: string): UnclassifiedValue {
  const reason = "not a phone number, or too short or too long for its country";
  const prefix = classifyNamed(`phone_prefix:${text}`);
  return prefix === null || "reason" in prefix ? { reason } : { reason, suggestion: prefix.value };
}

/** 7 to 15 digits with separators after a +; a trunk prefix written as "(0)" is dropped, except in Italy, which dials it. */
function plainPhone(text: string): string | null {
  const digits = text.slice(1).replace(/^(\s*(?!39)\d{1,3}\s?)\(0\)/, "$1").replace(PHONE_MARKS, "");
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null;
}

function email(value: string): ClassifiedValue | UnclassifiedValue | null {
  const address = /^mailto:/i.test(value) ? value.slice(7) : value;
  if (address.lastIndexOf("@") <= 0 || address.startsWith("*@") || URL_OF_HOST.test(address)) return null;
  const canonical = canonicalEmail(address);
  return canonical === null ? { reason: "not an e-mail address" } : { kind: "email", value: canonical };
}

function domain(value: string): ClassifiedValue | UnclassifiedValue {
  const url = URL_OF_HOST.exec(value);
  if (url !== null) return hostOfUrl(url[1]!);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return { reason: "a URL with more than a host" };
  const host = canonicalHost(value.replace(/^(?:\*?@|\*\.|\.)/, ""));
  return host === null ? { reason: NOTHING } : { kind: "domain", value: host };
}

const NOTHING = "not an IP address, CIDR, e-mail address, domain, phone number or AS number";

function hostOfUrl(authority: string): ClassifiedValue | UnclassifiedValue {
  const name = authority.replace(/:\d{1,5}$/, "");
  const address = network(name);
  if (address !== null) return address;
  const host = canonicalHost(name);
  return host === null ? { reason: "a URL without a usable host" } : { kind: "domain", value: host };
}
