/** The only I/O of the device signal: where the request's address is, and whether it is in a datacenter. Both are in memory. */
import type { Address } from "../../model/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { isGlobalUnicast } from "../../model/special_purpose.ts";
import type { CollectContext } from "../signal.ts";
import type { DeviceInput } from "./parse.ts";
import type { DeviceEvidence } from "./score.ts";

export interface DeviceSources {
  readonly places: {
    lookup(address: Address): Known<{ readonly country: string | null; readonly city: string | null }>;
  };
  hosting(address: Address): Known<boolean>;
}

/** @param address of the request; null when none was given */
export function collectDevice(
  input: DeviceInput,
  sources: DeviceSources,
  context: CollectContext,
  address: Address | null,
): DeviceEvidence {
  const { history, now } = context;
  return { input, history, now, ...aboutAddress(address, sources) };
}

/** @param address null when none was given */
export function aboutAddress(
  address: Address | null,
  sources: DeviceSources,
): Pick<DeviceEvidence, "ipCountry" | "ipIsDatacenter"> {
  if (address === null) {
    return { ipCountry: unknown("not_given", "ip"), ipIsDatacenter: unknown("not_given", "ip") };
  }
  if (!isGlobalUnicast(address)) {
    const nowhere = unknown("not_supported", "special-purpose address");
    return { ipCountry: nowhere, ipIsDatacenter: nowhere };
  }
  return { ipCountry: countryOf(sources.places.lookup(address)), ipIsDatacenter: sources.hosting(address) };
}

function countryOf(place: Known<{ readonly country: string | null }>): Known<string> {
  if (!place.known) return place;
  return place.value.country === null
    ? unknown("no_data", "country of the address")
    : known(place.value.country);
}
