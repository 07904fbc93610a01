/** How far apart countries are, and how fast somebody would have travelled between two log-ins. */
import CENTRES from "../../../data/country_centres.csv" with { type: "text" };
import { HOUR_MS } from "../duration.ts";
import { rowsOf } from "../table_text.ts";

interface Centre {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
}

/** Of a country at a time, in milliseconds since the epoch. */
interface Stay {
  readonly country: string | null;
  readonly at: number;
}

const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;
/** A shorter time between log-ins counts as this long: clocks and look-ups are not exact to minutes. */
const LEAST_MS = HOUR_MS;

const BY_COUNTRY: ReadonlyMap<string, Centre> = new Map(
  rowsOf(CENTRES).slice(1).map((line) => {
    const [country, latitude, longitude, radius] = line.split(",");
    return [
      country!,
      { latitude: Number(latitude), longitude: Number(longitude), radiusKm: Number(radius) },
    ];
  }),
);

/** Kilometres that lie at least between most addresses of two countries; null: a country is not in the table. */
function kilometresBetween(one: string, other: string): number | null {
  if (one === other) return 0;
  const [from, to] = [BY_COUNTRY.get(one), BY_COUNTRY.get(other)];
  if (from === undefined || to === undefined) return null;
  const [lat1, lat2] = [from.latitude * RADIANS, to.latitude * RADIANS];
  const half = Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin((to.longitude - from.longitude) * RADIANS / 2) ** 2;
  const centres = 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
  return Math.max(0, Math.round(centres - from.radiusKm - to.radiusKm));
}

export interface Travel {
  readonly km: number;
  readonly kmh: number;
}

/** Null: a place is unknown. Between places in one country nothing is told: 0. */
export function travelBetween(before: Stay, now: Stay): Travel | null {
  if (before.country === null || now.country === null) return null;
  const km = kilometresBetween(before.country, now.country);
  if (km === null) return null;
  const hours = Math.max(LEAST_MS, Math.abs(now.at - before.at)) / HOUR_MS;
  return { km, kmh: Math.round(km / hours) };
}
