/** The table of scored signals. Endpoints, batch, reports, sign-up and compatibility all go through these rows. */
import { chain } from "../concurrency/awaitable.ts";
import { type Address, clientSubnet, operatorSubnet } from "../model/address/address.ts";
import type { Component, ComponentKind } from "../model/component.ts";
import { InvalidValue } from "../model/invalid_value.ts";
import { isGlobalUnicast } from "../model/address/special_purpose.ts";
import { collectDevice, type DeviceSources } from "./device/collect.ts";
import { deviceIdentity, type DeviceInput, maskDevice } from "./device/parse.ts";
import { type DeviceFields, recountDevice, scoreDevice } from "./device/score.ts";
import { collectDomain, type DomainSources } from "./domain/collect.ts";
import { domainIdentity, type DomainName, maskDomain, parseDomain } from "./domain/parse.ts";
import { type DomainFields, scoreDomain } from "./domain/score.ts";
import { collectEmail, type EmailSources } from "./email/collect.ts";
import { emailIdentity, type EmailInput, maskEmail, MAX_EMAIL_LENGTH, parseEmail } from "./email/parse.ts";
import { type EmailFields, scoreEmail } from "./email/score.ts";
import { collectIp, type IpSources } from "./ip/collect.ts";
import { ipIdentity, maskIp, parseIp } from "./ip/parse.ts";
import { type IpComponent, scoreIp } from "./ip/score.ts";
import { collectPhone } from "./phone/collect.ts";
import {
  isBillablePhone,
  maskPhone,
  MAX_PHONE_LENGTH,
  parsePhone,
  phoneIdentity,
  type PhoneInput,
} from "./phone/parse.ts";
import { type PhoneFields, scorePhone } from "./phone/score.ts";
import type { SignalRow, ValueRow } from "./signal.ts";

export interface EmailRequest {
  readonly email: EmailInput;
  /** `wait_for_mailbox=true`: wait for the mailbox probe. */
  readonly waitForMailbox: boolean;
}

export interface DeviceRequest {
  readonly device: DeviceInput;
  /** The request's IP address, for the time-zone check. */
  readonly address: Address | null;
  /** The request has no IP component, so that a rule for the address decides the device. */
  readonly addressRulesApply: boolean;
}

/** What each kind is scored from. */
export interface Inputs {
  readonly ip: Address;
  readonly email: EmailRequest;
  readonly phone: PhoneInput;
  readonly domain: DomainName;
  readonly device: DeviceRequest;
}

/** What scoring each kind yields. */
export interface Components {
  readonly ip: IpComponent;
  readonly email: Component<EmailFields>;
  readonly phone: Component<PhoneFields>;
  readonly domain: Component<DomainFields>;
  readonly device: Component<DeviceFields>;
}

export type Sources = IpSources & EmailSources & DomainSources & DeviceSources;

