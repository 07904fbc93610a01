/** An IP component as the vendor's location record, at three depths. Unknown facts are null. */
import { isObject } from "../model/json.ts";
import type { IpFields } from "../signals/ip/score.ts";
import type { CityRecord } from "./city_record.ts";
import { countryOf } from "./countries.ts";

export type Depth = "country" | "city" | "insights";

export interface LocatedIp {
  readonly fields: IpFields;
  /** The number of the system that announces the address; null when unknown. */
  readonly asn: number | null;
  /** Integer 0 to 100. */
  readonly score: number;
  /** What an operator's own city file says of the place; empty without one. */
  readonly record: CityRecord;
}

/** @param score integer 0 to 100 @returns the vendor's risk: 0.01 to 99, never 0 and never 100 */
export function clampRisk(score: number): number {
  return Math.min(99, Math.max(0.01, score));
}

/** The part that all products share; each adds its own (`maxmind`, `risk`). */
export function ipRecord(ip: LocatedIp, depth: Depth): Record<string, unknown> {
  const record = depth === "insights" ? ip.record : withoutConfidence(ip.record);
  return {
    ...countryRecord(ip.fields.geo.country, record),
    ...(depth === "country" ? {} : {
      city: withNames(ip.fields.geo.city, record.city),
      location: filled(location(depth), record.location),
      ...(record.subdivisions.length === 0 ? {} : { subdivisions: record.subdivisions }),
      ...present("postal", record.postal),
    }),
    ...(depth === "insights" ? { anonymizer: anonymizer(ip.fields) } : {}),
    traits: { ...filled(traits(ip, depth), record.traits), ...anycast(record.traits) },
  };
}

/** VPN, proxy or Tor: true when one is, false only when all are known not to be. */
export function isAnonymous(fields: IpFields): boolean | null {
  const { is_vpn, is_proxy, is_tor } = fields.signals;
  if (is_vpn || is_proxy || is_tor) return true;
  return is_vpn === null || is_proxy === null || is_tor === null ? null : false;
}

function countryRecord(code: string | null, record: CityRecord): Record<string, unknown> {
  const country = code === null ? null : countryOf(code);
  return {
    continent: {
      code: null,
      ...(country === null ? {} : {
        code: country.continent.code,
        geoname_id: country.continent.geonameId,
      }),
      ...withNames(country?.continent.name ?? null, record.continent),
    },
    country: {
      ...(country === null ? {} : {
        geoname_id: country.geonameId,
        is_in_european_union: country.inEuropeanUnion,
      }),
      ...withNames(country?.name ?? null, record.country),
      iso_code: code,
    },
    ...present("registered_country", record.registered_country),
    ...present("represented_country", record.represented_country),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The file's fields, with an English name where it has none. */
function withNames(english: string | null, file: Fields): Fields {
  return { ...file, names: { ...names(english), ...(isObject(file.names) ? file.names : {}) } };
}

/** Each of our fields, with the file's value where ours is null. */
function filled(ours: Fields, file: Fields): Fields {
  return Object.fromEntries(Object.entries(ours).map(([name, value]) => [name, value ?? file[name] ?? null]));
}

/** Unlike the other traits it is not there when it is not known, as at the vendor's. */
function anycast({ is_anycast }: Fields): Fields {
  return is_anycast === undefined ? {} : { is_anycast };
}

function present(name: string, fields: Fields): Fields {
  return Object.keys(fields).length === 0 ? {} : { [name]: fields };
}

/** Only the deepest product has it. */
function withoutConfidence(record: CityRecord): CityRecord {
  const without = ({ confidence: _, ...rest }: Fields) => rest;
  return {
    ...record,
    country: without(record.country),
    registered_country: without(record.registered_country),
    represented_country: without(record.represented_country),
    city: without(record.city),
    subdivisions: record.subdivisions.map(without),
    postal: without(record.postal),
  };
}

/** A null inside `names` would break the vendor's Java client. */
function names(name: string | null): Record<string, string> {
  return name === null ? {} : { en: name };
}

/** Without an operator's own file, only the name of a city is known. */
function location(depth: Depth): Record<string, null> {
  const city = { latitude: null, longitude: null, accuracy_radius: null, time_zone: null, metro_code: null };
  if (depth === "city") return city;
  return { ...city, population_density: null, average_income: null, local_time: null };
}

function traits({ fields, asn, score }: LocatedIp, depth: Depth): Record<string, unknown> {
  const country = { ip_address: fields.ip, network: null };
  if (depth === "country") return country;
  const { isp } = fields.geo;
  const city = {
    ...country,
    autonomous_system_number: asn,
    autonomous_system_organization: isp,
    isp,
    organization: isp,
    connection_type: null,
    domain: null,
    mobile_country_code: null,
    mobile_network_code: null,
  };
  if (depth === "city") return city;
  return {
    ...city,
    ...anonymity(fields),
    is_anonymous_proxy: null,
    is_legitimate_proxy: null,
    is_satellite_provider: null,
    ip_risk_snapshot: clampRisk(score),
    static_ip_score: null,
    user_count: null,
    user_type: null,
  };
}

function anonymizer(fields: IpFields): Record<string, unknown> {
  return {
    ...anonymity(fields),
    confidence: null,
    network_last_seen: null,
    provider_name: fields.vpn_provider,
  };
}

function anonymity(fields: IpFields): Record<string, boolean | null> {
  const { signals } = fields;
  return {
    is_anonymous: isAnonymous(fields),
    is_anonymous_vpn: signals.is_vpn,
    is_hosting_provider: signals.is_datacenter,
    is_public_proxy: signals.is_proxy,
    is_residential_proxy: null,
    is_tor_exit_node: signals.is_tor,
  };
}
