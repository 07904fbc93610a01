/** The row of devices in the registry. */
import type { Address } from "../../model/address/address.ts";
import type { Component } from "../../model/component.ts";
import type { SignalRow } from "../signal.ts";
import { announcedBy, countryOf, type IpSources } from "../ip/collect.ts";
import { collectDevice, type DeviceSources } from "./collect.ts";
import { deviceIdentity, type DeviceInput, maskDevice } from "./parse.ts";
import { type DeviceFields, recountDevice, scoreDevice } from "./score.ts";
import { deviceFacts } from "./stored_facts.ts";

export interface DeviceRequest {
  readonly device: DeviceInput;
  /** The request's IP address, for the time-zone check. */
  readonly address: Address | null;
  /** The request has no IP component, so that a rule for the address decides the device. */
  readonly addressRulesApply: boolean;
}

type Sources = DeviceSources & Pick<IpSources, "networks" | "places" | "ranges">;

export const deviceRow: SignalRow<DeviceRequest, Component<DeviceFields>, Sources> = {
  identity: ({ device }) => deviceIdentity(device),
  mask: ({ device }) => maskDevice(device),
  evaluate: ({ device, address }, sources, context) =>
    scoreDevice(collectDevice(device, sources, context, address)),
  ruleSubject: ({ device: { id }, address, addressRulesApply }, _component, sources) =>
    addressRulesApply && address !== null
      ? { device: id, ip: address, asn: announcedBy(address, sources), country: countryOf(address, sources) }
      : { device: id },
  facts: ({ device }, { fields }, { timeZones }) => deviceFacts(device, fields, timeZones),
  relatedTexts: () => [],
  checked: () => true,
  recount: recountDevice,
};