/** Kinds that batch and report take. */
export const VALUE_KINDS = ["ip", "email", "domain", "phone"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** Results that depend on the value and the loaded lists only. */
const LOCAL_REUSE_MS = 60_000;
/** Results that also depend on outside evidence, which is cached by its own times to live. */
const OUTSIDE_REUSE_MS = 1_000;

export const VALUE_SIGNALS: { readonly [K in ValueKind]: ValueRow<Inputs[K], Components[K], Sources> } = {
  ip: {
    noun: "IP address",
    parse: parseIp,
    batchRefusal: () => null,
    reportRefusal: (address) =>
      isGlobalUnicast(address) ? null : "a special-purpose address has no owner on the internet",
    identity: (address) => isGlobalUnicast(address) ? ipIdentity(address) : null,
    mask: maskIp,
    evaluate: (address, sources, context) => scoreIp(collectIp(address, sources, context)),
    ruleSubject: (address, { asn }) => ({ ip: address, asn }),
    relatedTexts: (address, { asn }) => [
      `network:${clientSubnet(address)}`,
      `network:${operatorSubnet(address)}`,
      ...(asn === null ? [] : [`asn:${asn}`]),
    ],
    checked: () => true,
    reuse: { forMs: LOCAL_REUSE_MS, key: (_address, hash) => hash },
  },
  email: {
    noun: "email",
    // A text that is no address is an input too: it is scored as invalid.
    parse: (text, { waitForMailbox = false }) =>
      sizeProblem(text, MAX_EMAIL_LENGTH) ?? { email: parseEmail(text), waitForMailbox },
    cacheKey: (text, { waitForMailbox = false }) => waitForMailbox ? null : text,
    batchRefusal: syntaxProblem,
    reportRefusal: (input) => {
      const problem = syntaxProblem(input);
      return problem === null ? null : `not a valid email: ${problem}`;
    },
    identity: ({ email }) => emailIdentity(email),
    mask: ({ email }) => maskEmail(email),
    evaluate: ({ email, waitForMailbox }, sources, context) =>
      chain(collectEmail(email, sources, context, { waitForMailbox }), scoreEmail),
    ruleSubject: ({ email }) => ({
      email: { address: email.email.toLowerCase(), normalized: email.normalized, host: email.host },
    }),
    relatedTexts: ({ email }) => domainTexts(email.host),
    checked: () => true,
    recount: (fields, first_seen) => ({ ...fields, first_seen }),
    reuse: {
      forMs: OUTSIDE_REUSE_MS,
      key: ({ email, waitForMailbox }) => waitForMailbox ? null : email,
    },
  },
  phone: {
    noun: "phone number",
    parse: (text, { country }) => {
      const problem = sizeProblem(text, MAX_PHONE_LENGTH);
      if (problem !== null) return problem;
      const region = parseCountry(country);
      return region instanceof InvalidValue ? region : parsePhone(text, region);
    },
    cacheKey: (text, { country }) => {
      const region = parseCountry(country);
      return region instanceof InvalidValue ? null : `${region ?? ""} ${text}`;
    },
    batchRefusal: ({ number, parseStatus }) =>
      number !== null || parseStatus === "country_required"
        ? null
        : UNREADABLE_NUMBER[parseStatus] ?? parseStatus,
    reportRefusal: ({ e164, parseStatus }) => {
      if (e164 !== null) return null;
      return parseStatus === "country_required"
        ? "not a valid phone: write it with + and country code"
        : "not a valid phone: it does not read as a number";
    },
    identity: phoneIdentity,
    mask: maskPhone,
    evaluate: (input, sources, context) => scorePhone(collectPhone(input, sources, context)),
    ruleSubject: ({ e164 }) => e164 === null ? {} : { phone: e164 },
    relatedTexts: () => [],
    checked: isBillablePhone,
    reuse: { forMs: LOCAL_REUSE_MS, key: (input) => input },
  },
  domain: {
    noun: "domain",
    parse: (text) => text.trim() === "" ? EMPTY : parseDomain(text),
    cacheKey: (text) => text,
    batchRefusal: () => null,
    reportRefusal: ({ registrable }) =>
      registrable === null
        ? "this name cannot be registered: it is a top-level domain or a registry's suffix"
        : null,
    identity: domainIdentity,
    mask: maskDomain,
    evaluate: (name, sources, context) => chain(collectDomain(name, sources, context), scoreDomain),
    ruleSubject: ({ host }) => ({ domain: host }),
    relatedTexts: ({ host }) => domainTexts(host),
    checked: () => true,
    reuse: { forMs: OUTSIDE_REUSE_MS, key: (name) => name },
  },
};

export const SIGNALS: { readonly [K in ComponentKind]: SignalRow<Inputs[K], Components[K], Sources> } = {
  ...VALUE_SIGNALS,
  device: {
    identity: ({ device }) => deviceIdentity(device),
    mask: ({ device }) => maskDevice(device),
    evaluate: ({ device, address }, sources, context) =>
      scoreDevice(collectDevice(device, sources, context, address)),
    ruleSubject: ({ address, addressRulesApply }, _component, sources) =>
      addressRulesApply && address !== null ? { ip: address, asn: announcedBy(address, sources) } : {},
    relatedTexts: () => [],
    checked: () => true,
    recount: recountDevice,
  },
};

/** Counts as checked and is billed. */
export function isChecked<K extends ComponentKind>(kind: K, input: Inputs[K]): boolean {
  return SIGNALS[kind].checked(input);
}

/** The form a person may see in a list. */
export function maskOf<K extends ComponentKind>(kind: K, input: Inputs[K]): string {
  return SIGNALS[kind].mask(input);
}

const EMPTY = new InvalidValue("must not be empty");

function sizeProblem(text: string, max: number): InvalidValue | null {
  if (text.trim() === "") return EMPTY;
  return text.length > max ? new InvalidValue(`may have at most ${max} characters`) : null;
}

function syntaxProblem({ email }: EmailRequest): string | null {
  return email.mailbox === null ? email.reason ?? "its syntax is wrong" : null;
}

const UNREADABLE_NUMBER: Readonly<Record<string, string>> = {
  invalid_country: "its country does not exist",
  too_short: "it is too short",
  too_long: "it is too long",
  not_a_number: "it does not read as a number",
};

/** Two letters, as the request writes them; null when none was given. */
export function parseCountry(text: string | null | undefined): string | null | InvalidValue {
  const country = text?.trim() ?? "";
  if (country === "") return null;
  return /^[A-Za-z]{2}$/.test(country)
    ? country
    : new InvalidValue("must be a two-letter country code (ISO 3166-1 alpha-2)", "country");
}

function announcedBy(address: Address, sources: Sources): number | null {
  const network = isGlobalUnicast(address) ? sources.networks.lookup(address) : null;
  return network?.known ? network.value.asn : null;
}

/** The host and its parents of two labels and more, the six shortest at most. */
function domainTexts(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(0, Math.max(1, labels.length - 1)).slice(-6).map((_, index, kept) => {
    const from = labels.length - 1 - kept.length + index;
    return `domain:${labels.slice(Math.max(0, from)).join(".")}`;
  });
}
