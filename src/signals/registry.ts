/** The table of scored signals. Endpoints, batch, reports, sign-up and compatibility all go through these rows. */
import type { Address } from "../model/address/address.ts";
import type { Component, ComponentKind } from "../model/component.ts";
import type { DeviceSources } from "./device/collect.ts";
import { type DeviceRequest, deviceRow } from "./device/row.ts";
import type { DeviceFields } from "./device/score.ts";
import type { DomainSources } from "./domain/collect.ts";
import type { DomainName } from "./domain/parse.ts";
import { domainRow } from "./domain/row.ts";
import type { DomainFields } from "./domain/score.ts";
import type { EmailSources } from "./email/collect.ts";
import type { NameLists } from "./email/name_lists.ts";
import { type EmailRequest, emailRow } from "./email/row.ts";
import type { EmailFields } from "./email/score.ts";
import { emailShape } from "./email/shape.ts";
import type { IpSources } from "./ip/collect.ts";
import { ipRow } from "./ip/row.ts";
import type { IpComponent } from "./ip/score.ts";
import { phoneBlock } from "./phone/block.ts";
import type { CarrierRanges } from "./phone/carrier.ts";
import type { PhoneInput } from "./phone/parse.ts";
import { phoneRow } from "./phone/row.ts";
import type { PhoneFields } from "./phone/score.ts";
import type { SignalRow, ValueRow } from "./signal.ts";

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

/** Tables of facts that no score uses. */
interface FactSources {
  readonly names: NameLists;
  readonly carriers: CarrierRanges;
}

export type Sources = IpSources & EmailSources & DomainSources & DeviceSources & FactSources;

/** Kinds that batch and report take. */
const VALUE_KINDS = ["ip", "email", "domain", "phone"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export const VALUE_SIGNALS: { readonly [K in ValueKind]: ValueRow<Inputs[K], Components[K], Sources> } = {
  ip: ipRow,
  email: emailRow,
  phone: phoneRow,
  domain: domainRow,
};

export const SIGNALS: { readonly [K in ComponentKind]: SignalRow<Inputs[K], Components[K], Sources> } = {
  ...VALUE_SIGNALS,
  device: deviceRow,
};

/** Counts as checked and is billed. */
export function isChecked<K extends ComponentKind>(kind: K, input: Inputs[K]): boolean {
  return SIGNALS[kind].checked(input);
}

/** The form a person may see in a list. */
export function maskOf<K extends ComponentKind>(kind: K, input: Inputs[K]): string {
  return SIGNALS[kind].mask(input);
}

/** Of the values of a sign-up, what the facts of a score hold and no score uses. Null: unknown. */
export function valueFacts({ email, phone }: Partial<Inputs>, { names, carriers }: FactSources) {
  const mailbox = email?.email.mailbox ?? null;
  const number = phone?.number ?? null;
  return {
    shape: mailbox === null ? null : emailShape(mailbox.local.text, names),
    carrier: number === null ? null : carriers.of(number),
    block: number === null ? null : phoneBlock(number),
  };
}
