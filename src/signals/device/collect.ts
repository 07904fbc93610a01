/** The evidence of the device signal from tables in memory: the country of the request's address, and whether it is a datacenter's. */
import type { AddressTable } from "../../feeds/tables/address_table.ts";
import type { Address } from "../../model/address/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import type { GeoLocation } from "../../model/outside_facts.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import type { CollectContext } from "../signal.ts";
import type { DeviceInput } from "./parse.ts";
import type { DeviceEvidence } from "./score.ts";
import type { TimeZones } from "./timezone.ts";

export interface DeviceSources {
  readonly places: AddressTable<GeoLocation>;
  readonly timeZones: TimeZones;
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
  return { input, history, now, timeZones: sources.timeZones, ...addressFacts(address, sources) };
}

/** @param address null when none was given */
export function addressFacts(
  address: Address | null,
  sources: Pick<DeviceSources, "places" | "hosting">,
): Pick<DeviceEvidence, "ipCountry" | "ipIsDatacenter"> {
  if (address === null) {
    return { ipCountry: unknown("not_given", "ip"), ipIsDatacenter: unknown("not_given", "ip") };
  }
  if (!isGlobalUnicast(address)) {
    const reserved = unknown("not_supported", "special-purpose address");
    return { ipCountry: reserved, ipIsDatacenter: reserved };
  }
  return { ipCountry: countryOf(sources.places.lookup(address)), ipIsDatacenter: sources.hosting(address) };
}

function countryOf(place: Known<{ readonly country: string | null }>): Known<string> {
  if (!place.known) return place;
  return place.value.country === null
    ? unknown("no_data", "country of the address")
    : known(place.value.country);
}
