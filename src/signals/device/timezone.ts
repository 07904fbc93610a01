/** Does the browser's time zone fit a country? By offsets, without a data file: the runtime knows the zones of each country. */
import { type Known, known, unknown } from "../../model/evidence.ts";

/** Zones that say nothing about a place. */
const PLACELESS = /^(UTC|GMT|UCT|Zulu|Universal|Greenwich|Etc\/.*)$/i;

/** Firefox's resistFingerprinting, and with it Tor Browser, gives this zone to everyone. */
const TOLD_TO_EVERYONE = "Atlantic/Reykjavik";
const ITS_COUNTRY = "IS";

/** Offsets change on the quarter hour, so one is kept until the next: asking the runtime takes a tenth of a millisecond. */
const QUARTER_MS = 900_000;
const OFFSETS = new Map<string, { readonly quarter: number; readonly minutes: number | null }>();
const MAX_OFFSETS = 2000;

/** Minutes east of Greenwich that a zone has at a moment; null when there is no such zone. */
export function zoneOffset(zone: string, now: number): number | null {
  const quarter = Math.floor(now / QUARTER_MS);
  const kept = OFFSETS.get(zone);
  if (kept?.quarter === quarter) return kept.minutes;
  const minutes = readOffset(zone, now);
  if (OFFSETS.size >= MAX_OFFSETS) OFFSETS.clear();
  OFFSETS.set(zone, { quarter, minutes });
  return minutes;
}

/**
 * True when no zone of the country has the offset of the browser's zone now. Berlin fits France; a zone is unknown when
 * it names no place.
 * @param country ISO 3166-1 alpha-2
 */
export function timezoneMismatch(zone: Known<string>, country: Known<string>, now: number): Known<boolean> {
  if (!zone.known) return zone;
  if (!country.known) return country;
  if (PLACELESS.test(zone.value)) return unknown("no_data", "UTC names no place");
  if (zone.value === TOLD_TO_EVERYONE && country.value !== ITS_COUNTRY) {
    return unknown("not_supported", "private browsers give this zone to everyone");
  }
  const offset = zoneOffset(zone.value, now);
  if (offset === null) return unknown("no_data", "no such time zone");
  const zones = zonesOf(country.value);
  if (zones.length === 0) return unknown("no_data", "no time zones for this country");
  return known(!zones.some((candidate) => zoneOffset(candidate, now) === offset));
}

/** True when the zone does not have the offset the browser gives, in either sign; the two are read from one clock. */
export function offsetContradicts(zone: Known<string>, offset: Known<number>, now: number): Known<boolean> {
  if (!zone.known) return zone;
  if (!offset.known) return offset;
  const real = zoneOffset(zone.value, now);
  return real === null
    ? unknown("no_data", "no such time zone")
    : known(Math.abs(real) !== Math.abs(offset.value));
}

const ZONES = new Map<string, readonly string[]>();

function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  let zones = ZONES.get(country);
  if (zones === undefined) {
    zones = new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [];
    ZONES.set(country, zones);
  }
  return zones;
}

function readOffset(zone: string, now: number): number | null {
  let name: string | undefined;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    name = format.formatToParts(now).find((part) => part.type === "timeZoneName")?.value;
  } catch {
    return null;
  }
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name ?? "");
  if (match === null) return null;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === "-" ? -minutes : minutes;
}
