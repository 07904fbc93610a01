/** Whether the browser's time zone fits a country, by UTC offsets. The runtime knows the zones of each country. */
import { type Known, known, unknown } from "../../model/evidence.ts";

/** Zones that belong to no place. */
const PLACELESS = /^(UTC|GMT|UCT|Zulu|Universal|Greenwich|Etc\/.*)$/i;

/** Firefox's resistFingerprinting, and with it Tor Browser, reports this zone everywhere. */
const SPOOFED_ZONE = "Atlantic/Reykjavik";
const SPOOFED_ZONE_COUNTRY = "IS";

/** Offsets change only on the quarter hour. */
const QUARTER_MS = 900_000;
const MAX_OFFSETS = 2000;

/** Caches what the runtime knows about time zones: an offset costs it 0.1 ms, the zones of a large country 0.4 ms. */
export class TimeZones {
  readonly #offsets = new Map<string, { readonly quarter: number; readonly minutes: number | null }>();
  readonly #byCountry = new Map<string, readonly string[]>();

  /** Minutes east of Greenwich at a moment; null when there is no such zone. */
  offset(zone: string, now: number): number | null {
    const quarter = Math.floor(now / QUARTER_MS);
    const cached = this.#offsets.get(zone);
    if (cached?.quarter === quarter) return cached.minutes;
    const minutes = readOffset(zone, now);
    if (this.#offsets.size >= MAX_OFFSETS) this.#offsets.clear();
    this.#offsets.set(zone, { quarter, minutes });
    return minutes;
  }

  has(zone: string): boolean {
    const cached = this.#offsets.get(zone);
    return (cached === undefined ? this.offset(zone, 0) : cached.minutes) !== null;
  }

  /**
   * True when no zone of the country currently has the offset of the browser's zone, so Berlin fits France. Unknown for a
   * zone that belongs to no place.
   * @param country ISO 3166-1 alpha-2
   */
  mismatch(zone: Known<string>, country: Known<string>, now: number): Known<boolean> {
    if (!zone.known) return zone;
    if (!country.known) return country;
    if (PLACELESS.test(zone.value)) return unknown("no_data", "UTC is not tied to a place");
    if (zone.value === SPOOFED_ZONE && country.value !== SPOOFED_ZONE_COUNTRY) {
      return unknown("not_supported", "privacy browsers report this zone everywhere");
    }
    const offset = this.offset(zone.value, now);
    if (offset === null) return unknown("no_data", "no such time zone");
    const zones = this.#zonesOf(country.value);
    if (zones.length === 0) return unknown("no_data", "no time zones for this country");
    return known(!zones.some((candidate) => this.offset(candidate, now) === offset));
  }

  /** True when the zone does not have the offset that the browser sent, in either sign. */
  contradicts(zone: Known<string>, offset: Known<number>, now: number): Known<boolean> {
    if (!zone.known) return zone;
    if (!offset.known) return offset;
    const real = this.offset(zone.value, now);
    return real === null
      ? unknown("no_data", "no such time zone")
      : known(Math.abs(real) !== Math.abs(offset.value));
  }

  #zonesOf(country: string): readonly string[] {
    if (!/^[A-Z]{2}$/.test(country)) return [];
    let zones = this.#byCountry.get(country);
    if (zones === undefined) {
      zones = new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [];
      this.#byCountry.set(country, zones);
    }
    return zones;
  }
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
