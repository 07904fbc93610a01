/** The table of scored signals: endpoint, batch type, report kind and unified component all go through these rows. */
import { type Awaitable, chain } from "../concurrency/awaitable.ts";
import { type Address, neighbourhood, surroundings } from "../model/address.ts";
import type { Component, ComponentKind } from "../model/component.ts";
import { isGlobalUnicast } from "../model/special_purpose.ts";
import type { RuleSubject } from "../model/rules/rule_set.ts";
import { collectDevice, type DeviceSources } from "./device/collect.ts";
import { deviceIdentity, type DeviceInput, maskDevice } from "./device/parse.ts";
import { type DeviceFields, recountDevice, scoreDevice } from "./device/score.ts";
import { collectDomain, type DomainSources } from "./domain/collect.ts";
import { domainIdentity, type DomainName, maskDomain } from "./domain/parse.ts";
import { scoreDomain } from "./domain/score.ts";
import { collectEmail, type EmailSources } from "./email/collect.ts";
import { emailIdentity, type EmailInput, maskEmail } from "./email/parse.ts";
import { scoreEmail } from "./email/score.ts";
import { collectIp, type IpSources } from "./ip/collect.ts";
import { ipIdentity, maskIp } from "./ip/parse.ts";
import { scoreIp } from "./ip/score.ts";
import { collectPhone } from "./phone/collect.ts";
import { isBillablePhone, maskPhone, phoneIdentity, type PhoneInput } from "./phone/parse.ts";
import { scorePhone } from "./phone/score.ts";
import type { CollectContext } from "./signal.ts";

export interface EmailAsked {
  readonly email: EmailInput;
  /** `wait_for_mailbox=true`: block on the mailbox probe. */
  readonly waitForMailbox: boolean;
}

export interface DeviceAsked {
  readonly device: DeviceInput;
  /** The request's IP address, for the time-zone check. */
  readonly address: Address | null;
  /** The address came with a device request, not beside an IP component of its own: a rule on it decides the device. */
  readonly alone: boolean;
}

export interface Inputs {
  readonly ip: Address;
  readonly email: EmailAsked;
  readonly phone: PhoneInput;
  readonly domain: DomainName;
  readonly device: DeviceAsked;
}

export type Sources = IpSources & EmailSources & DomainSources & DeviceSources;

export interface Reuse {
  /** The parsed value that the result follows from, beside the lists in force; null: its identity says all. */
  readonly of: object | null;
  /** For so many milliseconds. */
  readonly forMs: number;
}

/** Results that follow from the value and the lists alone. */
const SETTLED_MS = 60_000;
/** Results that follow from outside evidence too, which has times to live of its own. */
const OUTSIDE_MS = 1_000;

export interface SignalRow<Input> {
  /** Canonical text that is hashed; null when nothing can be remembered about the input. */
  identity(input: Input): string | null;
  mask(input: Input): string;
  /** Collects and scores: at once where all evidence is in memory. */
  evaluate(input: Input, sources: Sources, context: CollectContext): Awaitable<Component>;
  /** What a customer's rule can name. */
  subject(input: Input, component: Component, sources: Sources): RuleSubject;
  /** Texts hashed beside the identity, so that a rule can be tried on the past. */
  relatedTexts(input: Input, component: Component): string[];
  /** Counts as checked and is billed. */
  checked(input: Input): boolean;
  /** The fields with other sightings, where the result shows them. */
  recount?(fields: Component["fields"], firstSeen: string, timesSeen: number): Component["fields"];
  /** How a result without reputation is had again for the same value; null: never. */
  reuse?(input: Input): Reuse | null;
}

export const SIGNALS: { readonly [K in ComponentKind]: SignalRow<Inputs[K]> } = {
  ip: {
    identity: (address) => isGlobalUnicast(address) ? ipIdentity(address) : null,
    mask: maskIp,
    evaluate: (address, sources, context) =>
      scoreIp(collectIp(address, sources, context)) as unknown as Component,
    subject: (address, component) => ({ ip: address, ...asnOf(component) }),
    relatedTexts: (address, component) => {
      const { asn } = asnOf(component);
      return [
        `network:${neighbourhood(address)}`,
        `network:${surroundings(address)}`,
        ...(asn === undefined ? [] : [`asn:${asn}`]),
      ];
    },
    checked: () => true,
    reuse: () => ({ of: null, forMs: SETTLED_MS }),
  },
  email: {
    identity: ({ email }) => emailIdentity(email),
    mask: ({ email }) => maskEmail(email),
    evaluate: ({ email, waitForMailbox }, sources, context) =>
      chain(
        collectEmail(email, sources, context, { waitForMailbox }),
        (evidence) => scoreEmail(evidence) as unknown as Component,
      ),
    subject: ({ email }) => ({
      email: { address: email.email.toLowerCase(), normalized: email.normalized, host: email.host },
    }),
    relatedTexts: ({ email }) => parents(email.host).map((host) => `domain:${host}`),
    checked: () => true,
    recount: (fields, first_seen) => ({ ...fields, first_seen }),
    reuse: ({ email, waitForMailbox }) => waitForMailbox ? null : { of: email, forMs: OUTSIDE_MS },
  },
  phone: {
    identity: phoneIdentity,
    mask: maskPhone,
    evaluate: (input, sources, context) =>
      scorePhone(collectPhone(input, sources, context)) as unknown as Component,
    subject: (input) => input.e164 === null ? {} : { phone: input.e164 },
    relatedTexts: () => [],
    checked: isBillablePhone,
    reuse: (input) => ({ of: input, forMs: SETTLED_MS }),
  },
  domain: {
    identity: domainIdentity,
    mask: maskDomain,
    evaluate: (name, sources, context) =>
      chain(
        collectDomain(name, sources, context),
        (evidence) => scoreDomain(evidence) as unknown as Component,
      ),
    subject: (name) => ({ domain: name.host }),
    relatedTexts: (name) => parents(name.host).map((host) => `domain:${host}`),
    checked: () => true,
    reuse: (name) => ({ of: name, forMs: OUTSIDE_MS }),
  },
  device: {
    identity: ({ device }) => deviceIdentity(device),
    mask: ({ device }) => maskDevice(device),
    evaluate: ({ device, address }, sources, context) =>
      scoreDevice(collectDevice(device, sources, context, address)) as unknown as Component,
    subject: ({ address, alone }, _component, sources) =>
      alone && address !== null ? { ip: address, ...announcedBy(address, sources) } : {},
    relatedTexts: () => [],
    checked: () => true,
    recount: (fields, firstSeen, timesSeen) =>
      recountDevice(
        fields as unknown as DeviceFields,
        firstSeen,
        timesSeen,
      ) as unknown as Component["fields"],
  },
};

/** Kinds that batch and report take. */
export const VALUE_KINDS = ["ip", "email", "domain", "phone"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

function asnOf(component: Component): { asn?: number } {
  const asn = (component.fields as { geo?: { asn?: string | null } }).geo?.asn;
  return typeof asn === "string" ? { asn: Number(asn.slice(2)) } : {};
}

function announcedBy(address: Address, sources: Sources): { asn?: number } {
  const network = isGlobalUnicast(address) ? sources.networks.lookup(address) : null;
  return network?.known ? { asn: network.value.asn } : {};
}

/** The host and its parents of two labels and more. */
function parents(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(0, Math.max(1, labels.length - 1)).slice(-6).map((_, index, kept) => {
    const from = labels.length - 1 - kept.length + index;
    return labels.slice(Math.max(0, from)).join(".");
  });
}
