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
import { type EmailRequest, emailRow } from "./email/row.ts";
import type { EmailComponent } from "./email/score.ts";
import type { EmailFactSources } from "./email/stored_facts.ts";
import type { IpSources } from "./ip/collect.ts";
import { ipRow } from "./ip/row.ts";
import type { IpComponent } from "./ip/score.ts";
import type { PhoneInput } from "./phone/parse.ts";
import { phoneRow } from "./phone/row.ts";
import type { PhoneFields } from "./phone/score.ts";
import type { PhoneFactSources } from "./phone/stored_facts.ts";
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
  readonly email: EmailComponent;
  readonly phone: Component<PhoneFields>;
  readonly domain: Component<DomainFields>;
  readonly device: Component<DeviceFields>;
}

export type Sources =
  & IpSources
  & EmailSources
  & DomainSources
  & DeviceSources
  & EmailFactSources
  & PhoneFactSources;

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
